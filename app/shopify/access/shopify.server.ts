import '@shopify/shopify-app-remix/server/adapters/node';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';
import { ApiVersion, LogSeverity, shopifyApi, type Session } from '@shopify/shopify-api';
import { AppDistribution, shopifyApp } from '@shopify/shopify-app-remix/server';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { z } from 'zod';
import { ADMIN_API_VERSION } from '../../domain/tracking/fulfillment-events.ts';
import type { Logger } from '../../logging.ts';
import type { Pace } from '../../pace.ts';
import { createShopFetch } from './shop-fetch.ts';

const apiVersionSchema = z.enum(ApiVersion);
/** The program does not start with a version that Shopify's library does not know. */
export const API_VERSION = apiVersionSchema.parse(ADMIN_API_VERSION);

export interface ShopifyConfig {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly appUrl: string;
  readonly sessionStorage: SessionStorage;
  readonly logger: Logger;
  /**
   * Called when a merchant opened the app and Shopify issued a token: the first time, and whenever the former token had
   * expired.
   */
  readonly afterAuth: (session: Session) => Promise<void>;
}

/** The Remix package, for requests from the embedded app and the extensions. */
export function createShopifyApp({ apiKey, apiSecret, appUrl, sessionStorage, logger, afterAuth }: ShopifyConfig) {
  return shopifyApp({
    apiKey,
    apiSecretKey: apiSecret,
    appUrl,
    apiVersion: API_VERSION,
    authPathPrefix: '/auth',
    distribution: AppDistribution.AppStore,
    sessionStorage,
    useOnlineTokens: false,
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
    hooks: { afterAuth: ({ session }) => afterAuth(session) },
    logger: { level: LogSeverity.Warning, log: logThrough(logger) },
  });
}

/**
 * Sets how both packages reach Shopify, for token exchange, refresh and the Admin API. Each process has one such
 * setting.
 */
export function reachShopifyAt(pace: Pace['shopify']): void {
  setAbstractFetchFunc(createShopFetch(pace));
}

/** The core package, for calls that the program makes without a request of a merchant. */
export function createShopifyApi({
  apiKey,
  apiSecret,
  appUrl,
  logger,
}: Pick<ShopifyConfig, 'apiKey' | 'apiSecret' | 'appUrl' | 'logger'>) {
  const { host, protocol } = new URL(appUrl);
  return shopifyApi({
    apiKey,
    apiSecretKey: apiSecret,
    hostName: host,
    hostScheme: protocol === 'http:' ? 'http' : 'https',
    apiVersion: API_VERSION,
    isEmbeddedApp: true,
    logger: { level: LogSeverity.Warning, log: logThrough(logger) },
  });
}

export type ShopifyApp = ReturnType<typeof createShopifyApp>;
export type ShopifyApi = ReturnType<typeof createShopifyApi>;

/** Characters of a message of the packages that are logged: they repeat parts of an address. */
const MESSAGE_LIMIT = 200;

function logThrough(logger: Logger) {
  return async (severity: LogSeverity, message: string) => {
    const text = message.slice(0, MESSAGE_LIMIT);
    if (severity === LogSeverity.Error) logger.error({ from: 'shopify' }, text);
    else logger.warn({ from: 'shopify' }, text);
  };
}
