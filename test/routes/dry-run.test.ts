import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

let world: OfflineWorld;
let program: Program;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program, { service: { methods: { Recojo: 'Express' } } });
});

afterAll(() => world.stop());

/** An order of one parcel. */
const goods = (change: Parameters<typeof limaOrder>[0] = {}) =>
  limaOrder({ lineItems: [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }], ...change });

async function ask(body?: object): Promise<unknown> {
  const answer = await fetch(`${program.url}/app/dry-run`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${world.shopify.idToken(SHOP)}`,
      'User-Agent': BROWSER,
      'Content-Type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return answer.json();
}

const rows = z.object({
  kind: z.literal('ran'),
  fulfillments: z.array(
    z.object({
      name: z.string(),
      ahead: z.object({ location: z.string().nullable() }).nullable(),
      choice: z.unknown(),
      dryRun: z.object({ plan: z.object({ kind: z.string() }), request: z.string().nullable() }).nullable(),
    }),
  ),
});
const dryRun = async (orderId: string, part = {}) => rows.parse(await ask({ orderId, version: 1, part })).fulfillments;

it('lists recent orders, fulfilled or not', async () => {
  const waiting = world.shopify.enterOrder(SHOP, goods());
  const made = world.shopify.enterOrder(SHOP, goods());
  world.shopify.fulfill(SHOP, made.id);
  const { orders } = z.object({ orders: z.array(z.unknown()) }).parse(await ask());
  expect(orders).toEqual(
    expect.arrayContaining([
      { id: waiting.id, name: waiting.name, isFulfilled: false },
      { id: made.id, name: made.name, isFulfilled: true },
    ]),
  );
});

it('plans what an order that is not fulfilled would send, and sends nothing', async () => {
  const order = world.shopify.enterOrder(SHOP, goods());
  const [row, ...others] = await dryRun(order.id);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    name: order.name,
    ahead: { location: 'Almacén Surquillo' },
    choice: { by: 'default-without-method' },
    dryRun: { plan: { kind: 'hand-over' } },
  });
  expect(row?.dryRun?.request).toContain('"district": "Miraflores"');
  expect(await world.database.delivery.count({ where: { orderId: order.id } })).toBe(0);
});

it('says what chose the service, with settings that are not saved', async () => {
  const order = world.shopify.enterOrder(SHOP, goods({ shippingLine: { title: 'recojo', price: '1.00' } }));
  expect((await dryRun(order.id))[0]?.choice).toEqual({ by: 'method', name: 'Recojo' });
  const rules = [{ name: 'Todo', when: {}, use: 'Sameday' }];
  expect((await dryRun(order.id, { 'service.rules': rules }))[0]?.choice).toEqual({ by: 'rule', name: 'Todo' });
});
