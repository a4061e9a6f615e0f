import type { Attempt } from '@prisma/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handOver } from '../../../../app/deliveries/hand-over/hand-over.ts';
import { sendAgain } from '../../../../app/deliveries/delivery-store.ts';
import { handleWebhooks } from '../../../../app/webhooks/handle-webhooks.ts';
import type { AppContext } from '../../../../app/app-context.ts';
import type { Fault, FaultKind } from '../../../../sandbox/operator/misbehaviour/faults.ts';
import { UNREADABLE_LIMIT } from '../../../../app/domain/calendar/back-off.ts';
import { claimHandOver } from '../../../set-up/database/claim-hand-over.ts';
import { limaOrder, SHOP } from '../../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../../set-up/world/program.ts';
import { until } from '../../../set-up/time/until.ts';

const HORIZON_SECONDS = 6;

let world: OfflineWorld;
let program: ProgramHere;
let verbs: AppContext;

const start = (minutes: number) => world.start({ LOOK_UP_HORIZON_MINUTES: String(minutes) });

beforeAll(async () => {
  // the least kind operator: a repeated number is a second courier
  world = await startOfflineWorld({ repeats: 'taken' });
  program = await start(HORIZON_SECONDS / 60);
  await world.setUpShop(program);
  verbs = await world.join();
});

afterEach(() => {
  world.operator.setModes({ registersAfterSeconds: 0, registers: 'after-post', proxy: 'none', encoding: 'utf-8' });
});

afterAll(() => world.stop());

/** The faults strike the calls about this fulfillment alone. */
function fulfillOne(...faults: readonly Fault[]): string {
  const { id, name } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
  const orderNumber = `tienda-prueba-${name.slice(1)}`;
  for (const fault of faults) world.operator.injectFault({ times: 1, ...fault, orderNumber });
  return id;
}
const deliveryOf = (fulfillmentId: string) =>
  world.database.delivery.findFirst({
    where: { fulfillmentId },
    include: { attempts: { where: { verb: { not: 'read' } }, orderBy: { id: 'asc' } }, publications: true },
  });
const inPhase = (phase: string, fulfillmentId: string) =>
  until(`the delivery ${phase}`, async () => {
    const delivery = await deliveryOf(fulfillmentId);
    return delivery?.phase === phase ? delivery : null;
  });
const couriersOf = (orderNumber: string | null) =>
  [...world.operator.orders(), ...world.operator.pendingOrders()].filter((order) => order.orderNumber === orderNumber);
const createsOf = (orderNumber: string | null) =>
  world.operator.requests().filter((request) => request.verb === 'create' && request.orderNumber === orderNumber);

