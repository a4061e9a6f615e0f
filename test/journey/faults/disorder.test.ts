import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limaOrder, TEST_SHOP } from '../../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { Program } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';
import { postWebhook } from '../../set-up/webhook.ts';

/** Its plan bears hundreds of hand-overs at once. */
const SHOP = 'tienda-grande.myshopify.com';
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

let world: OfflineWorld;
let program: Program;

beforeAll(async () => {
  world = await startOfflineWorld();
  // a hundred calls at once take long on a busy machine, and one that is given up is made again
  program = await world.start({ TRACKING_INTERVAL_SECONDS: '600', OPERATOR_TIMEOUT_SECONDS: '60' });
  world.shopify.addShop({ ...TEST_SHOP, domain: SHOP, limits: { maximum: 1_000_000, restoreRate: 50_000 } });
  await world.setUpShop(program, {}, { shop: SHOP, token: OPERATOR_TOKEN });
  world.shopify.setWebhookPolicy({ drop: Number.MAX_SAFE_INTEGER }); // this test is the postman
});

beforeEach(async () => {
  await world.database.webhookReceipt.deleteMany();
});

afterAll(async () => {
  await world.stop();
});

/** "again" is another webhook that says the same. */
type Told = 'create' | 'create again' | 'success' | 'stale success' | 'cancelled' | 'cancelled again' | 'order updated';

/** A fulfillment, and in which order its webhooks come. */
interface Case {
  readonly fulfillmentId: string;
  readonly orderId: string;
  readonly told: readonly Told[];
}

/** Each once: two that are equal make no difference. */
function permutations(items: readonly Told[]): Told[][] {
  if (items.length === 0) return [[]];
  return [...new Set(items)].flatMap((item) =>
    permutations(items.toSpliced(items.indexOf(item), 1)).map((rest) => [item, ...rest]),
  );
}

/** One fulfillment for each order in which its webhooks can come. */
const fulfillAll = (...told: Told[]): Case[] =>
  permutations(told).map((order) => {
    const { id: orderId } = world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES }));
    return { fulfillmentId: world.shopify.fulfill(SHOP, orderId).id, orderId, told: order };
  });

function webhookOf(told: Told, { fulfillmentId, orderId }: Case) {
  const [number, orderNumber] = [fulfillmentId, orderId].map((gid) => Number(gid.split('/').at(-1)));
  const fulfillment = (status: string) => ({
    id: number,
    admin_graphql_api_id: fulfillmentId,
    order_id: orderNumber,
    status,
  });
  const hoursAgo = (hours: number) => ({
    'X-Shopify-Triggered-At': new Date(world.clock.now().getTime() - hours * 3_600_000).toISOString(),
  });
  const update = { shop: SHOP, topic: 'fulfillments/update' };
  switch (told) {
    case 'create':
    case 'create again':
      return {
        shop: SHOP,
        topic: 'fulfillments/create',
        webhookId: `${told}-${number}`,
        body: fulfillment('success'),
        headers: hoursAgo(2),
      };
    case 'success':
      return { ...update, webhookId: `success-${number}`, body: fulfillment('success') };
    case 'stale success':
      return { ...update, webhookId: `stale-${number}`, body: fulfillment('success'), headers: hoursAgo(1) };
    case 'cancelled':
    case 'cancelled again':
      return { ...update, webhookId: `${told}-${number}`, body: fulfillment('cancelled') };
    case 'order updated':
      return {
        shop: SHOP,
        topic: 'orders/updated',
        webhookId: `order-${number}`,
        body: { id: orderNumber, admin_graphql_api_id: orderId },
      };
  }
}

async function tell(told: Told | undefined, of: Case): Promise<void> {
  if (!told) return;
  const { status } = await postWebhook(program.url, webhookOf(told, of));
  expect(status).toBe(200);
}

const allHandled = () =>
  until('every webhook handled, and what it called for done', async () => {
    const [row] = await world.database.$queryRaw<{ open: boolean }[]>`
        SELECT EXISTS (SELECT 1 FROM "OrderComparison")
          OR EXISTS (SELECT 1 FROM "WebhookReceipt" WHERE "outcome" IS NULL) AS "open"`;
    return row?.open === false;
  });

