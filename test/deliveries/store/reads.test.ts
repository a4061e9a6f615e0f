import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { claimDueReads, putReadOff, recordFailedRead } from '../../../app/deliveries/delivery-store.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const now = new Date();
const leaseMs = 60_000;
const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
const at = (ms: number) => new Date(now.getTime() + ms);

const { database } = await useDatabase();

afterEach(async () => {
  await database.delivery.deleteMany();
  await database.shop.deleteMany();
  await database.operatorAccount.deleteMany();
});

/** An account with a shop, whose reads have been due for that many milliseconds. */
async function account(
  id = '',
  late: readonly number[],
  changes: { pausedAt?: Date; restUntil?: Date; uninstalledAt?: Date } = {},
): Promise<void> {
  const { uninstalledAt = null, ...ofAccount } = changes;
  const token = { tokenEncrypted: '', tokenFingerprint: id, tokenLastFour: 'last' };
  await database.operatorAccount.create({ data: { id, environment: 'production', ...token, ...ofAccount } });
  const shopDomain = `shop-${id}.myshopify.com`;
  await database.shop.create({ data: { domain: shopDomain, operatorAccountId: id, uninstalledAt } });
  await database.delivery.createMany({
    data: late.map((ms) => ({
      shopDomain,
      fulfillmentId: randomUUID(),
      orderId: 'o',
      phase: 'in-delivery',
      operatorAccountId: id,
      orderName: String(ms),
      nextReadAt: at(-ms),
    })),
  });
}

/** How late the claimed reads are, by account. */
async function claim(given: Partial<Parameters<typeof claimDueReads>[1]> = {}): Promise<Record<string, number[]>> {
  const usual = { now, leaseMs, limit: 100, rooms: { known: {}, others: 10 }, afterAccount: null };
  const claimed = await claimDueReads(database, { ...usual, ...given });
  const byAccount = Map.groupBy(claimed, ({ operatorAccountId }) => operatorAccountId?.at(-1) ?? '');
  return Object.fromEntries(
    [...byAccount].map(([id, rows]) => [id, rows.map(({ orderName }) => Number(orderName)).sort((a, b) => b - a)]),
  );
}

it('each account gets as many as there is room for, those first that have been due longest', async () => {
  await account(FIRST, [1, 5, 3, -1, 4]);
  await account(SECOND, [2, 6]);
  await account(THIRD, [7]);
  const rooms = { known: { [FIRST ?? '']: 2, [THIRD ?? '']: 0 }, others: 10 };
  expect(await claim({ rooms })).toEqual({ 1: [5, 4], 2: [6, 2] });
  expect(await claim()).toEqual({ 1: [3, 1], 3: [7] });
  expect(await claim()).toEqual({});
});

it('accounts take turns, beginning after the one where the last claim ended', async () => {
  for (const id of [THIRD, SECOND, FIRST]) await account(id, [1, 2, 3]);
  const rooms = { known: {}, others: 2 };
  expect(await claim({ rooms, limit: 3 })).toEqual({ 1: [3, 2], 2: [3] });
  expect(await claim({ rooms, limit: 3, afterAccount: SECOND ?? null })).toEqual({ 3: [3, 2] });
  expect(await claim({ rooms, limit: 3 })).toEqual({ 1: [1], 2: [2, 1] });
});

it('accounts that are paused or at rest, and shops that uninstalled, are left out', async () => {
  await account(FIRST, [1], { pausedAt: now });
  await account(SECOND, [1], { restUntil: at(1) });
  await account(THIRD, [1], { uninstalledAt: now });
  expect(await claim()).toEqual({});
  await database.operatorAccount.updateMany({ data: { pausedAt: null, restUntil: now } });
  expect(await claim()).toEqual({ 1: [1], 2: [1] });
});

it('a claim expires, and ends when the time of the next read is set', async () => {
  await account(FIRST, [1]);
  expect(await claim()).toEqual({ 1: [1] });
  expect(await claim({ now: at(leaseMs - 1) })).toEqual({});
  expect(await claim({ now: at(leaseMs) })).toEqual({ 1: [1] });
  const delivery = await database.delivery.findFirstOrThrow();
  await putReadOff(database, { id: delivery.id, until: now });
  expect(await claim()).toEqual({ 1: [1] });
  await recordFailedRead(database, delivery, { nextReadAt: now, flags: [] });
  expect(await claim()).toEqual({ 1: [1] });
});

it('two processes that claim at once never get the same read', async () => {
  await account(
    FIRST,
    Array.from({ length: 100 }, (_, place) => place + 1),
  );
  const claims = await Promise.all(Array.from({ length: 10 }, () => claim()));
  const all = claims.flatMap(({ 1: late = [] }) => late);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(10);
});
