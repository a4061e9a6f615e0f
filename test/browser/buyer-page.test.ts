import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startBrowserWorld, type BrowserWorld } from '../set-up/browser/browser-world.ts';
import { until } from '../set-up/time/until.ts';
import { accessibilityFaults } from './accessibility.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld();
  const program = await world.startProcess({ TRACKING_INTERVAL_SECONDS: '0.2' });
  await world.setUpShop(program);
});

afterAll(() => world.stop());

async function openAsBuyer(page: Page, orderId: string, locale: string) {
  const number = orderId.split('/').at(-1) ?? '';
  await page.goto(`${world.shopify.url}/account/${SHOP.split('.')[0] ?? ''}/orders/${number}?locale=${locale}`);
  return page.frameLocator('iframe[data-extension="delivery-status"]');
}

it('a buyer follows a delivery on the page of the order, in their language and without a reload', async () => {
  const { id: orderId } = world.shopify.enterOrder(
    SHOP,
    limaOrder({ lineItems: [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }] }),
  );
  const { id: fulfillmentId } = world.shopify.fulfill(SHOP, orderId);
  const { orderNumber } = await until('the operator has it', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'in-delivery' } }),
  );
  await until('the order has its metafield', async () => world.shopify.metafields(SHOP, orderId).length > 0);
  const page = await world.openPage();
  const status = await openAsBuyer(page, orderId, 'es');
  await status.getByRole('link', { name: /Seguir entrega/ }).waitFor();

  world.operator.advanceTo(orderNumber ?? '', 'en camino entrega');
  await status.locator('s-badge', { hasText: 'En reparto' }).waitFor();
  const faults = await accessibilityFaults(status);
  // landmarks and headings are those of Shopify's page around the extension
  expect(faults.filter((fault) => !/^(landmark-one-main|page-has-heading-one|region) /.test(fault))).toEqual([]);
  await status.getByText('Historial').click();
  await status.locator('s-details').getByText('Confirmada').waitFor({ state: 'visible' });
  expect(await status.locator('body').innerText()).not.toContain('en camino entrega');

  const inPortuguese = await openAsBuyer(page, orderId, 'pt-BR');
  await inPortuguese.locator('s-badge', { hasText: 'Saiu para entrega' }).waitFor();
});
