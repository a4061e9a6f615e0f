import { beforeEach, expect, it } from 'vitest';
import {
  claimDueComparisons,
  endComparison,
  queueComparisons,
  retryComparisons,
} from '../../../app/deliveries/reconciliation/comparisons.ts';
import type { ClaimedOrder } from '../../../app/deliveries/due-orders.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'edits.myshopify.com';
const ORDER = { shop: SHOP, orderId: 'gid://shopify/Order/1' };
const HOUR_MS = 3_600_000;

const { database } = await useDatabase();

beforeEach(async () => {
  await database.shop.deleteMany();
  await database.shop.create({ data: { domain: SHOP } });
});

const queue = (afterMs = 0) => queueComparisons(database, [ORDER, ORDER], afterMs);
const claim = (leaseMs = HOUR_MS) =>
  claimDueComparisons(database, { leaseMs, limit: 50, afterShop: '', ofOneShop: 10, fullShops: [] });
const end = (claimed: ClaimedOrder | undefined, again: { afterMs: number; tries: number } | null = null) =>
  claimed && endComparison(database, { claimed, again }, HOUR_MS);
const kept = () => database.orderComparison.findFirst();

it('an order that changes several times is compared once', async () => {
  await queue();
  await queue(HOUR_MS);
  const [claimed, ...others] = await claim();
  expect([claimed?.orderId, others, await claim()]).toEqual([ORDER.orderId, [], []]);
  await end(claimed);
  expect(await kept()).toBeNull();
});

it('an order that changes while it is compared is compared again, after its changes have settled', async () => {
  await queue();
  const [claimed] = await claim();
  await queue();
  const before = Date.now();
  await end(claimed);
  const row = await kept();
  expect(row).toMatchObject({ claimToken: null, hasNews: false, tries: 0 });
  expect(row?.dueAt.getTime()).toBeGreaterThan(before + HOUR_MS / 2);
});

it('a comparison that failed is tried again, and one that lost its claim changes nothing', async () => {
  await queue();
  const [failed] = await claim();
  await end(failed, { afterMs: 0, tries: 3 });
  const [dead] = await claim(0);
  const [next] = await claim();
  expect(next).toMatchObject({ tries: 3 });
  await end(dead);
  expect(await kept()).toMatchObject({ claimToken: next?.claimToken });
});

it('a comparison that waits for its next try is due at once when the shop has the app again', async () => {
  await queue();
  const [refused] = await claim();
  await end(refused, { afterMs: HOUR_MS, tries: 2 });
  expect(await claim()).toEqual([]);
  await retryComparisons(database, SHOP);
  expect(await claim()).toMatchObject([{ orderId: ORDER.orderId, tries: 0 }]);
});

it('a shop that uninstalled keeps its comparisons until it is redacted', async () => {
  await queue();
  await database.shop.update({ where: { domain: SHOP }, data: { uninstalledAt: new Date() } });
  expect([await claim(), (await kept())?.orderId]).toEqual([[], ORDER.orderId]);
  await database.shop.delete({ where: { domain: SHOP } });
  expect(await kept()).toBeNull();
});
