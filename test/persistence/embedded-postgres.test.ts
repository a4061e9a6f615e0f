import { mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from '../../app/persistence/embedded-postgres/data-directory.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../app/persistence/embedded-postgres/server.ts';
import { canEnter, findServerAccount } from '../../app/persistence/embedded-postgres/server-account.ts';
import { onServer } from '../set-up/database-server.ts';

let directory: string;
const started: EmbeddedPostgres[] = [];

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'handoff-embedded-'));
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: directory });
  started.unshift(server);
  return server;
}

async function postmasterPid(url: string): Promise<number> {
  const { rows } = await onServer(url, (client) =>
    client.query<{ pid: string }>("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid"),
  );
  return Number(rows[0]?.pid);
}

it('keeps what was committed over a kill -9, and comes back on the same port', async () => {
  const first = await start();
  await onServer(first.url, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS seven'));
  process.kill(await postmasterPid(first.url), 'SIGKILL');
  const second = await start();
  expect(new URL(second.url).port).toBe(new URL(first.url).port);
  const { rows } = await onServer(second.url, (client) => client.query('SELECT seven FROM kept'));
  expect(rows).toEqual([{ seven: 7 }]);
});

it('is shared by those who start it on one folder, and ended by the one who started it', async () => {
  const [first, second] = [await start(), await start()];
  expect([first.found, second.found]).toEqual([false, true]);
  expect(second.url).toBe(first.url);
  await second.stop();
  expect(first.isAlive()).toBe(true);
  await first.stop();
  expect(first.isAlive()).toBe(false);
});

it('goes on while somebody else is connected', async () => {
  const server = await start();
  await onServer(server.url, async () => {
    await server.stop();
    expect(server.isAlive()).toBe(true);
  });
});

it('is whole by itself: no link of its binaries leads out of its folder', async () => {
  const server = await start();
  const entries = await readdir(server.directory, { recursive: true, withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink() && !entry.parentPath.includes('cluster'));
  const targets = await Promise.all(links.map((link) => readlink(path.join(link.parentPath, link.name))));
  expect(targets.filter((target) => path.isAbsolute(target) || target.startsWith('..'))).toEqual([]);
});

it('syncs to disk, and listens on this machine only', async () => {
  const server = await start();
  const { rows } = await onServer(server.url, (client) =>
    client.query("SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'listen_addresses', 'data_checksums')"),
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    ...{ fsync: 'on', listen_addresses: '127.0.0.1', data_checksums: 'on' },
  });
});

const account = findServerAccount();

describe.skipIf(!account)('as root, below a folder that only root may enter', () => {
  it('refuses the DATA_DIR that was asked for, and says what to do', async () => {
    const closed = path.join(directory, 'closed');
    await mkdir(closed, { mode: 0o700 });
    expect(() => prepareDataDirectory(path.join(closed, 'data'), account)).toThrow(
      /DATA_DIR: .* only root may enter.*choose another folder/,
    );
  });

  it('takes a folder that the server can reach when none was asked for', async () => {
    const before = process.cwd();
    const closed = path.join(directory, 'closed');
    await mkdir(closed, { mode: 0o700 });
    process.chdir(closed);
    try {
      const chosen = prepareDataDirectory(undefined, account);
      expect(chosen).toMatch(/^\/var\/lib\/handoff-[0-9a-f]{8}$/);
      expect(account && canEnter(account, chosen)).toBe(true);
      expect(prepareDataDirectory(undefined, account)).toBe(chosen);
      await rm(chosen, { recursive: true });
    } finally {
      process.chdir(before);
    }
  });
});
