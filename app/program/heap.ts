import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** For new objects. By itself V8 takes up to 128 MiB for them. With much less than this, it collects garbage too often. */
const NEW_SPACE_BYTES = 8 * 2 ** 20;
/** How much the rest may grow before it is collected, in percent of what was alive at the last time. */
const GROWTH_PERCENT = 30;
/** Enough of them to make V8 grow the space, many times over. */
const BLOCK_LIMIT = 2_000;
/** Milliseconds between two collections of garbage. In a quiet process there is about one in a minute. */
const BUSY_GAP = 1_000;

/**
 * Lets V8 collect garbage sooner. By itself it leaves the heap of a small server at several times of what is alive,
 * since the machine has memory to spare.
 *
 * V8 reads these flags whenever it may grow a space, and under load it does not give back what it has. So this is called
 * before the program is loaded.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  growNewSpace();
  // V8 shrinks the space of a quiet process to 2 MiB
  let lastAt = -Infinity;
  new PerformanceObserver((collections) => {
    for (const { startTime } of collections.getEntries()) {
      const isBusy = startTime - lastAt < BUSY_GAP;
      lastAt = startTime;
      if (isBusy && newSpaceHasRoom()) growNewSpace();
    }
  }).observe({ entryTypes: ['gc'] });
}

/** There is no flag for the largest size that can be set at run time: so the space grows here until it is large enough. */
function growNewSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const kept: object[] = [];
  while (newSpaceHasRoom() && kept.length < BLOCK_LIMIT) {
    kept.push(Array.from({ length: 256 }, () => ({})));
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** V8 doubles the space. */
function newSpaceHasRoom(): boolean {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return space !== undefined && 2 * space.space_size <= NEW_SPACE_BYTES;
}
