import { randomUUID } from 'node:crypto';
import type { Delivery } from '@prisma/client';
import { beforeAll, describe, expect, it } from 'vitest';
import * as store from '../../../app/deliveries/delivery-store.ts';
import { PHASES, TRANSITIONS, type Phase } from '../../../app/domain/lifecycle/delivery-phase.ts';
import { readColumn } from '../../../app/domain/lifecycle/stored-columns.ts';
import type { Problem } from '../../../app/domain/problems/problem.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'one-writer.myshopify.com';
const now = new Date();
const problem: Problem = { code: 'operator-refused', field: null, details: { message: 'no' } };
const cancelled: Problem = { code: 'cancelled-after-hand-over', field: null, details: {} };

const { database } = await useDatabase();

beforeAll(async () => {
  await database.shop.create({ data: { domain: SHOP } });
});

/** A delivery that this process holds the claim of. */
async function put(phase: Phase): Promise<Delivery> {
  return database.delivery.create({
    data: {
      shopDomain: SHOP,
      fulfillmentId: randomUUID(),
      orderId: 'o',
      phase,
      claimToken: randomUUID(),
      claimedUntil: new Date(now.getTime() + 60_000),
      nextReadAt: now,
    },
  });
}

const outcome = { state: 'en camino', flags: [], nextReadAt: null, lastReadAt: now };

/** A verb, and the phase that a delivery has when the verb takes it; null where it leaves it in its own. */
interface Verb {
  readonly to: Phase | null;
  /** It may find the delivery there already, and change the rest of it. */
  readonly mayStay?: boolean;
  readonly take: (delivery: Delivery) => Promise<unknown>;
}

const VERBS: Readonly<Record<string, Verb>> = {
  beginCreate: {
    to: 'handing-over',
    take: (delivery) => store.beginCreate(database, delivery, {}, { startedAt: now, claimedUntil: now }),
  },
  takeBack: { to: 'waiting', take: (delivery) => store.takeBack(database, delivery) },
  putOff: {
    to: 'waiting',
    mayStay: true,
    take: (delivery) => store.putOff(database, delivery, { sendAt: now, possiblySentAt: null }),
  },
  holdBack: {
    to: 'handing-over',
    mayStay: true,
    take: (delivery) => store.holdBack(database, delivery, { heldFor: 'account-paused', possiblySentAt: now }),
  },
  sendAgain: { to: null, take: ({ id }) => store.sendAgain(database, { shop: SHOP, deliveryId: id }, now) },
  accept: {
    to: 'in-delivery',
    take: (delivery) => store.acceptAll(database, [{ claimed: delivery, now, trackingUrl: null, isRecovered: false }]),
  },
  needAttention: {
    to: 'needs-attention',
    take: (delivery) => store.needAttention(database, delivery, { problems: [problem] }),
  },
  skip: {
    to: 'skipped',
    take: (delivery) => store.skip(database, delivery, { skipReason: { code: 'country' } }),
  },
  cancelBeforeHandOver: {
    to: 'cancelled',
    take: (delivery) => store.cancelBeforeHandOver(database, delivery, { now }),
  },
  cancel: {
    to: 'cancelled',
    take: ({ fulfillmentId }) => store.cancel(database, [{ shop: SHOP, fulfillmentId }], now),
  },
  requestCancel: {
    to: null,
    take: ({ fulfillmentId }) =>
      store.requestCancel(database, [{ shop: SHOP, fulfillmentId }], { now, problem: cancelled }),
  },
  stop: { to: 'skipped', take: ({ id }) => store.stop(database, { shop: SHOP, deliveryId: id }, now) },
  undoStop: {
    to: 'waiting',
    take: async ({ id }) => {
      await store.stop(database, { shop: SHOP, deliveryId: id }, now);
      return store.undoStop(database, { shop: SHOP, deliveryId: id }, now);
    },
    mayStay: true,
  },
  retry: { to: 'waiting', take: ({ id }) => store.retry(database, { shop: SHOP, deliveryId: id }, now) },
  hurry: {
    to: null,
    take: ({ id }) => store.hurry(database, { shop: SHOP, deliveryId: id }, { now, asGoodAsDueMs: 1_000 }),
  },
  dismissProblems: {
    to: 'skipped',
    take: ({ id }) => store.dismissProblems(database, { shop: SHOP, deliveryId: id }, now),
  },
  lose: { to: 'needs-attention', take: (delivery) => store.lose(database, delivery, problem) },
  addProblem: { to: null, take: (delivery) => store.addProblem(database, delivery, problem) },
  recordFailedRead: {
    to: null,
    take: (delivery) => store.recordFailedRead(database, delivery, { nextReadAt: null, flags: [] }),
  },
};

const STEPS: Readonly<Record<Phase, readonly Phase[]>> = TRANSITIONS;

describe.each(Object.entries(VERBS))('%s', (_name, { to, take, mayStay = false }) => {
  it.each(PHASES)('from %s takes a transition of the table, or changes nothing', async (from) => {
    const before = await put(from);
    await take(before);
    const after = await database.delivery.findUniqueOrThrow({ where: { id: before.id } });
    if (after.phase === from) {
      if (to !== null && !(mayStay && to === from)) expect(after).toEqual(before);
      return;
    }
    expect(after.phase).toBe(to);
    expect(STEPS[from]).toContain(after.phase);
  });
});

