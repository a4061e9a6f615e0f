import { createHmac, randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { OrderDraft } from '../../sandbox/shopify/orders/order-draft.ts';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { BOUNDS } from '../../app/bounds.ts';
import type { ScanAnswer, ScanRequest } from '../../app/pages/warehouse/scan/scan-state.ts';
import { NEXT_PART } from '../../app/pages/warehouse/print-query.ts';
import { callAsExtension, numberOf } from '../extension-api/extension-caller.ts';
import { fulfilledOrder } from '../extension-api/fulfilled-order.ts';
import { readWholeDatabase } from '../set-up/database/database-text.ts';
import { TEST_API_KEY, TEST_API_SECRET } from '../set-up/environment.ts';
import { MARKED, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { ProgramHere } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program);
});

afterAll(() => world.stop());

interface Printed extends FulfillmentRecord {
  readonly deliveryId: string;
}

async function handedOver(change: Partial<OrderDraft> = {}): Promise<Printed> {
  const fulfillment = fulfilledOrder(world, change);
  const delivery = await until('the delivery handed over', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: fulfillment.id, phase: 'in-delivery' } }),
  );
  return { ...fulfillment, deliveryId: delivery.id };
}

async function print(path: string, token: string | null = world.shopify.idToken(SHOP)): Promise<Response> {
  await world.database.actionBudget.deleteMany();
  return callAsExtension(program, `/print/${path}`, { token });
}

async function textOf(path: string): Promise<string> {
  const answer = await print(path);
  const text = await answer.text();
  expect(answer.status, text.slice(0, 300)).toBe(200);
  return text;
}

