/**
 * `npm run sandbox:shopify` runs the sandbox Shopify alone. `PORT` (4001), `SHOPIFY_API_KEY`, `SHOPIFY_API_SECRET` and
 * `SHOPIFY_APP_URL` have the values of the app's environment.
 *
 * With a command after `--` it also starts your app, with an environment that leads to the sandbox, and ends with it:
 *
 *     npm run sandbox:shopify -- node app/main.ts
 *
 * The command runs in the folder where npm was called. If that folder has a `shopify.app.toml`, the sandbox is the
 * Shopify of that app: with its scopes, its webhooks and its extensions.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { startSandboxShopify, type SandboxShopify } from './server.ts';

const environment = z
  .object({
    PORT: z.coerce.number().int().default(4001),
    SHOPIFY_API_KEY: z.string().min(1).default('sandbox-api-key'),
    SHOPIFY_API_SECRET: z.string().min(1).default('sandbox-api-secret'),
    SHOPIFY_APP_URL: z.url().default('http://localhost:3000'),
    /** Where npm was called. */
    INIT_CWD: z.string().default(process.cwd()),
  })
  .parse(process.env);
const ownConfig = path.join(environment.INIT_CWD, 'shopify.app.toml');
const sandbox = await startSandboxShopify({
  port: environment.PORT,
  browserHost: 'localhost',
  apiKey: environment.SHOPIFY_API_KEY,
  apiSecret: environment.SHOPIFY_API_SECRET,
  appUrl: environment.SHOPIFY_APP_URL,
  ...(existsSync(ownConfig) ? { appConfigPath: ownConfig } : {}),
});
const { adminOrigin } = sandbox;
for (const { handle, record } of sandbox.store.values()) {
  console.log(`Sandbox Shopify: ${adminOrigin}/store/${handle} (${record.name})`);
}

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
} else {
  runApp(sandbox, command, args);
}

/** Runs the app until it ends, and passes signals on to it. */
function runApp(shopify: SandboxShopify, program: string, programArgs: readonly string[]): void {
  const child = spawn(program, programArgs, {
    cwd: environment.INIT_CWD,
    stdio: 'inherit',
    env: { ...process.env, ...environmentOfApp(shopify) },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void child.kill(signal));
  const end = (code: number) => {
    process.exitCode = code;
    void shopify.close();
  };
  child.once('error', (error) => {
    console.error(`${program} did not start: ${error.message}`);
    end(1);
  });
  child.once('exit', (code) => end(code ?? 1));
}

/** What an app is told by its environment, so that it takes the sandbox for Shopify. */
function environmentOfApp(shopify: SandboxShopify): Readonly<Record<string, string>> {
  const { SHOPIFY_API_KEY, SHOPIFY_API_SECRET, SHOPIFY_APP_URL } = environment;
  const { port, protocol } = new URL(SHOPIFY_APP_URL);
  const router = path.join(import.meta.dirname, 'route-shop-hosts.ts');
  return {
    PORT: port || (protocol === 'https:' ? '443' : '80'),
    SHOPIFY_API_KEY,
    SHOPIFY_API_SECRET,
    SHOPIFY_APP_URL,
    SCOPES: shopify.scopes.join(','),
    SHOPIFY_ADMIN_ORIGINS: adminOrigin,
    APP_BRIDGE_URL: `${adminOrigin}/app-bridge.js`,
    SANDBOX_SHOPIFY_URL: shopify.url,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import=${router}`].filter(Boolean).join(' '),
  };
}
