import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../set-up/free-port.ts';
import { until } from '../../set-up/time/until.ts';
import type { Installed } from './installed.ts';
import {
  give,
  killWithChildren,
  runToEnd,
  serverFolder,
  startServer,
  stopServer,
  type Server,
} from './unprivileged.ts';

export const SUPERUSER = 'handoff';

/** One PostgreSQL server with a data folder of its own. */
export interface PostgresNode {
  readonly port: number;
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** Ends all of its processes at once, with -9. */
  kill(): Promise<void>;
  /** A stopped standby reconnects when it is started again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 200',
  'shared_buffers = 64MB',
  'wal_level = replica',
  'wal_keep_size = 64MB',
  'hot_standby = on',
  'wal_receiver_status_interval = 1s',
  'fsync = off', // no machine loses its power here: processes die
];

export async function startPrimary({ postgres }: Installed): Promise<PostgresNode> {
  const folder = serverFolder();
  const data = path.join(folder, 'data');
  const args = ['-D', data, '-U', SUPERUSER, '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await runToEnd(path.join(postgres, 'initdb'), args, folder);
  appendFileSync(path.join(data, 'postgresql.conf'), `\n${SETTINGS.join('\n')}\n`);
  return startNode(postgres, folder, data);
}

/** @param from the primary that it follows from now on */
export async function startStandby({ postgres }: Installed, from: PostgresNode): Promise<PostgresNode> {
  const folder = serverFolder();
  const data = path.join(folder, 'data');
  const server = ['-h', '127.0.0.1', '-p', String(from.port), '-U', SUPERUSER];
  const args = [...server, '-D', data, '-X', 'stream', '-c', 'fast', '--no-sync'];
  await runToEnd(path.join(postgres, 'pg_basebackup'), args, folder);
  // what the copy knows of its primary's standbys must not bind it when it is promoted
  const connection = `host=127.0.0.1 port=${from.port} user=${SUPERUSER} application_name=standby`;
  writeFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  writeFileSync(path.join(data, 'standby.signal'), '');
  give(path.join(data, 'standby.signal'));
  return startNode(postgres, folder, data);
}

async function startNode(postgres: string, folder: string, data: string): Promise<PostgresNode> {
  const port = await freePort();
  let server: Server;
  const query = async <Row extends object>(sql: string): Promise<Row[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const start = async () => {
    server = startServer(path.join(postgres, 'postgres'), ['-D', data, '-c', `port=${port}`], folder);
    await until('the server ready', async () => {
      if (server.process.exitCode !== null) throw new Error(`PostgreSQL ended:\n${server.lines.join('\n')}`);
      return (await query('SELECT 1').catch(() => [])).length > 0;
    });
  };
  await start();
  return {
    port,
    query,
    start,
    kill: () => killWithChildren(server),
    stop: () => stopServer(server, 'SIGINT'),
    async remove() {
      await killWithChildren(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
