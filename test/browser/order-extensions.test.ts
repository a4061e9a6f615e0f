import type { Browser, FrameLocator, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shopSettingsSchema } from '../../app/domain/shop-settings.ts';
import type { OrderRecord } from '../../sandbox/shopify/records.ts';
import { limaOrder, SHOP } from '../set-up/demo-order.ts';
import { BRANCH, startOfflineWorld, type OfflineWorld } from '../set-up/offline-world.ts';
import type { Program } from '../set-up/program.ts';
import { launchBrowser, openEmbeddedApp, type EmbeddedApp } from './embedded-app.ts';

const NEWS = { timeout: 45_000 };

let world: OfflineWorld;
let program: Program;
let browser: Browser;
let admin: EmbeddedApp;
/** Fulfilled before the app was installed: nothing hands them over by itself. */
let early: OrderRecord[];

beforeAll(async () => {
  world = await startOfflineWorld();
  early = Array.from({ length: 24 }, () => fulfilled(enter()));
  program = await world.start();
  await world.setUpShop(program);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await world.stop();
});

beforeEach(async () => {
  await setUp({});
  admin = await openEmbeddedApp(browser, world, { shop: SHOP });
});

afterEach(async () => {
  const { complaints } = admin;
  await admin.close();
  expect(complaints).toEqual([]);
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

const numberOf = ({ id }: OrderRecord) => id.split('/').at(-1) ?? '';

async function openOrder(order: OrderRecord): Promise<void> {
  await admin.openAdmin(`/orders/${numberOf(order)}`);
}

const block = (): FrameLocator => admin.page.frameLocator('iframe[data-extension="delivery-block"]');
const action = (): FrameLocator => admin.page.frameLocator('dialog iframe');
const expectShown = (locator: Locator, options = NEWS) => locator.waitFor({ state: 'visible', ...options });
const creates = () => world.operator.requests().filter(({ verb }) => verb === 'create');

describe('the block on the page of an order', () => {
  it('shows it', async () => {
    const order = early[0];
    if (!order) throw new Error();
    await openOrder(order);
    await expectShown(block().getByText('Not handed over'));
    await admin.screenshot('block-not-handed-over');
    expect(creates()).toEqual([]);
  });
});
