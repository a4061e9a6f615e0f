import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shopSettingsSchema } from '../../app/domain/settings/shop-settings.ts';
import type { OrderRecord } from '../../sandbox/shopify/shop/order-records.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { BRANCH } from '../set-up/world/offline-world.ts';
import { startBrowserWorld, type BrowserWorld } from '../set-up/browser/browser-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';
import type { EmbeddedApp } from '../set-up/browser/embedded-app.ts';

let world: BrowserWorld;
let program: Program;
let admin: EmbeddedApp;
/** The app's API is cut off from the browser: each try is a line in its console. */
let isCutOff = false;
/** Fulfilled before the app was installed: nothing hands them over by itself. */
let early: OrderRecord[];

beforeAll(async () => {
  world = await startBrowserWorld();
  early = Array.from({ length: 24 }, () => fulfilled(enter()));
  const shop = world.shopify.store.get(SHOP);
  if (shop) shop.record.locale = 'en';
  program = await world.startProcess();
  await world.setUpShop(program);
});

afterAll(() => world.stop());

beforeEach(async () => {
  await setUp({});
  await world.database.operatorAccount.updateMany({ data: { pausedAt: null } });
  isCutOff = false;
  admin = await world.openTab(SHOP, { isExpected: () => isCutOff });
  await admin.page.route(`${program.url}/api/**`, (route) => (isCutOff ? route.abort() : route.fallback()));
});

async function setUp(settings: object): Promise<void> {
  const chosen = shopSettingsSchema.parse({ pickup: { default: { id: BRANCH } }, ...settings });
  await world.database.shop.update({ where: { domain: SHOP }, data: { settings: chosen, handOverOn: true } });
}

function enter(change: Parameters<typeof limaOrder>[0] = {}): OrderRecord {
  const lineItems = [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }];
  return world.shopify.enterOrder(SHOP, limaOrder({ lineItems, ...change }));
}

function fulfilled(order: OrderRecord): OrderRecord {
  world.shopify.fulfill(SHOP, order.id);
  return order;
}

const numberOf = ({ id }: { id: string }) => id.split('/').at(-1) ?? '';

/** Opens an order's page; `early` has one for each test that needs one that nobody has handed over. */
async function openOrder(order: OrderRecord | undefined): Promise<OrderRecord> {
  if (!order) throw new Error('no such order');
  await admin.openAdmin(`/orders/${numberOf(order)}`);
  return order;
}

const block = (): FrameLocator => admin.page.frameLocator('iframe[data-extension="delivery-block"]');
const action = (): FrameLocator => admin.page.frameLocator('dialog iframe');
const button = (frame: FrameLocator, name: string) => frame.getByRole('button', { name, exact: true });
const seen = (locator: Locator) => locator.first().waitFor();
const gone = (locator: Locator) => locator.waitFor({ state: 'detached' });

/** Fills the picture's height, so that what is under the fold is in it. */
async function picture(name: string, at: Locator): Promise<void> {
  await at.scrollIntoViewIfNeeded();
  await admin.screenshot(name);
}

const orderNumber = ({ fulfillments: [fulfillment] }: OrderRecord) =>
  `tienda-prueba-${fulfillment?.name.slice(1) ?? ''}`;
/** How often the operator was asked to create the delivery order of an order's only fulfillment. */
const creates = (order: OrderRecord) =>
  world.operator.requests().filter((each) => each.verb === 'create' && each.orderNumber === orderNumber(order)).length;
const deliveryOf = (order: OrderRecord, phase: string) =>
  until(`the delivery ${phase}`, () => world.database.delivery.findFirst({ where: { orderId: order.id, phase } }));

async function openAction(): Promise<void> {
  await admin.page.getByText('More actions').click();
  await admin.page.getByRole('button', { name: 'Delivery', exact: true }).click();
  await seen(button(action(), 'Close'));
}