/** What a page that scans tells and asks, of the list that the query names. */
async function tell(query: string, asked: Partial<ScanRequest> = {}): Promise<ScanAnswer> {
  await world.database.actionBudget.deleteMany();
  const answer = await fetch(`${program.url}/app/warehouse/scans?${query}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${world.shopify.idToken(SHOP)}`,
      'User-Agent': 'Mozilla/5.0 Chrome/140.0',
    },
    body: new URLSearchParams({
      scans: JSON.stringify({ boxes: [], asked: null, number: null, sign: null, reset: false, ...asked }),
    }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ScanAnswer;
}

const ENDED = { phase: 'delivered', stateGroup: 'delivered', nextReadAt: null };

/** A delivery is as the test has made it until its end: a read would write the operator's news over it. */
async function change({ deliveryId: id }: Printed, to: Prisma.DeliveryUpdateInput): Promise<void> {
  onTestFinished(() => program.sweeps.reads.start());
  await program.sweeps.reads.stop();
  await world.database.delivery.update({ where: { id }, data: to });
}

/** Two deliveries that stand alone at a pickup; the second one was collected and delivered. */
async function oneCollectedOfTwo(pickup: string): Promise<readonly [Printed, Printed]> {
  const [waiting, collected] = [await handedOver(), await handedOver()];
  const to = { pickup, promisedDate: '2026-12-24' };
  await change(waiting, to);
  await change(collected, { ...to, ...ENDED, endedAt: world.clock.now() });
  return [waiting, collected];
}

const numberOfDelivery = ({ name }: Printed) => `tienda-prueba-${name.slice(1)}`;

describe('the labels of a selection', () => {
  it('are one document of the live orders, which the admin may fetch and show, and nobody keeps', async () => {
    const [first, second] = [await handedOver(), await handedOver()];
    const answer = await print(`labels?orders=${numberOf(second.orderId)},${numberOf(first.orderId)}&format=4x6`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    });
    const text = await answer.text();
    expect(text).toContain('Marked-Íñigo Marked-Ñahui');
    expect(text).toContain('+51 987 654 321');
    expect(text).not.toContain('<script');
    const places = [second, first].map((each) => text.indexOf(numberOfDelivery(each)));
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(text.match(/class="label"/g)).toHaveLength(2); // one box each, of two products
    expect(text).toContain('1 of 1');
  });

  it('are asked for by deliveries as well, in the reader’s language', async () => {
    const { deliveryId } = await handedOver();
    const text = await textOf(`labels?deliveries=${deliveryId}&format=a4&locale=es`);
    expect(text).toContain('Día siguiente');
    expect(text).toContain('1 de 1');
    expect(text.match(/class="page"/g)).toHaveLength(1);
  });

  it('are as many as somebody says, until the courier has them, and say what was printed before', async () => {
    const { deliveryId, name } = await handedOver();
    await textOf(`labels?deliveries=${deliveryId}`);
    const two = await textOf(`labels?deliveries=${deliveryId}&boxes=2`);
    expect(two).toContain('2 of 2');
    expect(two).toMatch(new RegExp(`Throw them away: <b dir="auto">${name} \\(1\\)`));
    const again = await textOf(`labels?deliveries=${deliveryId}`);
    expect(again.match(/class="label"/g)).toHaveLength(2);
    expect(again).not.toContain('Throw them away');
    expect(await textOf(`sheet?deliveries=${deliveryId}`)).toContain('1 delivery · 2 boxes');

    await world.database.delivery.update({ where: { id: deliveryId }, data: { stateGroup: 'on-the-way' } });
    expect(await textOf(`labels?deliveries=${deliveryId}&boxes=3`)).toContain('2 of 2');
    expect((await print(`labels?deliveries=${deliveryId}&boxes=0`)).status).toBe(400);
  });

  it('say what is cancelled', async () => {
    const delivery = await handedOver();
    expect(await textOf(`labels?deliveries=${delivery.deliveryId}`)).not.toContain('Do not hand this over');
    world.shopify.cancelFulfillment(SHOP, delivery.id);
    expect(await textOf(`labels?deliveries=${delivery.deliveryId}`)).toContain('Do not hand this over');
    const sheet = await textOf(`sheet?deliveries=${delivery.deliveryId}`);
    expect(sheet).toContain('class="struck"');
  });

  it('say at the end what could not be printed', async () => {
    const skipped = fulfilledOrder(world, { test: true });
    await until('the skipped delivery', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId: skipped.id, phase: 'skipped' } }),
    );
    const printed = await handedOver();
    const text = await textOf(`labels?orders=${numberOf(skipped.orderId)},${numberOf(printed.orderId)}`);
    expect(text).toMatch(new RegExp(`Your rules exclude:\\s*<b dir="auto">${skipped.name}</b>`));
    expect(text).toContain(numberOfDelivery(printed));
  });
});

