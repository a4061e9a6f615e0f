import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { STANDARD_PACE } from '../../app/pace.ts';
import { startEmbeddedPostgres } from '../../app/persistence/embedded-postgres/server.ts';
import { applyMigrations } from '../../app/persistence/migrations.ts';
import { onServer, urlOf } from '../../test/set-up/database/database-server.ts';
import { testVariables } from '../../test/set-up/environment.ts';
import { endOnSignal } from './end-on-signal.ts';

export interface BenchDatabase {
  readonly url: string;
  /** The environment variables that make a program use that database. */
  readonly variables: Readonly<Record<string, string>>;
  /** Creates another database on the server, with all migrations. */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL with its default configuration, in a folder of its own, or uses `BENCH_DATABASE_URL`.
 */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const external = process.env.BENCH_DATABASE_URL;
  if (external) return onExternalServer(external);
  const directory = await mkdtemp(path.join(os.tmpdir(), 'handoff-bench-'));
  const starting = startEmbeddedPostgres({ dataDir: directory, pace: STANDARD_PACE.embeddedPostgres });
  const stop = endOnSignal(async () => {
    await (await starting).stop();
    await rm(directory, { recursive: true, force: true });
  });
  const server = await starting;
  await applyMigrations(server.superuserUrl);
  return {
    url: server.superuserUrl,
    variables: { DATA_DIR: directory },
    async create(name) {
      await onServer(server.superuserUrl, (client) => client.query(`CREATE DATABASE ${name}`));
      const url = urlOf(server.superuserUrl, name);
      await applyMigrations(url);
      return url;
    },
    stop,
  };
}

async function onExternalServer(serverUrl: string): Promise<BenchDatabase> {
  const created: string[] = [];
  const create = async (purpose: string) => {
    const name = `handoff_bench_${purpose}_${randomUUID().slice(0, 8)}`;
    await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`));
    created.push(name);
    const url = urlOf(serverUrl, name);
    await applyMigrations(url);
    return url;
  };
  const stop = endOnSignal(async () => {
    for (const name of created) {
      await onServer(serverUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    }
  });
  const url = await create('main');
  return { url, variables: { DATABASE_URL: url }, create, stop };
}

/** Runs a server of `bench/` in a separate process, which prints its port once it listens. */
export async function startBenchServer(file: string, databaseUrl: string) {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '..', file)], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      ...testVariables({ NODE_ENV: 'production', DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = endOnSignal(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  });
  const ended: Promise<never> = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before it listened`);
  });
  const port = once(createInterface(child.stdout), 'line').then((line: unknown[]) => String(line[0]).trim());
  const listening = await Promise.race([port, ended]);
  return { url: `http://127.0.0.1:${listening}`, stop };
}
