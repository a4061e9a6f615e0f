import type { SeedShop } from '../../sandbox/shopify/seed/plant-seed.ts';
import { startSandboxShopify, type SandboxShopify } from '../../sandbox/shopify/server.ts';
import { TEST_API_KEY, TEST_API_SECRET } from '../../test/set-up/environment.ts';
import { freePort } from '../../test/set-up/free-port.ts';
import { startProgramProcess, type ProgramProcess } from '../../test/set-up/world/program-process.ts';
import { startBenchDatabase } from './server.ts';

/** A web process of the program with a database of its own, and a Shopify that has one shop. */
export interface WebProgram {
  readonly appUrl: string;
  readonly databaseUrl: string;
  readonly program: ProgramProcess;
  readonly shopify: SandboxShopify;
  readonly stop: () => Promise<void>;
}

export async function startWebProgram(shop: SeedShop): Promise<WebProgram> {
  const server = await startBenchDatabase();
  const port = await freePort();
  const appUrl = `http://127.0.0.1:${port}`;
  const app = { apiKey: TEST_API_KEY, apiSecret: TEST_API_SECRET, appUrl };
  const shopify = await startSandboxShopify({ ...app, shops: [shop] });
  const program = await startProgramProcess({
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    ROLE: 'web',
    PORT: String(port),
    SHOPIFY_APP_URL: appUrl,
    SANDBOX_SHOPIFY_URL: shopify.url,
    SHOPIFY_ADMIN_ORIGINS: shopify.url,
    APP_BRIDGE_URL: `${shopify.url}/app-bridge.js`,
    DATABASE_URL: server.url,
  });
  return {
    appUrl,
    databaseUrl: server.url,
    program,
    shopify,
    stop: async () => {
      await program.stop();
      await shopify.close();
      await server.stop();
    },
  };
}