describe('the sheet', () => {
  it('has what waits at a pickup, and marks an order that has changed until its label is printed again', async () => {
    const delivery = await handedOver();
    const { promisedDate } = await world.database.delivery.findUniqueOrThrow({ where: { id: delivery.deliveryId } });
    const path = `sheet?waiting&pickup=101&day=${promisedDate}`;
    await textOf(`labels?deliveries=${delivery.deliveryId}`);
    expect(await textOf(path)).not.toContain('The order has changed');

    world.shopify.changeOrder(SHOP, delivery.orderId, { shippingAddress: { address1: 'Marked-Av. Larco 1' } });
    const changed = await textOf(path);
    const [row = ''] = changed.split(`data-delivery="${delivery.deliveryId}"`).slice(1);
    expect(row.split('data-delivery=')[0]).toContain('The order has changed since it was printed on');
    expect(changed.match(/The order has changed/g)).toHaveLength(1);
    expect(await textOf(path)).toContain('The order has changed'); // another sheet does not change the box

    await textOf(`labels?deliveries=${delivery.deliveryId}`);
    expect(await textOf(path)).not.toContain('The order has changed');
  });

  it('does not name the buyer, and leaves out what waits elsewhere', async () => {
    await handedOver();
    const text = await textOf('sheet?waiting&pickup=101');
    for (const mark of MARKED) expect(text).not.toMatch(mark);
    expect(text).toContain('data-delivery=');
    expect(await textOf('sheet?waiting&pickup=999')).toContain('Nothing is waiting for collection.');
  });

  it('of a handover has what a courier took and what was missing, and can be printed again', async () => {
    const [first, second] = [await handedOver(), await handedOver()];
    for (const each of [first, second]) await change(each, { pickup: '302' });
    const list = 'waiting&pickup=302';
    await tell(list, { number: { deliveryId: first.deliveryId, boxes: 2 } });
    const box = { deliveryId: first.deliveryId, box: 2 };
    const counted = await tell(list, { boxes: [box, box] });
    expect(counted.expected.map(({ boxes, scanned }) => [boxes, scanned])).toEqual([
      [2, [2]],
      [1, []],
    ]);
    const handover = randomUUID();
    expect((await tell(list, { boxes: [box], sign: handover })).handover).toBe(handover);
    await change(first, { ...ENDED, endedAt: world.clock.now() });
    for (let times = 0; times < 2; times += 1) {
      const text = await textOf(`sheet?handover=${handover}`);
      expect(text).toContain('Scanned: 1 of 3');
      expect(text).toContain('Missing 1/2');
      expect(text).toContain(numberOfDelivery(second));
      for (const mark of MARKED) expect(text).not.toMatch(mark);
    }
    expect((await print(`sheet?handover=${randomUUID()}`)).status).toBe(404);
  });

  it('is not closed with what must not leave: cancelled, edited, or of another list', async () => {
    const [cancelled, edited, other] = [await handedOver(), await handedOver(), await handedOver()];
    await change(cancelled, { pickup: '304', cancelRequestedAt: world.clock.now() });
    const problems = [{ code: 'edited-after-hand-over', field: null, details: { fields: ['street'] } }];
    await change(edited, { pickup: '304', problems });
    await change(other, { pickup: '305' });
    const list = 'waiting&pickup=304';
    const boxes = [cancelled, edited].map(({ deliveryId }) => ({ deliveryId, box: 1 }));
    const { expected, handover } = await tell(list, { boxes, sign: randomUUID() });
    expect(expected.map(({ stop }) => stop)).toEqual(['cancelled', 'edited']);
    expect(handover).toBeNull();
    const { found } = await tell(list, { asked: `${numberOfDelivery(other)}/1` });
    expect(found).toMatchObject({ kind: 'elsewhere', name: other.name });
    await change(other, { ...ENDED, endedAt: world.clock.now() });
    expect((await tell(list, { asked: numberOfDelivery(other) })).found).toMatchObject({ kind: 'collected' });
    expect((await tell(list, { asked: 'of-nobody' })).found).toBeNull();

    await textOf(`labels?deliveries=${edited.deliveryId}`); // the label says what the order says now
    expect((await tell(list)).expected.map(({ stop }) => stop)).toEqual(['cancelled', null]);
  });

  it('is not closed with an order that was edited since its label, as soon as Shopify has told it', async () => {
    const { deliveryId, orderId } = await handedOver();
    const list = `deliveries=${deliveryId}`;
    const boxes = [{ deliveryId, box: 1 }];
    const stops = async () => (await tell(list)).expected.map(({ stop }) => stop);
    const counted = async (seen: typeof boxes = []) => (await tell(list, { boxes: seen })).expected[0]?.scanned;
    for (const address1 of ['Marked-Av. Larco 2', 'Marked-Av. Larco 3']) {
      await textOf(`labels?${list}`);
      expect(await stops()).toEqual([null]);
      expect(await counted()).toEqual([]); // a box of before the edit does not count after the reprint
      expect(await counted(boxes)).toEqual([1]);
      world.shopify.changeOrder(SHOP, orderId, { shippingAddress: { address1 } });
      await until('the edit noticed', async () => (await stops())[0] === 'edited' || null);
      expect((await tell(list, { boxes, sign: randomUUID() })).handover).toBeNull();
    }
    await textOf(`labels?${list}`);
    expect(await counted()).toEqual([]);
    expect(await counted(boxes)).toEqual([1]);
  });
});

