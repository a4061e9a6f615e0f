import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productionFiles } from '../../scripts/production/production-tree.ts';
import { createTestDatabase } from '../set-up/database/database.ts';
import { testVariables } from '../set-up/environment.ts';
import { freePort } from '../set-up/free-port.ts';
import { until } from '../set-up/time/until.ts';
import { postWebhook } from '../set-up/webhook.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The program as a container image has it: outside of this folder, where nothing else can be found. */
let deployed: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  deployed = mkdtempSync(path.join(os.tmpdir(), 'handoff-deployed-'));
  chmodSync(deployed, 0o755); // PostgreSQL may run as another user
  for (const part of ['app', 'build', 'prisma', 'package.json']) {
    cpSync(path.join(ROOT, part), path.join(deployed, part), { recursive: true });
  }
  for (const file of productionFiles(ROOT, { withoutNode: true })) {
    mkdirSync(path.dirname(path.join(deployed, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(deployed, file), { verbatimSymlinks: true });
  }
});

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(deployed, { recursive: true });
});

function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: deployed,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      ...testVariables({ NODE_ENV: 'production', ...variables }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return { child, output: Promise.all([text(child.stdout), text(child.stderr)]) };
}

it('the pruned program starts with its database, serves a page and takes a webhook', async () => {
  const port = String(await freePort());
  const { child, output } = run(['app/main.ts'], {
    PORT: port,
    DATA_DIR: path.join(deployed, 'data'),
    LOG_LEVEL: 'warn',
  });
  const url = `http://127.0.0.1:${port}`;
  await until('the program ready', async () => {
    if (child.exitCode !== null) throw new Error((await output).join('\n'));
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    return answer?.ok;
  });
  const page = await fetch(`${url}/help/connect`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')]);
  const answer = await postWebhook(url, { topic: 'fulfillments/create', body: { id: 1, order_id: 2 } });
  expect(answer.status).toBe(200);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect((await output).join('\n')).not.toMatch(/MODULE_NOT_FOUND|Cannot find/);
});

it('it finds what it loads only when it is needed: barcodes, traces, the queue of webhooks, queries of models', async () => {
  const sources = globSync('app/**/*.ts', { cwd: deployed }).map((file) => ({
    file,
    source: readFileSync(path.join(deployed, file), 'utf8'),
  }));
  const later = sources.flatMap(
    ({ file, source }) =>
      [...source.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)]
        .map(([, name = '']) => (name.startsWith('.') ? path.join(deployed, path.dirname(file), name) : name))
        .filter((name) => name !== 'vite'), // in development
  );
  expect(later).toEqual(expect.arrayContaining(['bwip-js/generic', '@aws-sdk/client-sqs']));
  const database = await createTestDatabase();
  const probe = `
    for (const name of ${JSON.stringify(later)}) await import(name);
    const { openDatabase } = await import('./app/persistence/database.ts');
    const { STANDARD_PACE } = await import('./app/pace.ts');
    const database = openDatabase(${JSON.stringify(database.url)}, STANDARD_PACE.database);
    console.log('shops:', await database.shop.count());
    await database.$disconnect();`;
  const { output } = run(['--input-type=module', '--eval', probe]);
  expect(await output).toEqual(['shops: 0\n', '']);
  await database.drop();
});
