import { afterAll, beforeAll, expect, it } from 'vitest';
import { findShop, settingsOf } from '../../../app/shops/shop-store.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { until } from '../../set-up/time/until.ts';
import { accessibilityFaults } from '../accessibility.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld();
  const shop = world.shopify.store.get(SHOP);
  if (shop) shop.record.locale = 'en';
  await world.setUpShop(await world.startProcess({}, { hurry: true }));
});

afterAll(() => world.stop());

it('a merchant chooses tags, sees the date pickers that are known, enables workflows, and runs an action', async () => {
  const tab = await world.openTab(SHOP);
  const { app, page } = tab;

  await tab.open('/app/settings/dates');
  await app.getByRole('button', { name: 'Advanced' }).click();
  await app.getByText('Zapiet').waitFor();
  await expect.poll(() => app.getByText('Recognized').count()).toBeGreaterThan(2);
  expect(await accessibilityFaults(app)).toEqual([]);

  await tab.open('/app/settings/updates');
  await app.getByLabel('Tag orders with their delivery status').check();
  await app.getByLabel('Text before the colon').fill('courier');
  await app.getByText('such as courier:out-for-delivery').waitFor();
  expect(await accessibilityFaults(app)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until('the settings saved', async () => {
    const shop = await findShop(world.database, SHOP);
    return shop && settingsOf(shop).publish.stateTags && settingsOf(shop).publish.tagNamespace === 'courier';
  });

  await tab.openAdmin('/flow');
  await page.getByText('No trigger has arrived yet.').waitFor();
  await page.getByRole('button', { name: 'Enable workflows' }).click();
  await until('the workflows known', () => world.database.flowUse.findFirst({ where: { isEnabled: true } }));
  const lineItems = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
  const order = world.shopify.enterOrder(SHOP, limaOrder({ lineItems }));
  const { id } = world.shopify.fulfill(SHOP, order.id);
  await page.getByText('Delivery status changed').waitFor();
  await page.getByText(`Fulfillment ID: ${id}`).first().waitFor();
  await page.reload();
  await page.getByLabel('Action').selectOption('mark-order-as-handled');
  await page.locator('select[name=order]').selectOption({ label: order.name });
  await page.getByRole('button', { name: 'Run action' }).click();
  await page.getByRole('status').getByText('mark-order-as-handled: 200 {"return_value":{"changed":0}}').waitFor();

  await until('the tag', () => order.tags.includes('courier:accepted')); // the admin's page of an order shows no later one
  await tab.openAdmin(`/orders/${order.id.split('/').at(-1)}`);
  await page.getByText('courier:accepted').waitFor();
  await page.getByText('Estimated delivery:').waitFor();
});
