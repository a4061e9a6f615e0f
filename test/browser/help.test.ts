import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SHOP } from '../set-up/world/demo-order.ts';
import { startBrowserWorld, type BrowserWorld } from '../set-up/browser/browser-world.ts';
import { accessibilityFaults } from './accessibility.ts';
import type { EmbeddedApp } from '../set-up/browser/embedded-app.ts';

let world: BrowserWorld;
let tab: EmbeddedApp;

beforeAll(async () => {
  world = await startBrowserWorld();
  const program = await world.startProcess();
  await world.setUpShop(program);
});

afterAll(() => world.stop());

beforeEach(async () => {
  tab = await world.openTab(SHOP);
});

const heading = (name: string) => tab.app.getByRole('heading', { level: 1, name, exact: true });

it('a page leads to its guide, and the guide to other guides and back to the app, without a new document', async () => {
  await tab.open('/app/review');
  await tab.app.getByRole('link', { name: 'Cómo corregir un problema' }).click();
  await heading('Corrija un problema').waitFor();
  await tab.app.locator('html').evaluate((html) => html.setAttribute('data-same-document', ''));
  await tab.app.getByRole('link', { name: 'Revisión' }).first().click();
  await heading('Revisión').waitFor();

  await tab.open('/app/help/past-orders');
  await tab.app.locator('html').evaluate((html) => html.setAttribute('data-same-document', ''));
  await tab.app.getByRole('link', { name: 'Entregas en la página del pedido' }).focus();
  await tab.page.keyboard.press('Enter');
  await heading('Entregas en la página del pedido').waitFor();
  await expect.poll(() => tab.app.locator('html[data-same-document]').count()).toBe(1);
  await tab.app.locator('#send-several-orders').waitFor({ state: 'visible' });
});

it('the guide has no accessibility fault, and nothing moves when its pictures load', async () => {
  await tab.open('/app/help/order-page');
  await heading('Entregas en la página del pedido').waitFor();
  const last = tab.app.locator('.guide h2').last();
  const placeOf = () => last.evaluate((element) => (element instanceof HTMLElement ? element.offsetTop : 0));
  const before = await placeOf();
  for (const picture of await tab.app.locator('.guide img').all()) {
    await picture.scrollIntoViewIfNeeded();
    const width = await picture.evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) return 0;
      await image.decode();
      return image.naturalWidth;
    });
    expect(width).toBeGreaterThan(100);
  }
  expect(await placeOf()).toBe(before);
  expect(await accessibilityFaults(tab.app)).toEqual([]);
});

it('a phone shows the whole guide without scrolling sideways', async () => {
  await tab.page.setViewportSize({ width: 390, height: 844 });
  await tab.open('/app/help/services');
  await heading('Elija servicios de entrega y horas de corte').waitFor();
  const beyond = await tab.app.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(beyond).toBe(0);
});

it('an order shows how to pin the block until that is done, and then the block', async () => {
  const store = world.shopify.store.get(SHOP);
  if (!store) throw new Error('the shop is missing');
  store.hasPinnedBlocks = false;
  const { id } = world.shopify.enterOrder(SHOP, { lineItems: [{ title: 'Taza', price: '35' }] });
  await tab.openAdmin(`/orders/${id.split('/').at(-1) ?? ''}`);
  await tab.page.getByText('Fije un bloque para verlo en todos los pedidos.').waitFor();
  expect(await tab.page.locator('iframe[data-extension="delivery-block"]').count()).toBe(0);
  await tab.page.getByRole('button', { name: 'Fijar: Entrega' }).click();
  await tab.page.locator('iframe[data-extension="delivery-block"]').waitFor();
});
