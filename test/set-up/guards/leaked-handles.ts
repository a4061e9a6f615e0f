import { setTimeout as pause } from 'node:timers/promises';
import { openTimers } from './timers.ts';

/** Kinds of resources that keep a process alive, with their descriptions. */
const KINDS: Readonly<Record<string, string>> = {
  Timeout: 'timer',
  TCPServerWrap: 'listening server',
  TCPSocketWrap: 'open connection',
  ProcessWrap: 'running process',
};
/**
 * A closed resource disappears a little later. What stays is a leak after both this time and this many looks, because on a
 * busy machine the time can pass without a turn of the event loop.
 */
const GRACE = { ms: Number(process.env.LEAKS_GRACE_MS ?? 2_000), looks: 20 };
const LOOK_EVERY_MS = 10;

export type OpenHandles = ReadonlyMap<string, number>;

/** The resources that keep this process alive now. */
export function openHandles(): OpenHandles {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind in KINDS && kind !== 'Timeout') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  counts.set('Timeout', openTimers().length);
  return counts;
}

/** @returns a line for each kind of handle of which there are more than before. Waits for those that are closing */
export async function findLeakedHandles(before: OpenHandles): Promise<string[]> {
  const end = performance.now() + GRACE.ms;
  for (let looks = 1; ; looks += 1) {
    const leaked = moreThan(before);
    if (leaked.length === 0 || (performance.now() > end && looks > GRACE.looks)) return leaked;
    await pause(LOOK_EVERY_MS);
  }
}

function moreThan(before: OpenHandles): string[] {
  return Array.from(openHandles(), ([kind, count]) => ({ kind, left: count - (before.get(kind) ?? 0) }))
    .filter(({ left }) => left > 0)
    .map(({ kind, left }) =>
      [`left open: ${left} × ${KINDS[kind] ?? kind} (${kind})`, ...(kind === 'Timeout' ? openTimers() : [])].join('\n'),
    );
}
