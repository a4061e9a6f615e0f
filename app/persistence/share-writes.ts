import { setImmediate as turn } from 'node:timers/promises';

/**
 * Writes that are asked for while others are being written share the next statement or transaction. So one commit serves
 * many at a busy moment, and none waits at a quiet one.
 *
 * @param given.write writes a batch as a whole, and gives each item's result in their order; when it throws, nothing of
 *   the batch is written
 * @param given.lateMs one batch is written at a time, and the next ones gather, unless it takes longer than this: then
 *   another one is written at the same time. Without it, up to `atOnce` are always written at once.
 * @param given.gathers a batch is written after the first turn of the event loop that brought no more items, so that more
 *   of them share a statement while the process is busy; for writes that nothing else waits for
 * @returns resolves once the item's batch is committed; if only that item cannot be written, only it is rejected
 */
export function shareWrites<Item, Result>(given: {
  write: (batch: readonly Item[]) => Promise<readonly Result[]>;
  /** The number of batches that are written at once. */
  atOnce: number;
  /** The number of items in a batch, at most. */
  limit: number;
  lateMs?: number;
  gathers?: boolean;
}): (item: Item) => Promise<Result> {
  const { write, atOnce, limit, lateMs, gathers = false } = given;
  const waiting: Waiting<Item, Result>[] = [];
  let flushes = 0;
  const gather = async () => {
    for (let before = 0; before < waiting.length && waiting.length < limit;) {
      before = waiting.length;
      await turn();
    }
  };
  const flush = async () => {
    while (waiting.length > 0) {
      if (gathers) await gather();
      const items = waiting.splice(0, limit);
      if (items.length === 0) break; // another flush has taken them
      const batch = settle(write, items);
      const help = lateMs === undefined ? undefined : setInterval(begin, lateMs, atOnce);
      await batch;
      clearInterval(help);
    }
    flushes -= 1;
  };
  const begin = (allowed: number) => {
    if (flushes >= allowed || waiting.length === 0) return;
    flushes += 1;
    setImmediate(() => void flush()); // those of the same moment come along
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      begin(lateMs === undefined ? atOnce : 1);
    });
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Settles every item of the batch. If one cannot be written, the others are written without it. Does not throw. */
async function settle<Item, Result>(
  write: (batch: readonly Item[]) => Promise<readonly Result[]>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await write(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error('the batch returned too few or too many results');
    for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result);
  } catch (error) {
    const middle = Math.ceil(batch.length / 2);
    if (batch.length > 1)
      await Promise.all([settle(write, batch.slice(0, middle)), settle(write, batch.slice(middle))]);
    else for (const { reject } of batch) reject(error);
  }
}

/** Shares writes for every database that the process has open: only writes to one database share a statement. */
export function shareWritesTo<Target extends object, Item, Result>(
  given: Omit<Parameters<typeof shareWrites<Item, Result>>[0], 'write'> & {
    write: (target: Target, batch: readonly Item[]) => Promise<readonly Result[]>;
  },
): (target: Target, item: Item) => Promise<Result> {
  const known = new WeakMap<Target, (item: Item) => Promise<Result>>();
  return (target, item) => {
    const put = known.get(target) ?? shareWrites({ ...given, write: (batch) => given.write(target, batch) });
    known.set(target, put);
    return put(item);
  };
}
