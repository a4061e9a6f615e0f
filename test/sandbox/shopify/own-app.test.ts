import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { PROCESS_VARIABLES } from '../../set-up/environment.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../sandbox/shopify/main.ts');

const TOML = `
name = "Courier"
[access_scopes]
scopes = "read_orders"
[webhooks]
api_version = "2026-07"
`;

/** An app of two lines: it asks a shop's host for a token, as an app does, and prints the answer. */
const APP = `
const answer = await fetch('https://tienda-lima.myshopify.com/admin/oauth/access_token', { method: 'POST' });
console.log(JSON.stringify({ status: answer.status, scopes: process.env.SCOPES, port: process.env.PORT, cwd: process.cwd() }));
process.exitCode = 3;
`;

test('one command starts the sandbox and an app of another folder, and ends with the app', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'own-app-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'shopify.app.toml'), TOML);
  await writeFile(path.join(folder, 'app.mjs'), APP);
  const child = spawn(process.execPath, [MAIN, process.execPath, 'app.mjs'], {
    env: {
      ...PROCESS_VARIABLES,
      PORT: '0',
      SHOPIFY_APP_URL: 'http://localhost:3999',
      INIT_CWD: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(child.exitCode).toBe(3);
  expect(output).toContain('/store/libreria-barranco (Librería Barranco)');
  const printed: unknown = JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? 'null');
  expect(printed).toMatchObject({ scopes: 'read_orders', port: '3999', cwd: folder });
  // the sandbox refuses a request without a client id; a real host could not be reached at all
  expect(printed).toHaveProperty('status', 400);
});
