import { afterAll, beforeAll, it } from 'vitest';
import { HELP_TOPICS } from '../../../app/pages/help/help-topics.ts';
import { printLabelsPath } from '../../../app/pages/warehouse/print-query.ts';
import { PRINT_FORMATS } from '../../../app/printing/format.ts';
import { textsIn } from '../../../app/texts/choose-texts.ts';
import type { Locale } from '../../../app/texts/locale.ts';
import type { OrderRecord } from '../../../sandbox/shopify/shop/order-records.ts';
import { startBrowserWorld, STILL_TIMELINE, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import type { EmbeddedApp } from '../../set-up/browser/embedded-app.ts';
import { until } from '../../set-up/time/until.ts';
import { limaOrder, TEST_SHOP } from '../../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN } from '../../set-up/world/offline-world.ts';
import type { Program } from '../../set-up/world/program.ts';
import { documentOf, handOverOrders, numberOf } from '../print/handed-over-orders.ts';
import { keepPicture, printPages } from '../print/printed-pages.ts';
import { LOCALES, takePictures, type Pictures } from './gallery.ts';

/** `npm run gallery`: orders from before they are fulfilled to the courier, and what other people see of them. */

const DISTRICTS = ['Miraflores', 'San Isidro', 'San Juan de Lurigancho', '千代田区', 'العليا'];

let world: BrowserWorld;
let program: Program;
let pictures: Pictures;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: STILL_TIMELINE, districts: DISTRICTS });
  pictures = takePictures(world);
  program = await world.startProcess({ ...world.variables, TRACKING_INTERVAL_SECONDS: '0.2' }, { hurry: true });
});

afterAll(() => world.stop());

const lineItems = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const orderTo = (city: string) => limaOrder({ lineItems, shippingAddress: { ...limaOrder().shippingAddress, city } });
const pathOf = (orderId: string) => `/orders/${orderId.split('/').at(-1) ?? ''}`;

async function seeBlock({ page, openAdmin }: EmbeddedApp, orderId: string): Promise<void> {
  await openAdmin(pathOf(orderId));
  const block = page.frameLocator('iframe[data-extension="delivery-block"]');
  await block.locator('s-badge, s-text').first().waitFor();
  await page.locator('iframe[data-extension="delivery-block"]').scrollIntoViewIfNeeded();
}

