import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface StatementCounter {
  /** The database's address through the counter. */
  readonly url: string;
  /** Statements sent to the server so far, including `BEGIN` and `COMMIT`. */
  count(): number;
  close(): Promise<void>;
}

/** Message types of the frontend: a simple query, and the execution of a prepared one. */
const STATEMENTS = new Set(['Q', 'E']);
const HEADER_BYTES = 5;

/** A proxy between a client and PostgreSQL that counts statements, whichever library sends them. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  let statements = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const count = messageCounter(() => (statements += 1));
    client.on('data', count);
    client.pipe(database).pipe(client);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    count: () => statements,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows the messages across the chunks they arrive in. The first message of a connection has no type byte. */
function messageCounter(isStatement: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    if (!isStarted) {
      if (rest.length < 4 || rest.length < rest.readInt32BE(0)) return;
      rest = rest.subarray(rest.readInt32BE(0));
      isStarted = true;
    }
    while (rest.length >= HEADER_BYTES && rest.length > rest.readInt32BE(1)) {
      if (STATEMENTS.has(rest.toString('latin1', 0, 1))) isStatement();
      rest = rest.subarray(rest.readInt32BE(1) + 1);
    }
  };
}
