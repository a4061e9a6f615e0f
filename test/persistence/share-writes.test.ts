import { expect, it } from 'vitest';
import { shareWrites } from '../../app/persistence/share-writes.ts';
import { until } from '../set-up/time/until.ts';

interface Recorded {
  readonly refused?: readonly number[];
  readonly atOnce?: number;
  readonly limit?: number;
  readonly lateMs?: number;
  readonly gathers?: boolean;
}

/** Writes numbers and says which batches it was given. A batch is written when the test lets it. */
function recorder({ refused = [], atOnce = 1, limit = 10, lateMs, gathers = false }: Recorded = {}) {
  const batches: (readonly number[])[] = [];
  const gates: (() => void)[] = [];
  const put = shareWrites<number, string>({
    async write(batch) {
      batches.push(batch);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (batch.some((item) => refused.includes(item))) throw new Error('refused');
      return batch.map((item) => `wrote ${item}`);
    },
    atOnce,
    limit,
    gathers,
    ...(lateMs === undefined ? {} : { lateMs }),
  });
  const letThrough = async (whole: Promise<unknown>) => {
    const isDone = whole.then(
      () => true,
      () => true,
    );
    const next = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));
    while (!(await Promise.race([isDone, next()]))) gates.shift()?.();
  };
  return { put, batches, letThrough };
}

it('writes simultaneous items together, and those that arrive meanwhile afterwards', async () => {
  const { put, batches, letThrough } = recorder({ limit: 3 });
  const all = Promise.all([1, 2, 3, 4].map(put));
  await letThrough(all);
  expect(await all).toEqual(['wrote 1', 'wrote 2', 'wrote 3', 'wrote 4']);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

it('rejects only the item that cannot be written', async () => {
  const { put, letThrough } = recorder({ refused: [2] });
  const all = Promise.allSettled([1, 2, 3].map(put));
  await letThrough(all);
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('gathers items while a batch is being written, and writes them beside it when it hangs', async () => {
  const { put, batches, letThrough } = recorder({ atOnce: 3, lateMs: 5 });
  const first = put(1);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const others = [2, 3].map(put);
  expect(batches).toEqual([[1]]);
  await until('the others written beside it', () => batches.length === 2);
  expect(batches).toEqual([[1], [2, 3]]);
  // both hang
  const last = [4, 5].map(put);
  await until('a third batch', () => batches.length === 3);
  const beyond = put(6);
  await letThrough(Promise.all([first, ...others, ...last, beyond]));
  expect(batches).toEqual([[1], [2, 3], [4, 5], [6]]);
});

it('writes as many batches at once as it may', async () => {
  const { put, batches, letThrough } = recorder({ atOnce: 2, limit: 1 });
  const first = put(1);
  const second = put(2);
  const third = put(3);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(batches).toEqual([[1], [2]]);
  await letThrough(Promise.all([first, second, third]));
  expect(batches).toEqual([[1], [2], [3]]);
});

it('can wait for a turn of the event loop that brings no more, up to its limit', async () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const { put, batches, letThrough } = recorder({ gathers: true, limit: 4 });
  const all: Promise<string>[] = [];
  for (let item = 1; item <= 6; item += 1) {
    all.push(put(item));
    await turn();
  }
  expect(batches).toEqual([[1, 2, 3, 4]]);
  await letThrough(Promise.all(all));
  expect(batches).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  const last = put(7);
  await until('what is alone written', () => batches.length === 3);
  await letThrough(last);
});
