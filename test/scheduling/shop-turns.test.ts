import { expect, it } from 'vitest';
import { shopTurns, type Turn } from '../../app/scheduling/shop-turns.ts';

const OF_ONE_SHOP = 10;

/** Queues of shops, claimed as the database does it: shops in the order of their names, each with its share. */
function startQueues(queues: Record<string, number>) {
  const turns = shopTurns<string>({ ofOneShop: OF_ONE_SHOP, shopOf: (shop) => shop });
  const claim = ({ limit, afterShop, ofOneShop }: Turn) => {
    const shops = Object.keys(queues).filter((shop) => shop > afterShop);
    const rows = shops
      .sort()
      .flatMap((shop) => Array.from({ length: Math.min(queues[shop] ?? 0, ofOneShop) }, () => shop))
      .slice(0, limit);
    for (const shop of rows) queues[shop] = (queues[shop] ?? 0) - 1;
    return Promise.resolve(rows);
  };
  /** How many rows of each shop one claim takes. */
  const take = async (limit: number) => {
    const { rows, hasMore } = await turns.take(limit, claim);
    const taken = Array.from(Map.groupBy(rows, String), ([shop, { length }]) => [shop, length] as const);
    return { taken: Object.fromEntries(taken), hasMore };
  };
  return { queues, take };
}

it('gives every shop its share, and says when there is more', async () => {
  const { take } = startQueues({ a: 25, b: 3 });
  expect(await take(100)).toEqual({ taken: { a: 10, b: 3 }, hasMore: true });
  expect(await take(100)).toEqual({ taken: { a: 10 }, hasMore: true });
  expect(await take(100)).toEqual({ taken: { a: 5 }, hasMore: false });
});

it('continues after the last shop that had its turn', async () => {
  const { take } = startQueues({ a: 100, b: 100, c: 100 });
  expect(await take(20)).toEqual({ taken: { a: 10, b: 10 }, hasMore: true });
  expect(await take(20)).toEqual({ taken: { c: 10 }, hasMore: true });
  expect(await take(20)).toEqual({ taken: { a: 10, b: 10 }, hasMore: true });
});

it('lets a shop that is alone take twice its share, until another one comes', async () => {
  const { queues, take } = startQueues({ b: 1_000 });
  expect(await take(100)).toEqual({ taken: { b: 10 }, hasMore: true });
  expect(await take(100)).toEqual({ taken: { b: 20 }, hasMore: true });
  expect(await take(15)).toEqual({ taken: { b: 15 }, hasMore: true });
  queues.c = 1;
  expect(await take(100)).toEqual({ taken: { c: 1 }, hasMore: true });
  expect(await take(100)).toEqual({ taken: { b: 10 }, hasMore: true });
  queues.a = 1;
  expect(await take(100)).toEqual({ taken: { a: 1, b: 20 }, hasMore: true });
  expect(await take(100)).toEqual({ taken: { b: 10 }, hasMore: true });
});
