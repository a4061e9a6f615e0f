import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, because such a connection could take the port first. */
const PORTS = [10_000, 32_000] as const;

/** Ports of that range that `fetch` calls no server at ("bad port"), by the Fetch Standard, "port blocking". */
const BLOCKED = new Set([10_080]);

/** A port that is free now and that `fetch` may call. */
export async function freePort(): Promise<number> {
  const port = randomInt(...PORTS);
  if (BLOCKED.has(port)) return freePort();
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
