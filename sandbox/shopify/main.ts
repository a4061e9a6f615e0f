/**
 * Runs the sandbox Shopify alone: `node sandbox/shopify/main.ts`. `PORT` (4001), `SHOPIFY_API_KEY`,
 * `SHOPIFY_API_SECRET` and `SHOPIFY_APP_URL` have the values of the app's environment.
 */
import { z } from 'zod';
import { startSandboxShopify } from './server.ts';

const environment = z
  .object({
    PORT: z.coerce.number().int().default(4001),
    SHOPIFY_API_KEY: z.string().min(1).default('sandbox-api-key'),
    SHOPIFY_API_SECRET: z.string().min(1).default('sandbox-api-secret'),
    SHOPIFY_APP_URL: z.url().default('http://127.0.0.1:3000'),
  })
  .parse(process.env);
const sandbox = await startSandboxShopify({
  port: environment.PORT,
  apiKey: environment.SHOPIFY_API_KEY,
  apiSecret: environment.SHOPIFY_API_SECRET,
  appUrl: environment.SHOPIFY_APP_URL,
});
console.log(`Sandbox Shopify: ${sandbox.url}/store/${[...sandbox.store.values()][0]?.handle}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
