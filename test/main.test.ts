import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAddressSwitch } from './set-up/database/address-switch.ts';
import { createTestDatabase, type TestDatabase } from './set-up/database/database.ts';
import { PROCESS_VARIABLES, testVariables } from './set-up/environment.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

let database: TestDatabase;
let folder: string;
let listener: net.Server;
let takenPort: number;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'handoff-start-'));
  listener = net.createServer((socket) => socket.destroy()).listen(0);
  await once(listener, 'listening');
  const address = listener.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  takenPort = address.port;
});

afterAll(async () => {
  listener.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** A start that fails: its exit code, and what it printed, which holds no secret of its environment. */
async function failingStart(variables: Readonly<Record<string, string>>) {
  const given = testVariables({ ROLE: 'worker', ...variables });
  const child = spawn(process.execPath, ['app/main.ts'], {
    cwd: ROOT,
    env: { ...PROCESS_VARIABLES, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const password = given.DATABASE_URL && new URL(given.DATABASE_URL).password;
  for (const secret of [given.SHOPIFY_API_SECRET, given.ENCRYPTION_KEY, password]) {
    if (secret) expect(output + errors).not.toContain(secret);
  }
  return { code: child.exitCode, output, lines: errors.trimEnd().split('\n') };
}

const failsWith = (line: RegExp) => ({ code: 1, output: '', lines: [expect.stringMatching(line)] });

describe('a start that fails says why in one line, and exits 1', () => {
  it('when no PostgreSQL listens at the address', async () => {
    const closed = net.createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    closed.close();
    expect(await failingStart({ DATABASE_URL: `postgresql://handoff:secret-word@localhost:${port}/handoff` })).toEqual(
      failsWith(/^DATABASE_URL: PostgreSQL at localhost:\d+ cannot be reached \(ECONNREFUSED\)/),
    );
  });

  it('when the server at the address closes the connection', async () => {
    expect(await failingStart({ DATABASE_URL: `postgresql://127.0.0.1:${takenPort}/handoff` })).toEqual(
      failsWith(/^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached/),
    );
  });

  it('when the database does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    expect(await failingStart({ DATABASE_URL: url.href })).toEqual(
      failsWith(/^DATABASE_URL: PostgreSQL at \S+ has no database nowhere: create it$/),
    );
  });

  it('when the user does not exist', async () => {
    const url = new URL(database.url);
    url.username = 'stranger';
    url.password = 'another-word';
    expect(await failingStart({ DATABASE_URL: url.href })).toEqual(
      failsWith(/^DATABASE_URL: PostgreSQL at \S+ refuses the user stranger/),
    );
  });

  // one connection asks whether the server is there, one migrates, and one reads its clock
  it.each([2, 3])('when the server goes away with connection %i, as in a failover', async (last) => {
    const url = new URL(database.url);
    const address = await startAddressSwitch();
    address.leadTo(Number(url.port), { most: last - 1 });
    url.host = `127.0.0.1:${address.port}`;
    const failure = await failingStart({ DATABASE_URL: url.href });
    expect(failure).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/^DATABASE_URL: PostgreSQL failed during the start \(.+\): start again/)],
    });
    await address.close();
  });

  it('when the port is taken', async () => {
    expect(await failingStart({ DATABASE_URL: database.url, PORT: String(takenPort) })).toEqual(
      failsWith(new RegExp(`^PORT: ${takenPort} is taken by another program`)),
    );
  });

  it('when the port is taken for several processes: the first of them says so', async () => {
    const failure = await failingStart({ DATABASE_URL: database.url, PROCESSES: '2', PORT: String(takenPort) });
    expect(failure.code).toBe(1);
    expect(failure.lines).toEqual([
      expect.stringMatching(new RegExp(`^PORT: ${takenPort} is taken by another program`)),
      expect.stringMatching(/^PROCESSES: a process did not start/),
    ]);
  });

  it.each(['/proc/handoff', path.join(ROOT, 'package.json', 'data')])('when DATA_DIR is %s', async (directory) => {
    expect(await failingStart({ DATA_DIR: directory })).toEqual(
      failsWith(/^DATA_DIR: \/\S+ cannot be written \(\w+\): choose a folder that this user may write to/),
    );
  });

  it('when the level of the log does not exist', async () => {
    const failure = await failingStart({ LOG_LEVEL: 'loud' });
    expect(failure).toMatchObject({ code: 1, output: '' });
    expect(failure.lines).toEqual([
      'Some environment variables are missing or invalid:',
      '  LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent',
    ]);
  });
});

describe('a districts file that cannot be used stops the start before the database is touched', () => {
  it.each([
    ['that does not exist', null, /^OPERATOR_DISTRICTS_FILE: \S+ cannot be read \(ENOENT\): correct the path/],
    ['that is no JSON', 'Miraflores', /^OPERATOR_DISTRICTS_FILE: \S+ must be a JSON array of district names/],
    ['that holds no name', '[]', /^OPERATOR_DISTRICTS_FILE: \S+ must be a JSON array of district names/],
  ])('one %s', async (_which, content, line) => {
    const file = path.join(folder, 'districts.json');
    await rm(file, { force: true });
    if (content !== null) await writeFile(file, content);
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('DROP TABLE IF EXISTS _prisma_migrations');
    expect(await failingStart({ DATABASE_URL: database.url, OPERATOR_DISTRICTS_FILE: file })).toEqual(failsWith(line));
    const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') AS record");
    expect(rows).toEqual([{ record: null }]);
    await client.end();
  });
});

it('a start that fails stops the PostgreSQL that it has started', async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'handoff-start-'));
  const failure = await failingStart({ DATA_DIR: directory, PORT: String(takenPort) });
  expect(failure).toMatchObject({ code: 1, lines: [expect.stringMatching(/^PORT: \d+ is taken/)] });
  expect(existsSync(path.join(directory, 'cluster/PG_VERSION'))).toBe(true);
  expect(existsSync(path.join(directory, 'cluster/postmaster.pid'))).toBe(false);
  await rm(directory, { recursive: true });
});

describe('libraries, which read NODE_ENV by themselves,', () => {
  it.each([
    ['', 'production'],
    [undefined, 'production'],
    ['development', 'development'],
  ])('find for %j: %s', async (value, meant) => {
    const given = value === undefined ? ['-u', 'NODE_ENV'] : [`NODE_ENV=${value}`];
    const program = "await import('./app/environment.ts'); console.log(process.env.NODE_ENV)";
    const child = spawn('env', [...given, process.execPath, '--input-type=module', '--eval', program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(output.trim()).toBe(meant);
  });
});