describe('the block on the page of an order', () => {
  it('previews a fulfillment, hands it over once and follows it to its end without a reload', async () => {
    const order = await openOrder(early[0]);
    await seen(block().getByText(/Would be sent: Next day/));
    await picture('block-not-handed-over', block().getByText('Not sent'));

    await button(block(), 'Send delivery').dblclick();
    await seen(block().getByText('ingresado'));
    await seen(block().getByText(orderNumber(order)));
    await picture('block-accepted', block().getByText('ingresado').first());
    world.operator.advanceTo(orderNumber(order), 'en camino entrega');
    await seen(block().getByText('en camino entrega'));
    world.operator.advanceTo(orderNumber(order), 'entregado');
    await seen(block().locator('s-badge', { hasText: 'Delivered' }));

    const trackingLink = block().getByRole('link', { name: `Track ${orderNumber(order)}` });
    await expect.poll(() => trackingLink.getAttribute('href')).toMatch(/tracking/);
    await button(block(), 'Full history (6)').click();
    await seen(button(block(), 'Show less'));
    await picture('block-delivered', button(block(), 'Show less'));
    await admin.page.locator('.extension-block summary').click();
    await seen(admin.page.locator('.extension-block summary').getByText('Delivered'));
    await picture('block-collapsed', admin.page.locator('.extension-block'));
    expect(creates(order)).toBe(1);
  });

  it('counts down the grace period; it can be stopped, and sent now all the same', async () => {
    await setUp({ gracePeriodMinutes: 5 });
    const order = await openOrder(fulfilled(enter()));
    await seen(block().getByText(/Sends in [0-5]:\d\d/));
    await picture('block-waiting', button(block(), 'Do not send'));
    await button(block(), 'Do not send').click();
    await seen(block().getByText('Someone on your team stopped it before it was sent.'));
    await picture('block-stopped', button(block(), 'Send anyway'));
    expect(creates(order)).toBe(0);

    await button(block(), 'Send anyway').click();
    await seen(action().getByText('Will be sent to Reparto Veloz:'));
    await picture('action-send-anyway', admin.page.locator('dialog'));
    await button(action(), 'Send anyway').click();
    await seen(action().getByText('ingresado'));
    await button(action(), 'Close').click();
    await seen(block().getByText('ingresado'));
    expect(creates(order)).toBe(1);
  });

  it('sends now once, however often it is clicked', async () => {
    await setUp({ gracePeriodMinutes: 5 });
    const order = await openOrder(fulfilled(enter()));
    await button(block(), 'Send now').click({ clickCount: 3, delay: 5 });
    await seen(block().getByText('ingresado'));
    expect(creates(order)).toBe(1);
  });

  it('shows a problem with its next step, and retries', async () => {
    await setUp({ pickup: { default: { id: 999_999 } } });
    const order = fulfilled(enter());
    await deliveryOf(order, 'needs-attention');
    await openOrder(order);
    await seen(block().getByText(/The operator refused this delivery/));
    await picture('block-problem', button(block(), 'Retry delivery'));
    await setUp({});
    await button(block(), 'Retry delivery').click();
    await seen(block().getByText('ingresado'));
  });

  it('says that the operator must be called when a fulfillment was cancelled too late, until that is done', async () => {
    const order = fulfilled(enter());
    await deliveryOf(order, 'in-delivery');
    world.shopify.cancelFulfillment(SHOP, order.fulfillments[0]?.id ?? '');
    await until('the cancellation noticed', () =>
      world.database.delivery.findFirst({ where: { orderId: order.id, cancelRequestedAt: { not: null } } }),
    );
    await openOrder(order);
    await seen(block().getByText(/Call the operator to stop the delivery/));
    await picture('block-cancelled-too-late', button(block(), 'Mark as resolved'));
    await button(block(), 'Mark as resolved').click();
    await gone(block().getByText(/Call the operator/));
  });

  it('has room for many fulfillments, the urgent ones first', async () => {
    const lineItems = Array.from({ length: 8 }, (_, index) => ({ title: `Taza ${index}`, price: '35.00' }));
    const order = enter({ lineItems });
    for (const index of lineItems.keys()) {
      world.shopify.fulfill(SHOP, order.id, { lineItems: [{ id: index, quantity: 1 }] });
    }
    await until('all handed over', async () => {
      const count = await world.database.delivery.count({ where: { orderId: order.id, phase: 'in-delivery' } });
      return count === 8;
    });
    await openOrder(order);
    await seen(block().getByText('1–3 of 8'));
    await picture('block-many', block().getByText('1–3 of 8'));
    await button(block(), 'Next').click();
    await seen(block().getByText('4–6 of 8'));
  });

  it('says why a rule leaves a fulfillment out', async () => {
    const order = fulfilled(enter({ test: true }));
    await deliveryOf(order, 'skipped');
    await openOrder(order);
    await seen(block().getByText('This is a test order.'));
    await picture('block-skipped', button(block(), 'Send anyway'));
  });

  it('says why the shop is on hold, and links to the settings', async () => {
    await world.database.operatorAccount.updateMany({ data: { pausedAt: new Date() } });
    const order = await openOrder(fulfilled(enter()));
    await seen(block().getByText(/^On hold.* because the operator does not accept the token/));
    await seen(block().getByText('Waiting', { exact: true }));
    await picture('block-paused', block().getByText('Waiting', { exact: true }));
    await openAction();
    await seen(action().getByText('Will be sent to Reparto Veloz:'));
    await picture('action-paused', admin.page.locator('dialog'));
    await button(action(), 'Close').click();
    await block().getByRole('link', { name: 'Open operator account' }).click();
    await seen(admin.app.getByRole('heading', { name: 'Settings' }));
    expect(creates(order)).toBe(0);
    await world.database.operatorAccount.updateMany({ data: { pausedAt: null } });
  });

  it('says so while the app is unreachable, and continues when it answers again', async () => {
    isCutOff = true;
    await openOrder(early[1]);
    await seen(block().getByText('Handoff did not answer.'));
    await picture('block-unreachable', button(block(), 'Reload deliveries'));
    await openAction();
    await seen(action().getByText('Handoff did not answer.'));
    await picture('action-unreachable', admin.page.locator('dialog'));
    isCutOff = false;
    await button(action(), 'Reload deliveries').click();
    await seen(action().getByText('Will be sent to Reparto Veloz:'));
    await button(action(), 'Close').click();
    await button(block(), 'Reload deliveries').click();
    await seen(block().getByText(/Would be sent: Next day/));
  });

  it('speaks the language of whoever reads it', async () => {
    const shop = world.shopify.store.get(SHOP);
    if (!shop) throw new Error('the shop is missing');
    await setUp({ pickup: { default: { id: 999_999 } } });
    const order = fulfilled(enter());
    await deliveryOf(order, 'needs-attention');
    shop.record.locale = 'es';
    try {
      await openOrder(order);
      await seen(block().getByText(/rechazó/));
      await picture('block-spanish', button(block(), 'Reintentar entrega'));
      await admin.page.getByText('More actions').click();
      await admin.page.getByRole('button', { name: 'Entrega', exact: true }).click();
      await seen(button(action(), 'Cerrar'));
      await seen(action().getByText('Se enviará a Reparto Veloz:'));
      await picture('action-spanish', admin.page.locator('dialog'));
    } finally {
      shop.record.locale = 'en';
    }
  });

  it('says that nothing is fulfilled when the early warning is off', async () => {
    await setUp({ earlyWarning: 'off' });
    await openOrder(enter());
    await seen(block().getByText(/Nothing is fulfilled yet/));
    await picture('block-nothing-fulfilled', block().getByText(/Nothing is fulfilled yet/));
  });
});

