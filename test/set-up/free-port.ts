import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, because such a connection could take the port first. */
const PORTS = [10_000, 32_000] as const;

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const port = randomInt(...PORTS);
  const probe = createServer();
  const isFree = new Promise<boolean>((resolve) =>
    probe.once('listening', () => resolve(true)).once('error', () => resolve(false)),
  );
  probe.listen(port);
  if (!(await isFree)) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}
