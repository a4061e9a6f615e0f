import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { installBinaries, type Binaries } from './binaries.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { findServerAccount, type ServerAccount } from './server-account.ts';

const run = promisify(execFile);

const USER = 'handoff';
const START_WITHIN_MS = 120_000;

export interface EmbeddedPostgres {
  readonly url: string;
  readonly directory: string;
  /** Another process had it running already; who finds it running leaves it running. */
  readonly found: boolean;
  isAlive(): boolean;
  /** Stops the server, unless it was found running or another process is connected to it. */
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL server without a setup: binaries from npm, everything in one folder, reachable from this machine
 * only, by a random password that is kept in that folder. Several processes may call it on one folder and share the
 * server; a server whose starter was killed goes on and is found again.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string | undefined;
  settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  const account = findServerAccount();
  const directory = prepareDataDirectory(options.dataDir, account);
  const binaries = installBinaries(directory, account);
  const cluster = path.join(directory, 'cluster');
  const passwordFile = path.join(directory, 'password');

  if (!existsSync(path.join(cluster, 'PG_VERSION'))) await initialise(binaries, account, cluster, passwordFile);
  const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== binaries.major) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${version}, and the one that ships is ${binaries.major}: ` +
        'copy the data with the version that made it, or set DATABASE_URL',
    );
  }

  const password = readFileSync(passwordFile, 'utf8').trim();
  const urlOn = (port: number, database: string) => `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;
  const connect = async (port: number) => {
    const client = new pg.Client({ connectionString: urlOn(port, 'postgres'), connectionTimeoutMillis: 5_000 });
    client.on('error', () => {}); // a server that goes away while we are connected is told by the query
    await client.connect();
    return client;
  };
  const { client, lock, found } = await startOrFind({ binaries, account, cluster, directory, connect, options });
  await createDatabase(client);
  await client.end();

  return {
    url: urlOn(lock.port, USER),
    directory,
    found,
    isAlive: () => isRunning(lock.pid),
    async stop() {
      if (found || !isRunning(lock.pid)) return;
      const probe = await connect(lock.port);
      const { rowCount } = await probe.query(
        "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
      await probe.end();
      if (rowCount) return;
      await runAs(account, directory, binaries.path('pg_ctl'), ['stop', '-s', '-w', '-m', 'fast', '-D', cluster]);
    },
  };
}

function runAs(account: ServerAccount | null, cwd: string, program: string, args: readonly string[]) {
  return run(program, args, { ...account, cwd, env: { NODE_ENV: 'production', LC_ALL: 'C' } });
}

async function initialise(
  binaries: Binaries,
  account: ServerAccount | null,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  const unfinished = `${cluster}.new`; // a first start that was cut off leaves no half-made cluster behind
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  await runAs(account, path.dirname(cluster), binaries.path('initdb'), [
    ...['-D', unfinished, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--data-checksums', '--no-instructions'],
  ]);
  renameSync(unfinished, cluster);
}

interface Lock {
  readonly pid: number;
  readonly port: number;
}

function readLock(cluster: string): Lock | null {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const lock = { pid: Number(lines[0]), port: Number(lines[3]) };
    return lock.pid > 0 && lock.port > 0 ? lock : null;
  } catch {
    return null;
  }
}

async function startOrFind(given: {
  binaries: Binaries;
  account: ServerAccount | null;
  cluster: string;
  directory: string;
  connect: (port: number) => Promise<pg.Client>;
  options: { settings?: Readonly<Record<string, string>> };
}): Promise<{ client: pg.Client; lock: Lock; found: boolean }> {
  const { binaries, account, cluster, directory, connect, options } = given;
  const portFile = path.join(directory, 'port');
  const giveUpAt = Date.now() + START_WITHIN_MS;
  let failure: unknown;
  const reach = async (found: boolean) => {
    const lock = readLock(cluster);
    if (!lock) return null;
    try {
      return { client: await connect(lock.port), lock, found };
    } catch (error) {
      failure = error;
      return null;
    }
  };

  for (;;) {
    const running = await reach(true);
    if (running) return running;
    removeStaleLock(cluster);
    const port = await choosePort(lastPort(portFile)); // the same port again, so that other processes reconnect
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: "''",
      max_connections: '60',
      shared_buffers: '64MB',
      ...options.settings,
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const log = path.join(directory, 'postgresql.log');
    try {
      await runAs(account, directory, binaries.path('pg_ctl'), [
        ...['start', '-s', '-w', '-t', '60', '-D', cluster, '-l', log, '-o', flags.join(' ')],
      ]);
    } catch (error) {
      failure = error; // e.g. dying children of a killed server still hold its shared memory: once more
    }
    const started = await reach(false);
    if (started) {
      writeFileSync(portFile, String(started.lock.port));
      return started;
    }
    if (Date.now() > giveUpAt) {
      throw new Error(`the embedded PostgreSQL in ${directory} does not start; its log is ${log}`, { cause: failure });
    }
    await wait(200);
  }
}

/** After a crash the lock may name a process id that now belongs to something else, as it does in containers. */
function removeStaleLock(cluster: string): void {
  const lock = readLock(cluster);
  if (!lock || process.platform !== 'linux') return;
  let command = '';
  try {
    command = readFileSync(`/proc/${lock.pid}/cmdline`, 'utf8');
  } catch {
    // no such process
  }
  if (!command.includes('postgres')) rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

function lastPort(portFile: string): number {
  return existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || 0 : 0;
}

async function choosePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => {
      if (wanted === 0) reject(error);
      else choosePort(0).then(resolve, reject);
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** The server outlives whoever started it; in a container without an init nobody reaps it when it ends. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // gone this moment, or not Linux
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [USER]);
  if (rowCount) return;
  try {
    await client.query(`CREATE DATABASE ${USER}`);
  } catch (error) {
    const duplicate = error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505');
    if (!duplicate) throw error; // else another process made it at the same moment
  }
}