it.each(PHASES.flatMap((from) => PHASES.map((to) => [from, to] as const)))(
  'a read of a delivery in %s that reports %s takes a transition of the table, or is refused',
  async (from, phase) => {
    const delivery = await put(from);
    const via: readonly Phase[] = STEPS[from].includes('in-delivery') ? STEPS['in-delivery'] : [];
    const isPossible = from === phase || STEPS[from].includes(phase) || via.includes(phase);
    const reading = store.recordReads(database, [{ delivery, phase, solved: [], problems: [], outcome }]);
    if (!isPossible) return expect(reading).rejects.toThrow('see TRANSITIONS');
    await reading;
    expect((await database.delivery.findUniqueOrThrow({ where: { id: delivery.id } })).phase).toBe(phase);
  },
);

it('a step without the claim changes nothing', async () => {
  const delivery = await put('waiting');
  const other = { ...delivery, claimToken: randomUUID() };
  expect(await store.needAttention(database, other, { problems: [problem] })).toBe(false);
  expect(await store.beginCreate(database, other, {}, { startedAt: now, claimedUntil: now })).toBeNull();
  expect(await database.attempt.count({ where: { deliveryId: delivery.id } })).toBe(0);
  expect(await database.delivery.findUniqueOrThrow({ where: { id: delivery.id } })).toEqual(delivery);
});

it('another shop changes nothing', async () => {
  const delivery = await put('waiting');
  const of = { shop: 'another.myshopify.com', deliveryId: delivery.id };
  expect(await store.stop(database, of, now)).toBe(false);
  expect(await store.hurry(database, of, { now, asGoodAsDueMs: 1_000 })).toBe(false);
  expect(await database.delivery.findUniqueOrThrow({ where: { id: delivery.id } })).toEqual(delivery);
});

describe('what the operator no longer finds', () => {
  const lost: Problem = { code: 'unknown-to-operator', field: null, details: {} };
  const row = ({ id }: Delivery) => database.delivery.findUniqueOrThrow({ where: { id } });

  it('is not read any more when a person has taken care of it, and is not reported again', async () => {
    const delivery = await put('in-delivery');
    await database.delivery.update({ where: { id: delivery.id }, data: { handedOverAt: now } });
    expect(await store.lose(database, delivery, lost)).toBe(true);
    expect(await store.dismissProblems(database, { shop: SHOP, deliveryId: delivery.id }, now)).toBe(true);
    expect(await row(delivery)).toMatchObject({ phase: 'in-delivery', problems: [], nextReadAt: null });
    // a read that was under way, or that somebody asked for
    await store.putReadOff(database, { id: delivery.id, until: now });
    await store.recordFailedRead(database, delivery, { nextReadAt: now, flags: [] });
    expect(await store.lose(database, delivery, lost)).toBe(false);
    expect(await row(delivery)).toMatchObject({ phase: 'in-delivery', problems: [], nextReadAt: null });
  });

  it('continues to be read when a person has taken care of something else', async () => {
    const delivery = await put('needs-attention');
    await database.delivery.update({
      where: { id: delivery.id },
      data: { handedOverAt: now, problems: [{ code: 'operator-refused', field: null, details: {} }] },
    });
    expect(await store.dismissProblems(database, { shop: SHOP, deliveryId: delivery.id }, now)).toBe(true);
    expect(await row(delivery)).toMatchObject({ phase: 'in-delivery', problems: [], nextReadAt: now });
    await store.recordFailedRead(database, delivery, { nextReadAt: new Date(now.getTime() + 1), flags: [] });
    expect(await row(delivery)).toMatchObject({ nextReadAt: new Date(now.getTime() + 1) });
  });
});

describe('problems', () => {
  const edited: Problem = { code: 'edited-after-hand-over', field: null, details: { fields: ['name'] } };
  const problemsOf = async ({ id }: Delivery) =>
    readColumn(await database.delivery.findUniqueOrThrow({ where: { id } }), 'problems');

  it('adding one keeps the others, and replaces the one with the same code', async () => {
    const delivery = await put('in-delivery');
    await store.addProblem(database, delivery, { ...edited, details: { fields: ['zip'] } });
    await store.requestCancel(database, [{ shop: SHOP, fulfillmentId: delivery.fulfillmentId }], {
      now,
      problem: cancelled,
    });
    await store.addProblem(database, delivery, edited);
    expect(await problemsOf(delivery)).toEqual([cancelled, edited]);
  });

  it('removing one keeps the others', async () => {
    const lost: Problem = { code: 'unknown-to-operator', field: null, details: {} };
    const delivery = await put('in-delivery');
    await store.addProblem(database, delivery, edited);
    await store.lose(database, delivery, lost);
    const present = { ...delivery, phase: 'needs-attention' };
    await store.recordReads(database, [
      { delivery: present, phase: 'in-delivery', solved: [lost.code], problems: [], outcome },
    ]);
    expect(await problemsOf(delivery)).toEqual([edited]);
  });

  it('the last one stays while the delivery waits for a person, who would see no reason otherwise', async () => {
    const missing: Problem = { code: 'shopify-access-missing', field: null, details: {} };
    const delivery = await put('waiting');
    await store.needAttention(database, delivery, { problems: [missing] });
    expect(await store.removeProblem(database, delivery, missing.code)).toBe(false);
    await store.addProblem(database, delivery, edited);
    expect(await store.removeProblem(database, delivery, missing.code)).toBe(true);
    expect(await problemsOf(delivery)).toEqual([edited]);
  });

  it('a list that this version cannot read is reported, and left unchanged', async () => {
    const delivery = await put('in-delivery');
    const problems = [{ code: 'of-tomorrow' }];
    await database.delivery.update({ where: { id: delivery.id }, data: { problems } });
    await expect(problemsOf(delivery)).rejects.toThrow(/the column "problems" of delivery .* cannot be read: run/);
    await store.addProblem(database, delivery, edited);
    const { problems: kept } = await database.delivery.findUniqueOrThrow({ where: { id: delivery.id } });
    expect(kept).toEqual([...problems, edited]);
  });
});
