import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from '../../app/persistence/embedded-postgres/data-directory.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../app/persistence/embedded-postgres/server.ts';
import { canEnter, findServerAccount } from '../../app/persistence/embedded-postgres/server-account.ts';
import { onServer } from '../set-up/database/database-server.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

const EMBEDDED = path.resolve(import.meta.dirname, '../../app/persistence/embedded-postgres/server.ts');
const PACE = path.resolve(import.meta.dirname, '../../app/pace.ts');
/** A process that starts the server and stays. */
const START = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(EMBEDDED)});
  const { STANDARD_PACE } = await import(${JSON.stringify(PACE)});
  await startEmbeddedPostgres({ dataDir: process.argv[1], pace: STANDARD_PACE.embeddedPostgres });
  console.log('started');
  setInterval(() => {}, 1_000);`;

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
  const server = await startEmbeddedPostgres({ dataDir: directory, pace: TEST_PACE.embeddedPostgres });
  started.unshift(server);
  return server;
}

async function postmasterPid(url: string): Promise<number> {
  const { rows } = await onServer(url, (client) =>
    client.query<{ pid: string }>("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid"),
  );
  return Number(rows[0]?.pid);
}

it('keeps committed data after a kill -9, and starts again on the same port', async () => {
  const first = await start();
  await onServer(first.url, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS seven'));
  process.kill(await postmasterPid(first.superuserUrl), 'SIGKILL');
  const second = await start();
  expect(new URL(second.url).port).toBe(new URL(first.url).port);
  const { rows } = await onServer(second.url, (client) => client.query('SELECT seven FROM kept'));
  expect(rows).toEqual([{ seven: 7 }]);
});

it.each([
  ['the one who found it', [1, 0]],
  ['the one who started it', [0, 1]],
] as const)(
  'is shared by those who start it on one folder; after %s it goes on, and the last ends it',
  async (_, order) => {
    const servers = [await start(), await start()];
    expect(servers.map(({ found }) => found)).toEqual([false, true]);
    expect(servers[1]?.url).toBe(servers[0]?.url);
    await servers[order[0]]?.stop();
    expect(servers[order[1]]?.isAlive()).toBe(true);
    await servers[order[1]]?.stop();
    expect(servers[order[1]]?.isAlive()).toBe(false);
  },
);

it('is ended by users that stop at the same moment', async () => {
  const servers = [await start(), await start(), await start()];
  await Promise.all(servers.map((server) => server.stop()));
  expect(servers.map((server) => server.isAlive())).toEqual([false, false, false]);
});

it('is ended by whoever finds it after its starter was killed', async () => {
  const starter = spawn(process.execPath, ['--input-type=module', '-e', START, directory], { stdio: 'pipe' });
  await once(starter.stdout, 'data');
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  const server = await start();
  expect(server.found).toBe(true);
  await server.stop();
  expect(server.isAlive()).toBe(false);
});

it('is used by a role that may neither read files nor run programs', async () => {
  const { url } = await start();
  const { rows } = await onServer(url, (client) =>
    client.query('SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user'),
  );
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  for (const statement of ["SELECT pg_read_file('postmaster.pid')", "COPY (SELECT 1) TO PROGRAM 'true'"]) {
    await expect(onServer(url, (client) => client.query(statement))).rejects.toThrow(/permission denied/);
  }
});

it('gives that role what was made before there was one', async () => {
  const { superuserUrl } = await start();
  await onServer(superuserUrl, (client) =>
    client.query(`CREATE SCHEMA old; CREATE TYPE old.colour AS ENUM ('red');
      CREATE TABLE old.thing (id bigserial PRIMARY KEY, colour old.colour); CREATE SEQUENCE old.counter;
      CREATE FUNCTION old.one() RETURNS int LANGUAGE sql AS 'SELECT 1'; INSERT INTO old.thing (colour) VALUES ('red')`),
  );
  const { url } = await start();
  await onServer(url, (client) =>
    client.query(`INSERT INTO old.thing (colour) VALUES ('red'); ALTER TABLE old.thing ADD COLUMN more text;
      DROP FUNCTION old.one(); DROP SEQUENCE old.counter; ALTER TYPE old.colour ADD VALUE 'blue'; DROP SCHEMA old CASCADE`),
  );
});

it('starts beside another server whose process id is in a lock that a crash has left', async () => {
  const other = await mkdtemp(path.join(os.tmpdir(), 'handoff-other-'));
  const beside = await startEmbeddedPostgres({ dataDir: other, pace: TEST_PACE.embeddedPostgres });
  try {
    const first = await start();
    const pid = await postmasterPid(first.superuserUrl);
    const lockFile = path.join(directory, 'cluster/postmaster.pid');
    const lock = (await readFile(lockFile, 'utf8')).split('\n');
    process.kill(pid, 'SIGKILL');
    await writeFile(lockFile, [String(await postmasterPid(beside.superuserUrl)), ...lock.slice(1)].join('\n'));
    const second = await start();
    expect(second.found).toBe(false);
    expect(beside.isAlive()).toBe(true);
  } finally {
    await beside.stop();
    await rm(other, { recursive: true, force: true });
  }
});

it('closes its folder to everybody else, whoever made it, and takes none that holds other files', async () => {
  await chmod(directory, 0o755);
  await start();
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  const shared = await mkdtemp(path.join(os.tmpdir(), 'handoff-shared-'));
  await writeFile(path.join(shared, 'letter.txt'), '');
  const asked = { dataDir: shared, pace: TEST_PACE.embeddedPostgres };
  await expect(startEmbeddedPostgres(asked)).rejects.toThrow(/holds other files \(letter\.txt\)/);
  await rm(shared, { recursive: true });
});

it.each(['password', 'port', 'app-password'])('writes and reads through no link that stands for %s', async (name) => {
  const outside = path.join(os.tmpdir(), `handoff-outside-${process.pid}`);
  await writeFile(outside, 'not ours', { mode: 0o600 });
  const { uid } = await stat(outside);
  await symlink(outside, path.join(directory, name));
  await start().catch(async (error: unknown) => {
    expect(String(error)).toMatch(/a link/);
    expect(await readdir(path.join(directory, 'cluster')).catch(() => [])).not.toContain('postmaster.pid'); // left nothing running
  });
  expect(await readFile(outside, 'utf8')).toBe('not ours');
  expect((await stat(outside)).uid).toBe(uid);
  await rm(outside);
});

it('keeps running while somebody else is connected', async () => {
  const server = await start();
  await onServer(server.url, async () => {
    await server.stop();
    expect(server.isAlive()).toBe(true);
  });
});

it('is self-contained: no link of its binaries leads out of its folder', async () => {
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
    fsync: 'on',
    listen_addresses: '127.0.0.1',
    data_checksums: 'on',
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
