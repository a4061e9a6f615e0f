import { once } from 'node:events';
import net from 'node:net';

/** One address for whichever server is the primary, as a virtual IP address or HAProxy provides it. */
export interface AddressSwitch {
  readonly port: number;
  /** Cuts every connection. New ones are refused until `leadTo`. */
  cut(): void;
  /**
   * New connections go to this port. Those to another are cut.
   *
   * @param options.most after so many connections the server goes away: the next one cuts them all
   */
  leadTo(port: number, options?: { most: number }): void;
  close(): Promise<void>;
}

export async function startAddressSwitch(): Promise<AddressSwitch> {
  let target: number | null = null;
  let left = Infinity;
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket, other: () => net.Socket) => {
    sockets.add(socket);
    socket
      .on('error', () => other().destroy())
      .on('close', () => {
        sockets.delete(socket);
        other().destroy();
      });
  };
  const server = net.createServer((client) => {
    left -= 1;
    if (left < 0) cut();
    if (target === null) return void client.resetAndDestroy();
    const upstream = net.connect(target, '127.0.0.1');
    keep(client, () => upstream);
    keep(upstream, () => client);
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const cut = () => {
    target = null;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: address.port,
    cut,
    leadTo(port, { most } = { most: Infinity }) {
      if (target !== port) cut();
      left = most;
      target = port;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
