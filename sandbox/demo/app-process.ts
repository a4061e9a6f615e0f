import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Cleaner } from './cleaner.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;

const logLineSchema = z.looseObject({ level: z.number(), msg: z.string().default('') });
export type LogLine = z.infer<typeof logLineSchema>;

/**
 * Runs the app as it is deployed, in a separate process, against the sandbox. The app does not know that it is a
 * sandbox.
 *
 * @throws Error with the last lines of the app's output when it does not start
 */
export async function startApp(given: {
  port: number;
  apiKey: string;
  apiSecret: string;
  shopifyUrl: string;
  /** The origin under which the merchant's browser finds the sandbox admin. */
  adminOrigin: string;
  operatorUrl: string;
  /** The operator's test environment. */
  testOperatorUrl: string;
  /** A JSON array of the districts that the operator serves. */
  districtsFile: string;
  cleaner: Cleaner;
  onLog: (line: LogLine) => void;
}): Promise<void> {
  const { port, shopifyUrl, adminOrigin, cleaner, onLog } = given;
  const appUrl = `http://localhost:${port}`;
  const child = cleaner.start(() =>
    spawn(process.execPath, ['--import', './sandbox/shopify/route-shop-hosts.ts', 'app/main.ts'], {
      cwd: ROOT,
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        PORT: String(port),
        SHOPIFY_API_KEY: given.apiKey,
        SHOPIFY_API_SECRET: given.apiSecret,
        SHOPIFY_APP_URL: appUrl,
        SHOPIFY_ADMIN_ORIGINS: adminOrigin,
        APP_BRIDGE_URL: `${adminOrigin}/app-bridge.js`,
        SANDBOX_SHOPIFY_URL: shopifyUrl,
        OPERATOR_NAME: 'Reparto Veloz',
        OPERATOR_BASE_URL: given.operatorUrl,
        OPERATOR_TEST_BASE_URL: given.testOperatorUrl,
        OPERATOR_DISTRICTS_FILE: given.districtsFile,
        OPERATOR_TIME_ZONE: 'America/Lima',
        SUPPORT_URL: 'mailto:support@example.com',
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        DATA_DIR: cleaner.dataDir,
        TRACKING_INTERVAL_SECONDS: '0.5',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const lastWords: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (text) => {
      lastWords.push(text);
      if (lastWords.length > 20) lastWords.shift();
      const line = parseLogLine(text);
      if (line) onLog(line);
    });
  }
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(appUrl))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      throw new Error(`the app did not come up:\n${lastWords.join('\n')}`);
    }
    await pause(100);
  }
}

function parseLogLine(text: string): LogLine | null {
  try {
    return logLineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function isReady(appUrl: string): Promise<boolean> {
  const answer = await fetch(`${appUrl}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}
