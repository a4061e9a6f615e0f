import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  endOrders,
  forgetCustomerOfOrders,
  letGo,
  checkAgain,
  openOrders,
  ordersChanged,
  pruneEndedOrders,
  reopenOrders,
} from '../../app/early-warning/open-orders.ts';
import {
  claimDueChecks,
  endClaim,
  keepHolds,
  recordCheck,
  setAside,
  type ClaimedOrder,
} from '../../app/early-warning/order-claims.ts';
import type { Problem } from '../../app/domain/problems/problem.ts';
import type { AppContext } from '../../app/app-context.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

const START = new Date('2026-03-02T15:00:00Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const PACE = { settleMs: 10_000, slackMs: 0 };
const orderId = 'gid://shopify/Order/1';
const PROBLEM: Problem = {
  code: 'district-not-served',
  field: 'dropoff.location.district',
  details: { district: 'x' },
};

let program: TestHandoff;
let app: AppContext;
let shop: string;

beforeAll(async () => {
  program = await startTestHandoff({ work: false });
  ({ app } = program);
});

afterAll(async () => {
  await program.stop();
});

beforeEach(async () => {
  shop = `${randomUUID()}.myshopify.com`;
  await app.database.openOrder.deleteMany();
  await app.database.shop.create({ data: { domain: shop, installedAt: START, handOverOn: true } });
});

const row = () =>
  app.database.openOrder.findUniqueOrThrow({ where: { shopDomain_orderId: { shopDomain: shop, orderId } } });
const open = (seconds = 0) => openOrders(app.database, [{ shop, orderId }], { now: at(seconds), lookAt: at(seconds) });
const claimAll = (seconds: number) =>
  claimDueChecks(app.database, { now: at(seconds), leaseMs: 60_000, limit: 10, restingShops: [] });
async function claim(seconds: number): Promise<ClaimedOrder> {
  const [claimed] = await claimAll(seconds);
  if (!claimed) throw new Error('nothing is due');
  return claimed;
}
const look = (claimed: ClaimedOrder, verdict: 'ready' | 'ended' | Problem, seconds: number) =>
  recordCheck(app.database, claimed, {
    ...(typeof verdict === 'string' ? { verdict } : { verdict: 'warned' as const, problems: [verdict] }),
    orderName: '#1001',
    lookedAt: at(seconds),
    holds: [],
  });
const change = (seconds: number, changedAt: Date | null) =>
  ordersChanged(app.database, [{ shop, orderId, changedAt }], { now: at(seconds), pace: PACE });

describe('an order that is placed', () => {
  it('is opened once, whatever is repeated', async () => {
    const twice = [
      { shop, orderId },
      { shop, orderId },
    ];
    expect(await openOrders(app.database, twice, { now: START, lookAt: START })).toEqual([{ shop, orderId }]);
    expect(await open(5)).toEqual([]);
    expect(await row()).toMatchObject({ verdict: 'unread', lookAt: START });
  });

  it.each([
    ['has switched the warnings off', { settings: { earlyWarning: 'off' } }],
    ['does not hand over', { handOverOn: false }],
    ['has uninstalled', { uninstalledAt: START }],
    ['was never installed', { installedAt: null }],
  ])('is not opened for a shop that %s', async (_, data) => {
    await app.database.shop.update({ where: { domain: shop }, data });
    expect(await open()).toEqual([]);
  });

  it('is not opened again after its end', async () => {
    await open();
    await look(await claim(1), 'ended', 1);
    expect(await open(2)).toEqual([]);
    expect(await row()).toMatchObject({ verdict: 'ended', endedAt: at(1) });
  });
});

describe('a change', () => {
  it('is one read with the changes that follow soon', async () => {
    await open();
    await endClaim(app.database, await claim(1), { lookAt: null });
    expect(await change(20, at(20))).toEqual([{ shop, orderId }]);
    expect(await row()).toMatchObject({ lookAt: at(30) });
    await change(25, at(25));
    expect(await row()).toMatchObject({ lookAt: at(30) });
  });

  it('that a read has seen causes no other read', async () => {
    await open();
    const claimed = await claim(10);
    await look(claimed, 'ready', 10);
    await endClaim(app.database, claimed, { lookAt: null });
    expect(await change(20, at(9))).toEqual([]);
    expect(await change(20, at(10))).toEqual([{ shop, orderId }]);
  });

  it('during a read is read again', async () => {
    await open();
    const claimed = await claim(1);
    await change(2, at(2));
    await look(claimed, 'ready', 1);
    await endClaim(app.database, claimed, { lookAt: null });
    expect(await row()).toMatchObject({ lookAt: at(12), claimToken: null });
  });

  it('of an order that has ended, or is unknown, causes no read', async () => {
    expect(await change(1, at(1))).toEqual([]);
    await open();
    await look(await claim(1), 'ended', 1);
    expect(await change(20, null)).toEqual([]);
    expect(await row()).toMatchObject({ verdict: 'ended' });
  });

  it('brings a read that waits for a later try forward', async () => {
    await open();
    await endClaim(app.database, await claim(1), { lookAt: at(600), tries: 5 });
    await change(20, at(20));
    expect(await row()).toMatchObject({ lookAt: at(30), tries: 5 });
  });
});

describe('a claim', () => {
  it('is of one process, until it ends or expires', async () => {
    await open();
    expect(await claimAll(1)).toHaveLength(1);
    expect(await claimAll(30)).toHaveLength(0);
    expect(await claimAll(62)).toHaveLength(1);
  });

  it('that is lost changes nothing', async () => {
    await open();
    const first = await claim(1);
    const second = await claim(62);
    expect(await look(first, PROBLEM, 2)).toBe('lost');
    expect(await keepHolds(app.database, first, [])).toBe(false);
    await endClaim(app.database, first, { lookAt: null });
    expect(await row()).toMatchObject({ verdict: 'unread', lookAt: START, claimToken: second.claimToken });
  });

  it('leaves out throttled shops, and those that uninstalled', async () => {
    await open();
    const given = { now: at(1), leaseMs: 1_000, limit: 10 };
    expect(await claimDueChecks(app.database, { ...given, restingShops: [shop] })).toEqual([]);
    await app.database.shop.update({ where: { domain: shop }, data: { uninstalledAt: START } });
    expect(await claimAll(1)).toEqual([]);
  });
});

describe('the verdict', () => {
  it('reports a change once', async () => {
    await open();
    const first = await claim(1);
    expect(await look(first, PROBLEM, 1)).toBe('would-not-go-out');
    expect(await look(first, { ...PROBLEM, code: 'phone-missing' }, 2)).toBeNull();
    expect(await row()).toMatchObject({ warnedAt: at(1), orderName: '#1001', problems: [{ code: 'phone-missing' }] });
    expect(await look(first, 'ready', 3)).toBe('would-go-out');
    expect(await look(first, 'ready', 4)).toBeNull();
    expect(await row()).toMatchObject({ warnedAt: null, problems: [] });
    expect(await look(first, PROBLEM, 5)).toBe('would-not-go-out');
    expect(await look(first, 'ended', 6)).toBeNull();
  });

  it('forgets that the merchant let the order go when its problem is gone', async () => {
    await open();
    const first = await claim(1);
    await look(first, PROBLEM, 1);
    expect(await letGo(app.database, { shop, orderId, now: at(2) })).toBe(true);
    await look(first, PROBLEM, 3);
    expect(await row()).toMatchObject({ letGoAt: at(2) });
    await look(first, 'ready', 4);
    expect(await row()).toMatchObject({ letGoAt: null });
    expect(await letGo(app.database, { shop, orderId, now: at(5) })).toBe(false);
  });
});

describe('an end', () => {
  it('takes the claim of a read that is under way', async () => {
    await open();
    const claimed = await claim(1);
    const ended = [{ shop, orderId, changedAt: at(2) }];
    expect(await endOrders(app.database, ended, { now: at(2), slackMs: 0 })).toEqual([{ shop, orderId }]);
    expect(await look(claimed, PROBLEM, 1)).toBe('lost');
    expect(await row()).toMatchObject({ verdict: 'ended', problems: [], lookAt: null });
  });

  it('that an old webhook reports after a later read is ignored', async () => {
    await open();
    await look(await claim(10), 'ready', 10);
    const ended = [{ shop, orderId, changedAt: at(5) }];
    expect(await endOrders(app.database, ended, { now: at(20), slackMs: 0 })).toEqual([]);
  });

  it('is taken back by a cancelled fulfillment, and its row is deleted long after', async () => {
    await open();
    await look(await claim(1), 'ended', 1);
    await reopenOrders(app.database, [{ shop, orderId }], at(5));
    expect(await row()).toMatchObject({ verdict: 'unread', endedAt: null, lookAt: at(5) });
    expect(await pruneEndedOrders(app.database, { endedBefore: at(99), limit: 10 })).toBe(0);
    await endOrders(app.database, [{ shop, orderId, changedAt: null }], { now: at(6), slackMs: 0 });
    expect(await pruneEndedOrders(app.database, { endedBefore: at(6), limit: 10 })).toBe(0);
    expect(await pruneEndedOrders(app.database, { endedBefore: at(7), limit: 10 })).toBe(1);
  });
});

it('orders that would not go out, or were set aside, are read again after a change of the settings', async () => {
  await open();
  const claimed = await claim(1);
  await look(claimed, 'ready', 1);
  await endClaim(app.database, claimed, { lookAt: null });
  expect(await checkAgain(app.database, { shop, now: at(5) })).toBe(0);
  await change(6, at(6));
  const again = await claim(20);
  await look(again, PROBLEM, 20);
  await endClaim(app.database, again, { lookAt: null });
  expect(await checkAgain(app.database, { shop, now: at(30) })).toBe(1);
  const last = await claim(31);
  await setAside(app.database, last);
  expect(await row()).toMatchObject({ verdict: 'unread', problems: [], lookAt: null, claimToken: null });
  expect(await checkAgain(app.database, { shop, now: at(40) })).toBe(1);
});

it('a redacted customer leaves only codes and fields', async () => {
  await open();
  await look(await claim(1), PROBLEM, 1);
  await forgetCustomerOfOrders(app.database, { shop, orderIds: [orderId] });
  expect(await row()).toMatchObject({ problems: [{ code: PROBLEM.code, field: PROBLEM.field, details: {} }] });
});
