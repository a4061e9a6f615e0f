import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../set-up/free-port.ts';
import { until } from '../../set-up/time/until.ts';
import type { Installed } from './installed.ts';
import { SUPERUSER } from './postgres-node.ts';
import { give, serverFolder, startServer, stopServer } from './unprivileged.ts';

export interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

/** PgBouncer in front of the server at that port. It sends any database name on. */
export async function startPooler(
  { pgbouncer }: Installed,
  { serverPort, mode }: { serverPort: number; mode: 'transaction' | 'session' },
): Promise<Pooler> {
  const folder = serverFolder();
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  const configuration = path.join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${SUPERUSER}" ""\n`);
  writeFileSync(
    configuration,
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 40
max_client_conn = 1000
server_login_retry = 1
`,
  );
  for (const file of [users, configuration]) give(file);
  const server = startServer(pgbouncer, [configuration], folder);
  await until('the pooler ready', async () => {
    if (server.process.exitCode !== null) throw new Error(`PgBouncer ended:\n${server.lines.join('\n')}`);
    const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' });
    client.on('error', () => undefined);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    return isReady;
  });
  return {
    port,
    async stop() {
      await stopServer(server, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
