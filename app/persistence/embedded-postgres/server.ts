import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Pace } from '../../pace.ts';
import { StartError } from '../../start-error.ts';
import { APP_DATABASE, APP_ROLE, prepareAppRole } from './app-role.ts';
import { installBinaries, type Binaries } from './binaries.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { findServerAccount, makeOwnFile, readOwnFile, writeOwnFile, type ServerAccount } from './server-account.ts';
import { isRunning, readLock, removeStaleLock, type ServerLock } from './server-lock.ts';

const run = promisify(execFile);

/** The cluster's superuser. The program itself uses another role. */
const SUPERUSER = 'handoff';

/**
 * Application names of connections: the first shows that a process uses the server, the second belongs to a check
 * whether any does.
 */
const KEEPER = 'handoff-keeper';
const PROBE = 'handoff-probe';

export interface EmbeddedPostgres {
  /** For the program. */
  readonly url: string;
  /** For maintenance: it may do anything. */
  readonly superuserUrl: string;
  readonly directory: string;
  /** Whether it was already running, used by another process or left by one that was killed. */
  readonly found: boolean;
  isAlive(): boolean;
  /** Stops the server, whoever started it, unless another process uses it. */
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL server without a set-up: its binaries come from npm, everything is in one folder, and it can be
 * reached only from this machine, with a random password that is stored in that folder. Several processes may call this
 * with the same folder and share the server. A server whose starter was killed keeps running and is found again.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string | undefined;
  pace: Pace['embeddedPostgres'];
  settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  const { pace } = options;
  const account = findServerAccount();
  const directory = prepareDataDirectory(options.dataDir, account);
  const binaries = installBinaries(directory, account);
  const cluster = path.join(directory, 'cluster');
  const passwordFile = path.join(directory, 'password');
  const appPasswordFile = path.join(directory, 'app-password');