it.each(LOCALES)('of orders and of the warehouse, in %s', async (admin) => {
  const locale: Locale = admin === 'pt-BR' ? 'pt' : admin === 'es' ? 'es' : 'en';
  const texts = textsIn(locale);
  const shop = `orders-${admin}.myshopify.com`.toLowerCase();
  world.shopify.addShop({ ...TEST_SHOP, domain: shop, locale: admin });
  await world.setUpShop(program, { earlyWarning: 'hold' }, { shop, token: OPERATOR_TOKEN });
  const named = (name: string) => (page: string) => `${page}-${name}-${admin}`;
  const picture = (name: string, act: (tab: EmbeddedApp) => Promise<unknown>) =>
    pictures.of(shop, `${name}-${admin}`, act);

  // before they are fulfilled
  const open: OrderRecord[] = ['Mirafores Alto', 'Mirafores Alto', 'Miraflores'].map((city) =>
    world.shopify.enterOrder(shop, orderTo(city)),
  );
  const [wrong, , good] = open;
  if (!wrong || !good) throw new Error('the orders are missing');
  await until('the holds', () => open.filter((each) => each.fulfillmentOrders[0]?.holds.length).length === 2);
  await picture('order-would-not-go-out', (tab) => seeBlock(tab, wrong.id));
  await picture('order-ready', (tab) => seeBlock(tab, good.id));
  await pictures.ofPages(shop, { home: '/app', review: '/app/review' }, named('early'));
  await pictures.after(shop, '/app/settings/rules', `settings-rules-dry-run-${admin}`, async ({ app }) => {
    await app.getByLabel(texts.dryRun.order, { exact: true }).selectOption(wrong.id);
    await app.getByRole('button', { name: texts.dryRun.run }).click();
    await app.getByText(texts.orderFields.district).first().or(app.getByText('Mirafores')).first().waitFor();
  });
  await pictures.after(shop, '/app/settings/rules', `settings-rules-dry-run-good-${admin}`, async ({ app }) => {
    await app.getByLabel(texts.dryRun.order, { exact: true }).selectOption(good.id);
    await app.getByRole('button', { name: texts.dryRun.run }).click();
    await app.getByText(texts.dryRun.wouldGo({ service: texts.services.Nextday.name })).waitFor();
  });

  // handed over
  const deliveries = await handOverOrders(world, shop);
  const [first, second, third] = deliveries;
  const cancelled = deliveries.at(-1);
  if (!first || !second || !third || !cancelled) throw new Error('the deliveries are missing');
  const ids = deliveries.map(({ deliveryId }) => deliveryId);
  const waiting = 'waiting&pickup=101';
  await pictures.ofPages(
    shop,
    {
      warehouse: '/app/warehouse',
      'delivery-cancelled': `/app/deliveries/${cancelled.deliveryId}`,
      review: '/app/review',
    },
    named('handed-over'),
  );
  for (const document of ['labels', 'sheet', 'pick-list'] as const) {
    const path = document === 'labels' ? printLabelsPath(ids) : `/app/warehouse?step=${document}&${waiting}`;
    await pictures.after(shop, path, `warehouse-${document}-${admin}`, ({ app }) =>
      app.frameLocator('iframe').locator('table, svg').first().waitFor(),
    );
    for (const format of PRINT_FORMATS) {
      const query = `${document}?deliveries=${ids.join(',')}&format=${format}&locale=${locale}`;
      const html = await documentOf(world, program, query, shop);
      const { pictures: printed } = await printPages(world.browser, html, { scale: 1 });
      await keepPicture(`print-${document}-${format}-${locale}`, printed[0]);
    }
  }
  const scans = {
    ready: [],
    good: [numberOf(second, shop)],
    // the same code twice within a moment is one reading
    double: [numberOf(second, shop), `${numberOf(second, shop)}/1`],
    unknown: ['another-shop-77'],
    cancelled: [numberOf(cancelled, shop)],
  };
  for (const [kind, codes] of Object.entries(scans)) {
    await picture(`scan-${kind}`, async ({ app, open }) => {
      // a box that one window has counted is counted for the next one as well
      await world.database.scannedBox.deleteMany();
      await open(`/app/warehouse?step=scan&${waiting}`);
      const field = app.getByRole('textbox', { name: texts.warehouse.scanning.field });
      for (const code of codes) {
        await field.fill(code);
        await field.press('Enter');
      }
      await app.locator(`[data-scan="${kind}"]`).waitFor();
    });
  }
  await pictures.after(shop, '/app/deliveries?tab=all', `deliveries-bulk-bar-${admin}`, async ({ app }) => {
    const all = app.locator('thead input[type=checkbox]').first();
    // a phone has no table heading
    if (await all.isVisible()) await all.check();
  });
  await world.database.savedView.create({
    data: { shopDomain: shop, name: 'Express', query: 'tab=all&service=Express' },
  });
  await pictures.ofPages(shop, { 'deliveries-view': '/app/deliveries?tab=all' }, (page) => `${page}-${admin}`);

  // in the admin, and as the buyer sees them
  await picture('order-sent', (tab) => seeBlock(tab, first.orderId));
  await picture('order-cancelled', (tab) => seeBlock(tab, cancelled.orderId));
  await picture('order-action', async ({ page, openAdmin }) => {
    await openAdmin(pathOf(first.orderId));
    await page.getByText('More actions').click();
    await page.locator('[data-extension-target="admin.order-details.action.render"] button').click();
    await page.frameLocator('dialog iframe').locator('s-badge').first().waitFor();
  });
  await picture('order-print-action', async ({ page, openAdmin }) => {
    await openAdmin(pathOf(first.orderId));
    await page.locator('summary', { hasText: 'Print' }).click();
    await page.locator('[data-extension-target="admin.order-details.print-action.render"] button').click();
    await page.frameLocator('dialog iframe[title="Preview"]').getByText(numberOf(first, shop)).first().waitFor();
  });
  world.operator.advanceTo(numberOf(second, shop), 'en camino entrega');
  world.operator.advanceTo(numberOf(third, shop), 'entregado');
  await until('the states are known', async () => {
    const groups = ['out-for-delivery', 'delivered'];
    return (await world.database.delivery.count({ where: { shopDomain: shop, stateGroup: { in: groups } } })) === 2;
  });
  for (const { orderId } of [second, third]) {
    await until('Shopify knows', async () =>
      world.shopify.metafields(shop, orderId).some(({ value }) => /out-for-delivery|delivered/.test(value)),
    );
  }
  await picture('order-out-for-delivery', (tab) => seeBlock(tab, second.orderId));
  await picture('order-delivered', (tab) => seeBlock(tab, third.orderId));
  for (const [name, { orderId }] of Object.entries({ accepted: first, 'on-the-way': second, delivered: third })) {
    await picture(`buyer-${name}`, async ({ page }) => {
      await page.goto(`${world.shopify.url}/account/${shop.split('.')[0]}${pathOf(orderId)}?locale=${admin}`);
      const status = page.frameLocator('iframe[data-extension="delivery-status"]');
      await status.locator('s-badge').first().waitFor();
      const history = status.locator('s-details').first();
      if (await history.isVisible()) await history.click();
    });
  }
  await picture('flow', async ({ page, openAdmin }) => {
    await openAdmin('/flow');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

it.each(LOCALES)('of the guide, in %s', async (admin) => {
  const shop = `guide-${admin}.myshopify.com`.toLowerCase();
  world.shopify.addShop({ ...TEST_SHOP, domain: shop, locale: admin, installed: true });
  const pages = Object.fromEntries(HELP_TOPICS.map((topic) => [`help-${topic}`, `/app/help/${topic}`]));
  await pictures.ofPages(shop, { help: '/app/help', ...pages }, (page) => `${page}-${admin}`);
  await pictures.of(shop, `help-public-${admin}`, async ({ page }) => {
    await page.goto(`${program.url}/help/review?locale=${admin}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
