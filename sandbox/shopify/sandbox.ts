import type { Clock } from '../clock.ts';
import type { FlowExtensions } from './flow/flow-extensions.ts';
import type { GidSequence } from './shop/gid.ts';
import type { SandboxApp } from './sandbox-app.ts';
import type { SandboxShop } from './shop/shop.ts';
import type { TokenRegistry } from './access/access-tokens.ts';
import type { WebhookSender } from './webhooks/webhooks.ts';

/** Everything in the sandbox. All functions that act in it receive this. */
export interface Sandbox {
  readonly clock: Clock;
  readonly app: SandboxApp;
  readonly shops: Map<string, SandboxShop>;
  readonly gids: GidSequence;
  readonly tokens: TokenRegistry;
  readonly webhooks: WebhookSender;
  /** The app's triggers and actions for Shopify Flow. */
  readonly flow: FlowExtensions;
  /** Where a browser finds the sandbox. */
  origin: string;
  /** The app's IP allowlist: whether the address of the app's server is missing from it. */
  isAddressRefused: boolean;
}

/** @param name the shop's domain or its handle @throws when there is no such shop */
export function findShop(sandbox: Sandbox, name: string): SandboxShop {
  const shop = sandbox.shops.get(name) ?? sandbox.shops.get(`${name}.myshopify.com`);
  if (!shop) throw new Error(`there is no shop ${name}`);
  return shop;
}

export function timestamp(sandbox: Sandbox): string {
  return `${sandbox.clock.now().toISOString().slice(0, 19)}Z`;
}
