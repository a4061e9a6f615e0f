import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startBrowserWorld, type BrowserWorld } from '../set-up/browser/browser-world.ts';
import { until } from '../set-up/time/until.ts';
import { accessibilityFaults } from './accessibility.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({ districts: ['Miraflores', 'San Isidro'] });
  const shop = world.shopify.store.get(SHOP);
  if (shop) shop.record.locale = 'en';
  await world.setUpShop(await world.startProcess(world.variables, { hurry: true }), {
    earlyWarning: 'hold',
  });
});

afterAll(() => world.stop());

const place = (city: string) =>
  world.shopify.enterOrder(
    SHOP,
    limaOrder({
      lineItems: [{ title: 'Taza', sku: 'TAZA', price: '35.00' }],
      shippingAddress: { ...limaOrder().shippingAddress, city },
    }),
  );
const numberOf = ({ id }: { id: string }) => id.split('/').at(-1) ?? '';

it('an order that would not go out is shown on Home, in Review and on the order, is held, and is released when it is fixed', async () => {
  const [wrong, good] = [place('Mirafores Alto'), place('Miraflores')];
  await until('the hold', () => wrong.fulfillmentOrders[0]?.holds.length === 1);
  const tab = await world.openTab(SHOP);
  const { app, page } = tab;
  const block = page.frameLocator('iframe[data-extension="delivery-block"]');

  await tab.openAdmin(`/orders/${numberOf(good)}`);
  await block.getByText('Ready for Next day, from Almacén Surquillo').waitFor();
  await tab.openAdmin(`/orders/${numberOf(wrong)}`);
  await block.getByText('Cannot be sent yet').first().waitFor();
  await block.getByText('Handoff holds this order until it is fixed.').waitFor();
  await page.getByText(/On hold by an app\. .*cannot deliver this order yet/).waitFor();

  await tab.screenshot('early-order');

  await tab.open('/app');
  await app.getByText('1 order cannot be sent as it is').waitFor();
  expect(await accessibilityFaults(app)).toEqual([]);
  await tab.screenshot('early-home');
  await app.getByRole('link', { name: 'Review problems', exact: true }).click();
  await app.getByText('1 on hold').waitFor();
  await app.getByRole('link', { name: wrong.name, exact: true }).waitFor();
  await tab.screenshot('early-review');
  expect(await accessibilityFaults(app)).toEqual([]);
  await app.getByRole('button', { name: 'Miraflores', exact: true }).click();
  await app.getByRole('button', { name: /^Use Miraflores for/ }).click();
  await app.getByText('Nothing needs attention').waitFor();
  await until('the release', () => wrong.fulfillmentOrders[0]?.holds.length === 0);

  world.shopify.fulfill(SHOP, wrong.id);
  await until('the delivery', () =>
    world.database.delivery.findFirst({ where: { orderId: wrong.id, phase: 'in-delivery' } }),
  );
});