/** All cases side by side: each webhook is handled before the next one of its fulfillment comes. */
async function oneAfterAnother(cases: readonly Case[]): Promise<void> {
  for (let turn = 0; turn < (cases[0]?.told.length ?? 0); turn += 1) {
    await Promise.all(cases.map((each) => tell(each.told[turn], each)));
    await allHandled();
  }
}

/** Each webhook comes as soon as the one before it is answered; they are handled together, as far as it happens so. */
async function inOneMoment(cases: readonly Case[]): Promise<void> {
  await Promise.all(
    cases.map(async (each) => {
      for (const told of each.told) await tell(told, each);
    }),
  );
  await allHandled();
}

const deliveriesOf = (cases: readonly Case[], where: object = {}) =>
  world.database.delivery.findMany({
    where: { fulfillmentId: { in: cases.map(({ fulfillmentId }) => fulfillmentId) }, ...where },
    include: { attempts: { where: { verb: { not: 'read' } } } },
  });

const allIn = (phase: string, cases: readonly Case[]) =>
  until(`every delivery ${phase}`, async () => (await deliveriesOf(cases, { phase })).length === cases.length);

const creates = () => world.operator.requests().filter(({ verb }) => verb === 'create');
/** How often the operator was given each of them. */
const createsOf = (deliveries: readonly { readonly orderNumber: string | null }[]) =>
  deliveries.map((delivery) => creates().filter(({ orderNumber }) => orderNumber === delivery.orderNumber).length);
const once = (cases: readonly Case[]) => cases.map(() => 1);

describe.each([
  ['each is handled before the next comes', oneAfterAnother],
  ['they come in one moment', inOneMoment],
])('webhooks in every order, when %s', (_pace, tellAll) => {
  it('of a fulfillment that is cancelled: the delivery is cancelled, and the operator never hears of it', async () => {
    const before = creates().length;
    const cases = fulfillAll('create', 'create again', 'success', 'cancelled', 'order updated');
    for (const { fulfillmentId } of cases) world.shopify.cancelFulfillment(SHOP, fulfillmentId);
    await tellAll(cases);
    await allIn('cancelled', cases);
    for (const delivery of await deliveriesOf(cases)) {
      expect(delivery).toMatchObject({ problems: [], cancelRequestedAt: null, sendAt: null, attempts: [] });
    }
    expect(creates()).toHaveLength(before);
  });

  it('of a fulfillment that stands: one delivery order at the operator', async () => {
    const cases = fulfillAll('create', 'create', 'success', 'stale success', 'order updated');
    await tellAll(cases);
    await allIn('in-delivery', cases);
    const receipts = await world.database.webhookReceipt.count();
    expect(receipts).toBe(cases.length * 4); // a webhook that comes twice is one receipt
    const deliveries = await deliveriesOf(cases);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ problems: [], attempts: [{ verb: 'create', outcome: 'accepted' }] });
    }
    expect(createsOf(deliveries)).toEqual(once(cases));
  });

  it('of a fulfillment that is cancelled after its hand-over, and of its order that is edited: call the operator, said once', async () => {
    const cases = fulfillAll('cancelled', 'cancelled again', 'success', 'order updated');
    await Promise.all(cases.map((each) => tell('create', each)));
    await allIn('in-delivery', cases);
    for (const { fulfillmentId, orderId } of cases) {
      world.shopify.cancelFulfillment(SHOP, fulfillmentId);
      world.shopify.changeOrder(SHOP, orderId, { shippingAddress: { address1: 'Marked-Jr. Puno 9' } });
    }
    await tellAll(cases);
    const deliveries = await deliveriesOf(cases);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        phase: 'in-delivery',
        problems: [{ code: 'cancelled-after-hand-over' }],
        endedAt: null,
        cancelRequestedAt: expect.any(Date),
        attempts: [{ verb: 'create', outcome: 'accepted' }],
      });
    }
    expect(createsOf(deliveries)).toEqual(once(cases));
  });
});
