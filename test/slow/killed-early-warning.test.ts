import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderRecord } from '../../sandbox/shopify/shop/order-records.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { ProgramProcess } from '../set-up/world/program-process.ts';
import { until } from '../set-up/time/until.ts';

/** Longer than a kill takes. */
const SLOW_MS = 3_000;

let folder: string;
let world: OfflineWorld;
let program: ProgramProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'handoff-killed-'));
  await writeFile(path.join(folder, 'districts.json'), JSON.stringify(['Miraflores', 'San Isidro']));
  world = await startOfflineWorld();
  program = await start();
  await world.setUpShop(program, { earlyWarning: 'hold' });
});

afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const start = () =>
  world.startProcess({ OPERATOR_DISTRICTS_FILE: path.join(folder, 'districts.json') }, { hurry: true });

const shopOf = () => {
  const shop = world.shopify.store.get(SHOP);
  if (!shop) throw new Error('no shop');
  return shop;
};
const holdsOn = (order: OrderRecord) => order.fulfillmentOrders.flatMap(({ holds }) => holds);
const settled = (order: OrderRecord, verdict: string) =>
  until(`the order ${verdict}`, async () => {
    const row = await world.database.openOrder.findFirst({ where: { orderId: order.id } });
    return row?.verdict === verdict && row.lookAt === null ? row : null;
  });

/** Kills the program while Shopify works on the call, or right away, and starts another. */
async function killDuring(operation: string | null): Promise<void> {
  if (operation !== null) await until('the call under way', () => shopOf().faults.pending.length === 0);
  await program.kill();
  program = await start();
}

const slow = (match: string | null) => {
  if (match !== null) world.shopify.setFaults(SHOP, [{ kind: 'slow', delay: SLOW_MS, match }]);
};

describe('an order that would not go out, with the program killed', () => {
  it.each([
    ['when its webhook has arrived', null, null],
    ['while it is read', 'query OpenOrder', null],
    ['while it is being held', 'mutation HoldFulfillmentOrder', null],
    ['while it is being released', null, 'mutation ReleaseFulfillmentOrder'],
    ['while it is read again', null, 'query OpenOrder'],
  ])('%s: it is held once and released once', async (_, first, second) => {
    const address = { ...limaOrder().shippingAddress, city: 'Villa Lejana' };
    slow(first);
    const lineItems = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
    const order = world.shopify.enterOrder(SHOP, limaOrder({ lineItems, shippingAddress: address }));
    if (first !== null || second === null) await killDuring(first);
    const warned = await settled(order, 'warned');
    expect(warned.holds).toMatchObject([{ phase: 'held' }]);
    expect(holdsOn(order)).toHaveLength(1);
    expect(() => world.shopify.fulfill(SHOP, order.id)).toThrow();

    slow(second);
    world.shopify.changeOrder(SHOP, order.id, { shippingAddress: { city: 'Miraflores' } });
    if (second !== null) await killDuring(second);
    await settled(order, 'ready');
    expect(holdsOn(order)).toEqual([]);
    const { id: fulfillmentId } = world.shopify.fulfill(SHOP, order.id);
    await until('the delivery', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'in-delivery' } }),
    );
  });
});