  if (!existsSync(path.join(cluster, 'PG_VERSION'))) await initialise(binaries, account, cluster, passwordFile);
  const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== binaries.major) {
    throw new StartError(
      `DATA_DIR: ${cluster} was made by PostgreSQL ${version}, and the one that ships is ${binaries.major}: ` +
        'copy the data with the version that made it, or set DATABASE_URL',
    );
  }

  const password = readOwnFile(passwordFile);
  if (!password)
    throw new StartError(`DATA_DIR: ${passwordFile} is missing or a link: restore it from a backup of DATA_DIR`);
  const connectTo = (port: number) => async (database: string, name: string) => {
    const client = new pg.Client({
      connectionString: `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
      connectionTimeoutMillis: pace.connectMs,
      application_name: name,
    });
    client.on('error', () => {}); // if the server stops while we are connected, the query reports it
    await client.connect();
    return client;
  };
  const connect = (port: number) => connectTo(port)('postgres', KEEPER);
  const { keeper, lock, found } = await startOrFind({ binaries, account, cluster, directory, connect, options });
  const stop = async () => {
    await keeper.end();
    if (!isRunning(lock.pid)) return;
    const probe = await connectTo(lock.port)('postgres', PROBE).catch(nullWhileStopping);
    if (!probe) return;
    const hasEnded = async () => {
      const giveUpAt = Date.now() + pace.startMs;
      while (isRunning(lock.pid) && Date.now() < giveUpAt) await wait(pace.tryEveryMs);
      return !isRunning(lock.pid);
    };
    const isUsed = async () => {
      try {
        const { rowCount } = await probe.query(
          "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1",
          [PROBE],
        );
        return Boolean(rowCount);
      } catch (error) {
        if (await hasEnded()) return false; // another process has stopped it
        throw error;
      }
    };
    const giveUpAt = Date.now() + pace.closedMs;
    let isUsedByOthers = await isUsed();
    while (isUsedByOthers && Date.now() < giveUpAt) {
      await wait(pace.tryEveryMs);
      isUsedByOthers = await isUsed();
    }
    await probe.end();
    if (isUsedByOthers) return;
    try {
      await runAs(account, directory, binaries.path('pg_ctl'), ['stop', '-s', '-w', '-m', 'fast', '-D', cluster]);
      await hasEnded(); // a moment after its lock file, for which `pg_ctl` waits
    } catch (error) {
      if (!(await hasEnded())) throw error; // otherwise another process stopped it at the same moment
    }
  };

  let appPassword: string | null;
  try {
    makeOwnFile(appPasswordFile, newPassword(), account);
    appPassword = readOwnFile(appPasswordFile);
    if (!appPassword) {
      throw new StartError(`DATA_DIR: ${appPasswordFile} is empty or a link: remove it, and start again`);
    }
    await prepareAppRole((database) => connectTo(lock.port)(database, 'handoff-set-up'), appPassword);
  } catch (error) {
    await stop(); // a process that cannot use the server does not leave it running
    throw error;
  }

  return {
    url: `postgresql://${APP_ROLE}:${appPassword}@127.0.0.1:${lock.port}/${APP_DATABASE}`,
    superuserUrl: `postgresql://${SUPERUSER}:${password}@127.0.0.1:${lock.port}/${APP_DATABASE}`,
    directory,
    found,
    isAlive: () => isRunning(lock.pid),
    stop,
  };
}

/** Another process has just told the server to stop. */
function nullWhileStopping(error: unknown): null {
  if (error instanceof pg.DatabaseError && error.code === '57P03') return null;
  throw error;
}

const newPassword = () => randomBytes(24).toString('hex');

function runAs(account: ServerAccount | null, cwd: string, program: string, args: readonly string[]) {
  return run(program, args, { ...account, cwd, env: { NODE_ENV: 'production', LC_ALL: 'C' } });
}

async function initialise(
  binaries: Binaries,
  account: ServerAccount | null,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  const unfinished = `${cluster}.new`; // an interrupted first start leaves no incomplete cluster behind
  rmSync(unfinished, { recursive: true, force: true });
  writeOwnFile(passwordFile, newPassword(), account);
  await runAs(account, path.dirname(cluster), binaries.path('initdb'), [
    ...['-D', unfinished, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--data-checksums', '--no-instructions'],
  ]);
  renameSync(unfinished, cluster);
}

async function startOrFind(given: {
  binaries: Binaries;
  account: ServerAccount | null;
  cluster: string;
  directory: string;
  connect: (port: number) => Promise<pg.Client>;
  options: { settings?: Readonly<Record<string, string>>; pace: Pace['embeddedPostgres'] };
}): Promise<{ keeper: pg.Client; lock: ServerLock; found: boolean }> {
  const { binaries, account, cluster, directory, connect, options } = given;
  const portFile = path.join(directory, 'port');
  const giveUpAt = Date.now() + options.pace.startMs;
  let failure: unknown;
  const reach = async (found: boolean) => {
    const lock = readLock(cluster);
    if (!lock) return null;
    try {
      return { keeper: await connect(lock.port), lock, found };
    } catch (error) {
      failure = error;
      return null;
    }
  };

  for (;;) {
    const running = await reach(true);
    if (running) return running;
    removeStaleLock(cluster);
    const port = await choosePort(lastPort(portFile)); // the same port again, so that other processes can reconnect
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: "''",
      max_connections: '60',
      shared_buffers: '64MB',
      random_page_cost: '1.1', // most tables are in memory, and a few rows are to be looked up, not joined with all
      autovacuum_naptime: '5s', // in its first burst, a plan made for an empty table reads all of it in each batch
      ...options.settings,
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const log = path.join(directory, 'postgresql.log');
    try {
      await runAs(account, directory, binaries.path('pg_ctl'), [
        ...['start', '-s', '-w', '-t', '60', '-D', cluster, '-l', log, '-o', flags.join(' ')],
      ]);
    } catch (error) {
      failure = error; // for example, dying children of a killed server still use its shared memory: try once more
    }
    const started = await reach(false);
    if (started) {
      writeOwnFile(portFile, String(started.lock.port), account);
      return started;
    }
    if (Date.now() > giveUpAt) {
      throw new StartError(`DATA_DIR: the PostgreSQL in ${directory} does not start: its log ${log} says why`, {
        cause: failure,
      });
    }
    await wait(options.pace.tryEveryMs);
  }
}

function lastPort(portFile: string): number {
  return Number(readOwnFile(portFile)) || 0;
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
