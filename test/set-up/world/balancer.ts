import { once } from 'node:events';
import net from 'node:net';

/**
 * A load balancer before several processes of the program, as in production. Each connection goes to the next process,
 * and skips those that do not answer.
 *
 * @param targets ports; may change at any time
 */
export async function startBalancer(port: number, targets: readonly number[]): Promise<{ stop(): Promise<void> }> {
  let turn = 0;
  const connections = new Set<net.Socket>();
  const server = net.createServer((client) => {
    connections.add(client);
    client.on('error', () => client.destroy()).on('close', () => connections.delete(client));
    const connect = (triesLeft: number) => {
      const target = targets[turn++ % targets.length];
      if (target === undefined || triesLeft === 0) return void client.destroy();
      const upstream = net.connect(target, '127.0.0.1');
      let isConnected = false;
      upstream.once('connect', () => {
        isConnected = true;
        client.pipe(upstream).pipe(client);
      });
      upstream.on('error', () => (isConnected ? void client.destroy() : connect(triesLeft - 1)));
      client.on('close', () => upstream.destroy());
    };
    connect(targets.length);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async stop() {
      for (const connection of connections) connection.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
