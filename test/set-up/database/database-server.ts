import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../../app/persistence/embedded-postgres/server.ts';
import { applyMigrations } from '../../../app/persistence/migrations.ts';
import { TEST_PACE } from '../time/pace.ts';

const TEMPLATE = `handoff_test_template_${process.pid}`;

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database of the server, used to create others. */
    maintenanceUrl: string;
    template: string;
  }
}

interface DatabaseServer {
  readonly maintenanceUrl: string;
  stop(): Promise<void>;
}

/** Where the projects of one run find the server. Each project loads this file again, all in one process. */
declare global {
  var handoffTestServer: { readonly started: Promise<DatabaseServer>; users: number } | undefined;
}

/**
 * One server for the whole run: the embedded one in a folder of its own, or that of `DATABASE_URL`. It contains a
 * template with all migrations, and every test file clones a database from it. The first project
 * starts the server, and the last one stops it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globalThis.handoffTestServer ??= { started: startServer(), users: 0 });
  shared.users += 1;
  const server = await shared.started;
  project.provide('maintenanceUrl', server.maintenanceUrl);
  project.provide('template', TEMPLATE);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await server.stop();
  };
}

async function startServer(): Promise<DatabaseServer> {
  const server = process.env.DATABASE_URL ? null : await startEmbeddedServer();
  const maintenanceUrl = process.env.DATABASE_URL ?? server?.url ?? '';
  await onServer(maintenanceUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
  });
  const databaseUrl = urlOf(maintenanceUrl, TEMPLATE);
  await applyMigrations(databaseUrl);
  return {
    maintenanceUrl,
    async stop() {
      await onServer(maintenanceUrl, (client) => client.query(`DROP DATABASE ${TEMPLATE} WITH (FORCE)`));
      await server?.stop();
    },
  };
}

async function startEmbeddedServer() {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'handoff-test-'));
  // A test run needs no durability, but many connections, because each test file has its own program.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    autovacuum_naptime: '1min', // a process for each of the many databases every five seconds takes processor
  };
  const server = await startEmbeddedPostgres({ dataDir: directory, pace: TEST_PACE.embeddedPostgres, settings });
  return {
    url: server.superuserUrl,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