describe('a chosen day', () => {
  it('has what was collected on its sheet on request, and not in its labels and pick list', async () => {
    const [waiting, collected] = await oneCollectedOfTwo('301');
    const day = 'waiting&pickup=301&day=2026-12-24';
    const [labels, sheet, pickList] = [
      await textOf(`labels?${day}`),
      await textOf(`sheet?${day}&collected=`),
      await textOf(`pick-list?${day}`),
    ];
    for (const text of [labels, sheet]) expect(text).toContain(numberOfDelivery(waiting));
    expect(await textOf(`sheet?${day}`)).not.toContain(numberOfDelivery(collected));
    expect(pickList).toContain(`${waiting.name}\u00a0×\u00a02`);
    expect(labels).not.toContain(numberOfDelivery(collected));
    expect(pickList).not.toContain(collected.name);
    expect(sheet.split('Already collected').at(-1)).toContain(numberOfDelivery(collected));
    expect(sheet.split('Already collected')[0]).not.toContain(numberOfDelivery(collected));

    await change(waiting, { ...ENDED, endedAt: world.clock.now() });
    expect((await print(`labels?${day}`)).status).toBe(404);
    expect(await textOf(`sheet?${day}`)).toContain('Nothing is waiting for collection.');
  });
});

it('a list that is longer than a document is printed in parts, which leave out nothing when some are collected', async () => {
  // skipped, so that no order is read: the documents name them
  const rows = Array.from({ length: BOUNDS.printedDeliveries + 2 }, (_, index) => ({
    id: randomUUID(),
    shopDomain: SHOP,
    fulfillmentId: `gid://shopify/Fulfillment/99${index}`,
    fulfillmentName: `#L${index}.1`,
    orderId: `gid://shopify/Order/99${index}`,
    phase: 'skipped',
    pickup: '303',
    handedOverAt: new Date(world.clock.now().getTime() - Math.floor(index / 100) * 1_000),
  }));
  await world.database.delivery.createMany({ data: rows });
  onTestFinished(async () => {
    await world.database.delivery.deleteMany({ where: { pickup: '303' } });
  });
  const namesIn = (text: string) => [...text.matchAll(/#L\d+\.1/g)].map(([name]) => name);
  const first = await print('labels?waiting&pickup=303');
  const printed = namesIn(await first.text());
  expect(printed).toHaveLength(BOUNDS.printedDeliveries);

  await world.database.delivery.updateMany({
    where: { pickup: '303', fulfillmentName: { in: printed.slice(0, 10) } },
    data: { stateGroup: 'on-the-way' },
  });
  const second = await print(`labels?waiting&pickup=303&after=${first.headers.get(NEXT_PART)}`);
  const rest = namesIn(await second.text());
  expect([...printed, ...rest].toSorted()).toEqual(rows.map(({ fulfillmentName }) => fulfillmentName).toSorted());
  expect(second.headers.get(NEXT_PART)).toBeNull();
  for (const after of ['1', '1_x', `x_${randomUUID()}`]) {
    expect((await print(`labels?waiting&after=${after}`)).status).toBe(400);
  }
});

it('the pick list sums the products of the selection', async () => {
  const [first, second] = [await handedOver(), await handedOver()];
  const text = await textOf(`pick-list?deliveries=${first.deliveryId},${second.deliveryId}`);
  expect(text).toContain('Almacén Surquillo');
  expect(text).toMatch(/TE-100.*Té verde.*<td class="count">4<\/td>/s);
  expect(text).toContain(`${first.name}\u00a0×\u00a02, ${second.name}\u00a0×\u00a02`);
});

it('a browser may ask first whether the admin, of another origin, may fetch a document', async () => {
  const answer = await callAsExtension(program, '/print/labels?orders=1', { method: 'OPTIONS', token: null });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(answer.headers.get('Access-Control-Allow-Headers')).toMatch(/Authorization/);
});

describe('a document is refused', () => {
  it('without a session token that is good now', async () => {
    const { deliveryId } = await handedOver();
    const path = `labels?deliveries=${deliveryId}`;
    const now = Math.floor(world.clock.now().getTime() / 1000);
    const expired = tokenOf({ iat: now - 600, nbf: now - 600, exp: now - 540 });
    for (const token of [null, expired, 'no.token.at-all']) {
      const answer = await print(path, token);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toMatch(MARKED[0] ?? /^/);
    }
    expect((await print(path, tokenOf({ iat: now, nbf: now, exp: now + 60 }))).status).toBe(200);
  });

  it('when the selection is empty or too large', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => 100 + index).join(',');
    for (const path of [
      'labels',
      'letters?orders=1',
      'labels?orders=x',
      'labels?orders=1&format=a5',
      'labels?deliveries=1',
    ]) {
      expect((await print(path)).status, path).toBe(400);
    }
    expect((await print(`labels?orders=${ids(BOUNDS.printedDeliveries + 1)}`)).status).toBe(400);
    expect((await print(`labels?orders=${ids(BOUNDS.printedDeliveries)}`)).status).toBe(404);
  });

  it('while Shopify cannot be read', async () => {
    const { deliveryId } = await handedOver();
    world.shopify.setFaults(SHOP, [{ kind: 'internal-error', times: 50 }]);
    const answer = await print(`labels?deliveries=${deliveryId}`);
    world.shopify.setFaults(SHOP, []);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('Shopify did not answer.');
  });
});

