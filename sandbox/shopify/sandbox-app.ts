import type { AppConfig } from './app-config.ts';

/** The app under development, as Shopify knows it. */
export interface SandboxApp {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Origin of the app. Webhooks are sent there, and the admin frames it. */
  readonly url: string;
  readonly config: AppConfig;
  /** Where its extensions are: the folder of its configuration. */
  readonly folder: string;
}
