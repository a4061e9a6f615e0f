import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { systemClock, type Clock } from '../clock.ts';
import { TokenRegistry } from './access/access-tokens.ts';
import { adminApi } from './admin-api/admin-api.ts';
import { accountPages } from './pages/account-pages.ts';
import { adminPages } from './pages/admin-pages.ts';
import { readAppConfig } from './app-config.ts';
import { controlApi } from './control/control-api.ts';
import { createControls, type Controls } from './control/controls.ts';
import { extensionHost } from './extension-host/extension-host.ts';
import { readFlowExtensions } from './flow/flow-extensions.ts';
import { GidSequence } from './shop/gid.ts';
import { AdminGraphql } from './graphql/execute.ts';
import type { Sandbox } from './sandbox.ts';
import { plantSeed, type SeedShop } from './seed/plant-seed.ts';
import { seedShops } from './seed/seed-shops.ts';
import type { WebhookLimits } from './webhooks/post-webhook.ts';
import { WebhookSender } from './webhooks/webhooks.ts';

export interface SandboxShopifyOptions {
  /** 0, the default, uses a free port. */
  readonly port?: number;
  readonly host?: string;
  /** The host by which browsers call it. By default the same. */
  readonly browserHost?: string;
  /** Must run in real time where the app verifies id tokens, because the app uses the system's clock for that. */
  readonly clock?: Clock;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Origin of the app. Webhooks are sent there, and the admin frames it. */
  readonly appUrl: string;
  /** The app's configuration as Shopify reads it. By default that of the project. */
  readonly appConfigPath?: string;
  /** Shops to start with. By default those of the demo. */
  readonly shops?: readonly SeedShop[];
  /** Milliseconds of real time before each repeat of a webhook. By default Shopify's, over four hours. */
  readonly webhookRetryDelays?: readonly number[];
  /** How long a webhook waits for the app. By default as long as Shopify's. */
  readonly webhookLimits?: WebhookLimits;
  /** The number in the first gid. By default it is made from the time, so that it never repeats. */
  readonly firstId?: number;
}

export interface SandboxShopify extends Controls {
  readonly url: string;
  /** Where a browser finds its admin, App Bridge and the images of products. */
  readonly adminOrigin: string;
  readonly store: Sandbox['shops'];
  /** The scopes that the app's configuration asks for. */
  readonly scopes: readonly string[];
  close(): Promise<void>;
}

const PROJECT = path.join(import.meta.dirname, '..', '..');

/**
 * Starts a stand-in for Shopify: the Admin GraphQL API and the token endpoint of every shop under `/shops/{domain}`, a
 * small admin under `/store/{handle}`, App Bridge, webhooks to the app, and controls under `/_sandbox`.
 * @throws when the app's configuration is not as Shopify documents it, or when the Admin schema is not available
 */
export async function startSandboxShopify(options: SandboxShopifyOptions): Promise<SandboxShopify> {
  const { apiKey, apiSecret, appUrl, clock = systemClock } = options;
  const configPath = options.appConfigPath ?? path.join(PROJECT, 'shopify.app.toml');
  const config = await readAppConfig(configPath);
  const graphql = await AdminGraphql.load(config.apiVersion);
  const flow = await readFlowExtensions();
  const app = { apiKey, apiSecret, url: appUrl, config, folder: path.dirname(path.resolve(configPath)) };
  const sandbox: Sandbox = {
    clock,
    app,
    shops: new Map(),
    gids: new GidSequence(options.firstId ?? 4_000_000_000_000 + clock.now().getTime()),
    tokens: new TokenRegistry(clock),
    webhooks: new WebhookSender(app, clock, options.webhookRetryDelays, options.webhookLimits),
    flow,
    origin: '',
    isAddressRefused: false,
  };
  const seed = options.shops ?? seedShops(clock.now());
  plantSeed(sandbox, seed);
  const controls = createControls(sandbox, seed);

  const server = http.createServer(
    express()
      .disable('x-powered-by')
      .disable('etag')
      .use(adminApi(sandbox, graphql))
      .use(controlApi(sandbox, controls))
      .use(extensionHost(sandbox, graphql))
      .use(accountPages(sandbox))
      .use(adminPages(sandbox)),
  );
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const { host = '127.0.0.1', browserHost = host } = options;
  const port = portOf(server.address());
  sandbox.origin = `http://${browserHost}:${port}`;
  return {
    ...controls,
    url: `http://${host}:${port}`,
    adminOrigin: sandbox.origin,
    store: sandbox.shops,
    scopes: config.scopes,
    async close() {
      await sandbox.webhooks.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