describe('the action on the page of an order', () => {
  it('is offered when something is fulfilled', async () => {
    await openOrder(enter());
    await seen(block().getByText(/Ready for Next day/));
    await gone(admin.page.locator('iframe[data-extension="delivery-action"]'));
    await admin.page.getByText('More actions').click();
    expect(await admin.page.getByRole('button', { name: 'Delivery', exact: true }).count()).toBe(0);
  });

  it('shows what will be sent, sends it once on confirmation, and shows the result', async () => {
    const order = await openOrder(early[1]);
    await openAction();
    await seen(action().getByText('Will be sent to Reparto Veloz:'));
    await seen(action().getByRole('cell', { name: '+51987654321' }));
    await picture('action-preview', admin.page.locator('dialog'));
    await button(action(), 'Send delivery').dblclick();
    await seen(action().getByText('ingresado'));
    await picture('action-handed-over', admin.page.locator('dialog'));
    await button(action(), 'Close').click();
    await gone(admin.page.locator('dialog'));
    expect(creates(order)).toBe(1);
  });

  it('shows a problem, and retries once it is fixed', async () => {
    await setUp({ pickup: { default: { id: 999_999 } } });
    const order = fulfilled(enter());
    await deliveryOf(order, 'needs-attention');
    await setUp({});
    await openOrder(order);
    await openAction();
    await seen(action().getByText(/The operator refused this delivery/));
    await picture('action-problem', admin.page.locator('dialog'));
    await button(action(), 'Retry delivery').click();
    await seen(action().getByText('ingresado'));
  });
});

describe('the action on selected orders', () => {
  const row = (order: OrderRecord) => action().getByRole('row', { name: new RegExp(`^${order.name} `) });

  async function select(orders: readonly OrderRecord[]): Promise<Locator> {
    await admin.openAdmin('/orders');
    for (const { name } of orders) await admin.page.getByLabel(`Select ${name}`, { exact: true }).check();
    await admin.page.getByRole('button', { name: 'Send deliveries' }).click();
    const start = action().getByRole('button', { name: /^Send \d+ orders?$/ });
    await seen(start);
    return start;
  }

  it('hands over more than twenty orders, each once, with a result for each', async () => {
    const orders = early.slice(2);
    const unfulfilled = enter();
    const start = await select([...orders, unfulfilled]);
    await picture('bulk-before', admin.page.locator('dialog'));
    await start.dblclick();
    await picture('bulk-under-way', admin.page.locator('dialog'));
    await seen(action().getByText('Sent: 22 · Need attention: 0 · Not sent: 1'));
    await picture('bulk-finished', admin.page.locator('dialog'));
    for (const order of orders) await seen(row(order).getByText(/^(Sent to operator|ingresado)$/));
    await seen(row(unfulfilled).getByText('Nothing fulfilled yet'));
    expect(orders.map(creates)).toEqual(orders.map(() => 1));
  });

  it('names what a rule skips and what needs attention, and retries that once it is fixed', async () => {
    const skipped = fulfilled(enter({ test: true }));
    await deliveryOf(skipped, 'skipped');
    await setUp({ pickup: { default: { id: 999_999 } } });
    const needy = fulfilled(enter());
    await deliveryOf(needy, 'needs-attention');
    await (await select([skipped, needy])).click();
    await seen(action().getByText('Sent: 0 · Need attention: 1 · Not sent: 1'));
    await seen(row(skipped).getByText('Not sent'));
    await seen(row(needy).getByText('Needs attention'));
    await picture('bulk-problems', admin.page.locator('dialog'));

    await setUp({});
    await (await select([skipped, needy])).click();
    await seen(action().getByText('Sent: 1 · Need attention: 0 · Not sent: 1'));
    await deliveryOf(needy, 'in-delivery');
    await deliveryOf(skipped, 'skipped');
  });
});