describe('an operator that takes repeats', () => {
  it('and registers long after it has failed to answer: looked for until it is there', async () => {
    world.operator.setModes({ registersAfterSeconds: 4 });
    const delivery = await inPhase('in-delivery', fulfillOne({ verb: 'create', kind: '500-after-accepting' }));
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
    expect(createsOf(delivery.orderNumber)).toHaveLength(1);
    const outcomes = delivery.attempts.map(({ verb, outcome }) => `${verb} ${outcome}`);
    expect(outcomes.filter((outcome) => outcome === 'look-up not-found').length).toBeGreaterThan(0);
    expect(outcomes.at(-1)).toBe('look-up found');
  });

  it('and accepts an order only when the caller has gone', async () => {
    const delivery = await inPhase('in-delivery', fulfillOne({ verb: 'create', kind: 'accepts-when-caller-gone' }));
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
    expect(createsOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('and refuses in words that name no field what it registers later: no person is left with it', async () => {
    world.operator.setModes({ registersAfterSeconds: 4 });
    world.operator.injectFault({ verb: 'create', kind: '400-after-accepting', times: 1 });
    const fulfillmentId = fulfillOne();
    const checked = await until('the refusal shown', async () => {
      const delivery = await deliveryOf(fulfillmentId);
      return Array.isArray(delivery?.problems) && delivery.problems.length > 0 ? delivery : null;
    });
    expect(checked).toMatchObject({ phase: 'handing-over', problems: [{ code: 'operator-refused' }] });
    const delivery = await inPhase('in-delivery', fulfillmentId);
    expect(delivery.problems).toEqual([]);
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
    expect(createsOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('and refuses so what it has not: sent once, and after the horizon a person reads its words', async () => {
    world.operator.injectFault({ verb: 'create', kind: '400', times: 1 });
    const delivery = await inPhase('needs-attention', fulfillOne());
    expect(delivery).toMatchObject({ possiblySentAt: null, problems: [{ code: 'operator-refused' }] });
    expect(createsOf(delivery.orderNumber)).toHaveLength(1);
  });

  const AFTER_ACCEPTING: readonly FaultKind[] = [
    '400-after-accepting',
    '401-after-accepting',
    '403-after-accepting',
    '404-after-accepting',
    '405-after-accepting',
    '407-after-accepting',
    '409-after-accepting',
    '421-after-accepting',
    '429-after-accepting',
    '429-retry-after-after-accepting',
    '503-after-accepting',
    'success-false-after-accepting',
    'redirect-after-accepting',
    'html-after-accepting',
    'empty',
  ];
  it.concurrent.each(AFTER_ACCEPTING)('and answers %s: one courier', async (kind) => {
    const delivery = await inPhase('in-delivery', fulfillOne({ verb: 'create', kind, retryAfter: 1 }));
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
    expect(createsOf(delivery.orderNumber)).toHaveLength(1);
    expect(delivery.problems).toEqual([]);
  });
});

describe('an empty 200', () => {
  it('from an operator that took nothing: nothing is published before the order is there, and it is sent again', async () => {
    const fulfillmentId = fulfillOne({ verb: 'create', kind: 'empty-without-accepting' });
    const checked = await until('a look-up in vain', async () => {
      const delivery = await deliveryOf(fulfillmentId);
      return delivery?.attempts.some(({ outcome }) => outcome === 'not-found') ? delivery : null;
    });
    expect(checked).toMatchObject({ phase: 'handing-over', handedOverAt: null, publications: [] });
    const delivery = await inPhase('in-delivery', fulfillmentId);
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });
});

describe('a proxy in front of the operator', () => {
  it.concurrent.each(['proxy-404', 'proxy-405', 'proxy-407', 'proxy-418', 'proxy-421', 'proxy-redirect'] as const)(
    'answers %s while it deploys: the delivery continues by itself',
    async (kind) => {
      const delivery = await inPhase('in-delivery', fulfillOne({ verb: 'any', kind, times: 2 }));
      expect(delivery.attempts.slice(0, 2).map(({ verb }) => verb)).toEqual(['create', 'look-up']);
      expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
      expect(delivery.problems).toEqual([]);
    },
  );

  it('answers 404 to a look-up: that is no word of the operator', async () => {
    const delivery = await inPhase(
      'in-delivery',
      fulfillOne({ verb: 'create', kind: '500-after-accepting' }, { verb: 'read', kind: 'proxy-404', times: 3 }),
    );
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
    expect(delivery.attempts.map(({ outcome }) => outcome)).not.toContain('not-found');
  });

  it.each([
    ['404', 'not-found-page'],
    ['404-json', 'not-found'],
  ] as const)('fails for the whole horizon, and then answers %s: no second courier', async (answer, outcome) => {
    const fulfillmentId = fulfillOne({ verb: 'create', kind: '500-after-accepting' });
    const tried = (what: string, fits: (attempts: Attempt[]) => boolean) =>
      until(what, async () => fits((await deliveryOf(fulfillmentId))?.attempts ?? []));
    await tried('the creation', ([create]) => create?.outcome === 'unknown');
    world.operator.setModes({ proxy: '502' });
    await tried('a look-up after the horizon', (attempts) => {
      const [first, last] = [attempts.at(0), attempts.at(-1)];
      return first && last ? last.startedAt.getTime() - first.startedAt.getTime() > HORIZON_SECONDS * 1_000 : false;
    });
    world.operator.setModes({ proxy: answer });
    await tried('its answer', (attempts) => attempts.some((attempt) => attempt.outcome === outcome));
    world.operator.setModes({ proxy: 'none' });
    const delivery = await inPhase('in-delivery', fulfillmentId);
    expect(createsOf(delivery.orderNumber)).toHaveLength(1);
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });
});

describe('an operator that answers a page for an unknown number', () => {
  beforeAll(() => world.operator.setModes({ unknownOrderAnswer: '404-page' }));
  afterAll(() => world.operator.setModes({ unknownOrderAnswer: '404' }));

  it('gets an order in doubt after the horizon, and one courier comes', async () => {
    const delivery = await inPhase('in-delivery', fulfillOne({ verb: 'create', kind: '500' }));
    expect(createsOf(delivery.orderNumber)).toHaveLength(2);
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('and registers late: one courier', async () => {
    world.operator.setModes({ registersAfterSeconds: 4 });
    const delivery = await inPhase('in-delivery', fulfillOne({ verb: 'create', kind: '500-after-accepting' }));
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
    expect(createsOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('gets an order that nobody reported after the horizon: one page does not prove that it is not there', async () => {
    const fulfillmentId = fulfillOne({ verb: 'read', kind: 'proxy-404' });
    await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { lookFirst: true } });
    const delivery = await inPhase('in-delivery', fulfillmentId);
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each(['500', 'proxy-502', 'hang'] as const)(
    'is kept when the look-up after it ends in %s: the order is not sent again unasked',
    async (kind) => {
      const fulfillmentId = fulfillOne({ verb: 'create', kind: '400' }, { verb: 'read', kind, times: 2 });
      const delivery = await inPhase('needs-attention', fulfillmentId);
      expect(delivery).toMatchObject({ problems: [{ code: 'operator-refused' }] });
      expect(createsOf(delivery.orderNumber)).toHaveLength(1);
    },
  );
});

describe('a look-up in another encoding', () => {
  it.each(['latin1', 'latin1-undeclared', 'latin1-declared-utf-8', 'utf-16'] as const)(
    '%s finds our order, and no other',
    async (encoding) => {
      world.operator.setModes({ encoding });
      const delivery = await inPhase('in-delivery', fulfillOne({ verb: 'create', kind: '500-after-accepting' }));
      expect(delivery.recoveredAt).not.toBeNull();
      expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
    },
  );
});

describe('an error after the call was sent', () => {
  it('leaves a finished attempt, and a delivery that counts as tried and is looked up', async () => {
    await program.stop();
    const web = await world.start({ ROLE: 'web' });
    const fulfillmentId = fulfillOne();
    await until('the webhook', () => world.database.webhookReceipt.findFirst({ where: { subjectId: fulfillmentId } }));
    await handleWebhooks(web.app);
    const broken: AppContext = {
      ...web.app,
      metrics: {
        ...web.app.metrics,
        operatorCall: async (verb, call) => {
          await call();
          throw new TypeError(`nobody expected this of a ${verb}`);
        },
      },
    };
    // a step can be put off before its call: earlier failures made the account rest, or its calls are shared out again
    const tried = await until('a call', async () => {
      await world.database.operatorAccount.updateMany({ data: { restUntil: null } });
      await world.database.delivery.updateMany({ where: { fulfillmentId }, data: { sendAt: world.clock.now() } });
      const claimed = await claimHandOver(world.database, fulfillmentId, { now: world.clock.now() });
      if (claimed) await handOver(broken, claimed, { kind: 'lost-database', endedAt: new Date(0) });
      const delivery = await deliveryOf(fulfillmentId);
      return delivery?.attempts.length ? delivery : null;
    });
    expect(tried).toMatchObject({
      phase: 'handing-over',
      possiblySentAt: expect.any(Date),
      tries: 1,
      claimToken: null,
      attempts: [{ verb: 'create', outcome: 'unknown' }],
    });
    await web.stop();
    program = await start(HORIZON_SECONDS / 60);
    const delivery = await inPhase('in-delivery', fulfillmentId);
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
    expect(delivery.recoveredAt).not.toBeNull();
  });
});

describe('the merchant', () => {
  /** What a person sees of the home page. */
  const home = async () => {
    const host = Buffer.from(`admin.shopify.com/store/${SHOP.split('.')[0] ?? ''}`).toString('base64');
    const query = new URLSearchParams({ shop: SHOP, host, embedded: '1', id_token: world.shopify.idToken(SHOP) });
    const answer = await fetch(`${program.url}/app?${query.toString()}`, {
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' },
    });
    return (await answer.text()).replaceAll(/<script\b.*?<\/script>/gs, '');
  };

  beforeAll(async () => {
    await program.stop();
    program = await start(15);
    await program.sweeps.reads.stop(); // a read would find again what the test has lost
  });

  it('sees the time of the next look, and can have it sent before the horizon', async () => {
    const fulfillmentId = fulfillOne({ verb: 'create', kind: '500' });
    const checked = await until('a look-up in vain', async () => {
      const delivery = await deliveryOf(fulfillmentId);
      return delivery?.attempts.some(({ outcome }) => outcome === 'not-found') ? delivery : null;
    });
    expect(checked.sendAt?.getTime()).toBeGreaterThan(world.clock.now().getTime() - 60_000);
    expect(createsOf(checked.orderNumber)).toHaveLength(1);
    expect(await home()).toMatch(
      /Checking until .* does not have 1 delivery already|Consultando hasta las .* ya tiene 1 entrega/,
    );
    expect(await sendAgain(verbs.database, { shop: SHOP, deliveryId: checked.id }, verbs.now())).toBe(true);
    const delivery = await inPhase('in-delivery', fulfillmentId);
    expect(createsOf(delivery.orderNumber)).toHaveLength(2);
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('is told of look-ups whose answers say nothing, and can have it sent in spite of them', async () => {
    const fulfillmentId = fulfillOne({ verb: 'create', kind: '500' }, { verb: 'read', kind: 'html', times: 1_000 });
    const told = await until('the problem', async () => {
      const delivery = await deliveryOf(fulfillmentId);
      return Array.isArray(delivery?.problems) && delivery.problems.length > 0 ? delivery : null;
    });
    expect(told).toMatchObject({ problems: [{ code: 'outcome-unknown' }] });
    expect(told.attempts.filter(({ verb }) => verb === 'look-up')).toHaveLength(UNREADABLE_LIMIT);
    expect(createsOf(told.orderNumber)).toHaveLength(1);
    expect(await sendAgain(verbs.database, { shop: SHOP, deliveryId: told.id }, verbs.now())).toBe(true);
    const delivery = await inPhase('in-delivery', fulfillmentId);
    expect(createsOf(delivery.orderNumber)).toHaveLength(2);
    expect(couriersOf(delivery.orderNumber)).toHaveLength(1);
  });

  it('can send again what the operator does not know any more, and is not heard when it does', async () => {
    const fulfillmentId = fulfillOne();
    const { id, orderNumber } = await inPhase('in-delivery', fulfillmentId);
    const lose = () =>
      world.database.delivery.update({
        where: { id },
        data: {
          phase: 'needs-attention',
          problems: [{ code: 'unknown-to-operator', field: null, details: {} }],
        },
      });
    expect(await sendAgain(verbs.database, { shop: SHOP, deliveryId: id }, verbs.now())).toBe(false); // the operator has it
    await lose();
    expect(await sendAgain(verbs.database, { shop: SHOP, deliveryId: id }, verbs.now())).toBe(true);
    await inPhase('in-delivery', fulfillmentId); // it was there: adopted
    expect(createsOf(orderNumber)).toHaveLength(1);
    world.operator.injectFault({ verb: 'read', kind: '404', times: 1, orderNumber: orderNumber ?? '' });
    await lose();
    expect(await sendAgain(verbs.database, { shop: SHOP, deliveryId: id }, verbs.now())).toBe(true);
    await until('the second create', () => createsOf(orderNumber).length === 2);
    await inPhase('in-delivery', fulfillmentId);
  });
});
