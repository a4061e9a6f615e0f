import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../app/persistence/embedded-postgres/server.ts';
import { applyMigrations } from '../../app/persistence/migrations.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { until } from '../set-up/time/until.ts';

export interface OwnDatabaseServer {
  readonly dataDir: string;
  readonly url: string;
  /** The process id of the server. */
  postmaster(): Promise<number>;
  /** A fast shutdown, which cuts every connection, and another start. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** A database server of one test's own, which it may disturb as it likes. */
export async function startOwnDatabaseServer(): Promise<OwnDatabaseServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'handoff-outage-'));
  const start = () =>
    startEmbeddedPostgres({ dataDir, pace: TEST_PACE.embeddedPostgres, settings: { max_connections: '200' } });
  const server = await start();
  await applyMigrations(server.url);
  const postmaster = async () =>
    Number((await readFile(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
  const shutDown = async () => {
    const running = await start();
    process.kill(await postmaster(), 'SIGINT');
    await until('the database stopped', () => !running.isAlive());
  };
  return {
    dataDir,
    url: server.url,
    postmaster,
    async restart() {
      await shutDown();
      await start();
    },
    async end() {
      await shutDown();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