it('leaves nothing of the buyer in the database and the log, whatever was printed', async () => {
  const { deliveryId, orderId } = await handedOver();
  for (const document of ['labels', 'sheet', 'pick-list']) {
    for (const format of ['4x6', 'a4']) await textOf(`${document}?orders=${numberOf(orderId)}&format=${format}`);
  }
  expect(await world.database.print.findUniqueOrThrow({ where: { deliveryId } })).toMatchObject({ packages: 1 });
  const rows = await readWholeDatabase(world.database);
  for (const mark of MARKED) {
    for (const lines of [rows, program.lines]) expect(lines.filter((line) => mark.test(line))).toEqual([]);
  }
});

it('a shop that prints too often in a minute is throttled', async () => {
  const { deliveryId } = await handedOver();
  // a minute that lasts, with enough left for one document
  const spent = { points: BOUNDS.actionsPerMinute - BOUNDS.printCost, expire: world.clock.now().getTime() + 3_600_000 };
  await world.database.actionBudget.upsert({ where: { key: SHOP }, create: { key: SHOP, ...spent }, update: spent });
  onTestFinished(async () => {
    await world.database.actionBudget.deleteMany();
  });
  const token = world.shopify.idToken(SHOP);
  const print = async () => {
    const answer = await callAsExtension(program, `/print/sheet?deliveries=${deliveryId}`, { token });
    await answer.text();
    return answer.status;
  };
  expect([await print(), await print()]).toEqual([200, 429]);
});

/** A session token of the shop's admin with these times. */
function tokenOf(times: { iat: number; nbf: number; exp: number }): string {
  const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: `https://${SHOP}/admin`,
    dest: `https://${SHOP}`,
    aud: TEST_API_KEY,
    sub: '1',
    jti: 'a-print',
    sid: 'a-session',
    ...times,
  };
  const text = `${coded({ alg: 'HS256', typ: 'JWT' })}.${coded(claims)}`;
  return `${text}.${createHmac('sha256', TEST_API_SECRET).update(text).digest('base64url')}`;
}
