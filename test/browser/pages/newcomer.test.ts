import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder } from '../../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN } from '../../set-up/world/offline-world.ts';
import { QUICK_TIMELINE, startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { until } from '../../set-up/time/until.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { addShop } from '../../set-up/browser/embedded-app.ts';

const WAITING = 14;
/** More presses of Tab than any page has stops. */
const STOP_LIMIT = 120;

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({
    timeline: QUICK_TIMELINE,
    districts: ['Miraflores', 'San Isidro', 'Surquillo', 'Barranco'],
  });
  await world.startProcess(world.variables);
});

afterAll(() => world.stop());

const lineItems = [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }];
const orderTo = (city: string) => limaOrder({ lineItems, shippingAddress: { ...limaOrder().shippingAddress, city } });

it('reaches the first hand-overs by keyboard alone, and no page says that all is well while something waits', async () => {
  const shop = addShop(world, 'newcomer', 'en');
  const tab = await world.openTab(shop);
  const { app, page, open, screenshot } = tab;
  const press = (key: string) => page.keyboard.press(key);
  const isFocused = (target: Locator) =>
    target.evaluate((element) => document.hasFocus() && element.ownerDocument.activeElement === element);
  /** Goes on with Tab until the focus is there. */
  const tabTo = async (target: Locator) => {
    await target.waitFor();
    for (let stop = 0; stop < STOP_LIMIT; stop += 1) {
      if (await isFocused(target)) return;
      await press('Tab');
    }
    throw new Error(`Tab does not reach ${String(target)}`);
  };
  const choose = async (target: Locator) => {
    await tabTo(target);
    await press('Enter');
  };
  const button = (name: string | RegExp) => app.getByRole('button', { name, exact: true });
  const step = (name: RegExp) => app.getByRole('button', { name, expanded: true });
  const held = () => world.database.delivery.count({ where: { shopDomain: shop, heldFor: { not: null } } });

  await open();
  await app.getByRole('heading', { name: 'Send your first delivery' }).waitFor();
  const cities = ['Mirafores Centro', ...Array.from({ length: WAITING - 1 }, () => 'Miraflores')];
  for (const city of cities) world.shopify.fulfill(shop, world.shopify.enterOrder(shop, orderTo(city)).id);
  await until('all of them held', async () => (await held()) === WAITING);
  await open();

  await tabTo(app.getByLabel('Token'));
  await page.keyboard.type('wrong-token-000');
  await press('Enter');
  await app.getByText('The operator refused this token, so nothing was saved').waitFor();
  await until('the focus on what is wrong', () => isFocused(app.getByLabel('Token')));
  await screenshot('newcomer-wrong-token');
  expect(await accessibilityFaults(app)).toEqual([]);
  await press('ControlOrMeta+a');
  await page.keyboard.type(OPERATOR_TOKEN);
  await press('Enter');

  const pickup = step(/Set the pickup point/);
  await until('the focus on the next step', async () => (await pickup.count()) > 0 && isFocused(pickup));
  await tabTo(app.getByLabel('Branch number'));
  await page.keyboard.type('101');
  await screenshot('newcomer-pickup');
  await press('Enter');

  const service = step(/Choose the delivery service/);
  await until('the focus on the next step', async () => (await service.count()) > 0 && isFocused(service));
  await app.getByLabel('Despacho a domicilio').waitFor();
  await tabTo(app.getByLabel('Despacho a domicilio'));
  await press('ArrowDown');
  await screenshot('newcomer-service');
  expect(await accessibilityFaults(app)).toEqual([]);
  await choose(button('Save'));

  const dryRun = step(/Preview a delivery/);
  await until('the focus on the next step', async () => (await dryRun.count()) > 0 && isFocused(dryRun));
  await choose(button('Preview delivery'));
  await app.getByText(/Would be sent|does not serve the district/).waitFor();
  await screenshot('newcomer-preview');
  expect(await accessibilityFaults(app)).toEqual([]);

  await choose(app.getByRole('button', { name: /\d\. Turn on sending/ }));
  await app.getByText(`${WAITING} fulfillments are waiting.`, { exact: false }).waitFor();
  await choose(button('Turn on sending'));
  await app.getByText(`${WAITING} deliveries need your approval`).waitFor();
  await screenshot('newcomer-approval');
  expect(await accessibilityFaults(app)).toEqual([]);
  expect(await app.getByText('Every fulfillment of the day is accounted for.').count()).toBe(0);
  await choose(app.getByRole('link', { name: `View ${WAITING} deliveries` }));
  await app.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor();
  expect(await held()).toBe(WAITING);
  await choose(button(`Send ${WAITING} deliveries`));

  await until('what can be sent delivered, and the other in need of attention', async () => {
    const phases = await world.database.delivery.groupBy({ by: ['phase'], where: { shopDomain: shop }, _count: true });
    const count = (phase: string) => phases.find((each) => each.phase === phase)?._count ?? 0;
    return count('delivered') === WAITING - 1 && count('needs-attention') === 1;
  });
  await open('/app/review');
  await choose(button('Miraflores'));
  await choose(app.getByRole('button', { name: /^Use Miraflores for Mirafores Centro and retry 1 delivery$/ }));
  await app.getByText(/Miraflores is used for “Mirafores Centro” from now on/).waitFor();
  await until('all of them delivered', async () => {
    const delivered = await world.database.delivery.count({ where: { shopDomain: shop, phase: 'delivered' } });
    return delivered === WAITING;
  });
  expect(await app.getByText('Nothing needs attention').waitFor()).toBeUndefined();
  expect(await accessibilityFaults(app)).toEqual([]);
});

it('continues without the shipping methods when they cannot be loaded', async () => {
  const shop = addShop(world, 'no-methods', 'en');
  const isExpected = (complaint: string) => /ERR_FAILED|Failed to fetch/.test(complaint);
  const { app, page, open } = await world.openTab(shop, { isExpected });
  await open();
  await page.route(/\/app\/choices/, (route) => route.abort());
  await app.getByRole('button', { name: /Choose the delivery service/ }).click();
  await app.getByText('Handoff did not answer. Check your connection and try again.').waitFor();
  await page.unroute(/\/app\/choices/);
  await app.getByRole('button', { name: 'Reload shipping methods' }).click();
  await app.getByText('No shipping methods were found in recent orders.').waitFor();
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await app.getByRole('button', { name: /Connect your operator account/ }).click();
  await app.getByLabel('Token').waitFor();
});
