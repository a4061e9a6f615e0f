import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { z } from 'zod';
import { PIN_PICTURE } from '../../../app/pages/help/pin-picture.ts';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-entry.ts';
import { TEST_SHOP } from '../../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN } from '../../set-up/world/offline-world.ts';
import { startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { until } from '../../set-up/time/until.ts';
import { openEmbeddedApp, type EmbeddedApp } from '../../set-up/browser/embedded-app.ts';

/** `npm run screenshots`: the pictures of the merchants' guide, in `docs/guide`. */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const WIDTH = 1000;
const TALLEST = 560;
const QUALITY = 0.82;

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld();
  await world.startProcess({
    TRACKING_INTERVAL_SECONDS: '0.2',
    OPERATOR_TEST_BASE_URL: world.operator.url,
    OPERATOR_DISTRICTS_FILE: path.join(ROOT, 'sandbox/demo/served-districts.json'),
  });
});

afterAll(() => world.stop());

const pageTexts = z.looseObject({
  backfill: z.looseObject({ look: z.string(), headings: z.looseObject({ plan: z.string() }) }),
  settings: z.looseObject({
    account: z.looseObject({ title: z.string(), test: z.string(), accepted: z.string() }),
    pickup: z.looseObject({ title: z.string() }),
    saved: z.string(),
  }),
  settingsGroups: z.looseObject({ rules: z.looseObject({ add: z.string(), name: z.string() }) }),
});

async function readTexts(locale: string) {
  return pageTexts.parse(JSON.parse(await readFile(path.join(ROOT, `app/texts/${locale}.json`), 'utf8')));
}

function order(firstName: string, lastName: string, city: string): OrderDraft {
  const email = `${firstName.toLowerCase()}@example.com`;
  return {
    email,
    customer: { firstName, lastName, email },
    shippingAddress: {
      firstName,
      lastName,
      address1: 'Av. Arequipa 2450',
      city,
      province: 'Lima',
      phone: '987 654 321',
    },
    lineItems: [{ title: 'Mochila Andina 20 L', sku: 'MOC-AND-20', quantity: 1, price: '189.00' }],
    shippingLine: { title: 'Courier', price: '12.00' },
  };
}

const PEOPLE = [
  ['Ana', 'Torres'],
  ['Luis', 'Campos'],
  ['Rosa', 'Medina'],
  ['Hugo', 'Salas'],
  ['Inés', 'Vega'],
  ['Pablo', 'Ruiz'],
  ['Elena', 'Cruz'],
] as const;

it.each(['en', 'es', 'pt'])('are made in %s', async (locale) => {
  const texts = await readTexts(locale);
  const shop = `guide-${locale}.myshopify.com`;
  world.shopify.addShop({ ...TEST_SHOP, domain: shop, locale });
  const fulfilled = (draft: OrderDraft) => {
    const { id } = world.shopify.enterOrder(shop, draft);
    return { orderId: id, fulfillmentId: world.shopify.fulfill(shop, id).id };
  };
  const rest = (what: string, phase: string, count: number) =>
    until(what, async () => (await world.database.delivery.count({ where: { shopDomain: shop, phase } })) >= count);
  // fulfilled before the app is installed
  for (const [firstName, lastName] of PEOPLE.slice(0, 3)) fulfilled(order(firstName, lastName, 'San Isidro'));
  fulfilled({ ...order('Hugo', 'Salas', 'Lince'), test: true });
  fulfilled(order('Rosa', 'Medina', 'Los Olibos'));
  world.clock.toNextSecond(); // Shopify names whole seconds
  world.shopify.installApp(shop);
  const tab = await openEmbeddedApp(world.browser, world, { shop, width: WIDTH });
  const shoot = pictures(locale);
  const { app } = tab;

  await openPage(tab, '/app/settings');
  await app.locator('input[name=token]').fill(OPERATOR_TOKEN);
  await app.getByRole('button', { name: texts.settings.account.test }).click();
  await app.getByText(texts.settings.account.accepted).waitFor();
  await shoot('connect', section(tab, texts.settings.account.title));
  await app.locator('input[name=branchId]').fill('101');
  await shoot('pickup', section(tab, texts.settings.pickup.title));
  await save(tab, texts.settings.saved);

  for (const [firstName, lastName] of PEOPLE) fulfilled(order(firstName, lastName, 'Miraflores'));
  await rest('all wait', 'waiting', PEOPLE.length);
  await openPage(tab, '/app/settings');
  await app.locator('input[name=handOverOn]').check();
  await save(tab, texts.settings.saved);
  await until('all wait for the approval', async () => {
    const held = await world.database.delivery.count({ where: { shopDomain: shop, heldFor: 'release' } });
    return held === PEOPLE.length;
  });
  await openPage(tab, '/app/deliveries?tab=waiting');
  await shoot('waiting', app.locator('.Polaris-Page'), 420);
  await openPage(tab, `/app/backfill`);
  await app.getByRole('button', { name: texts.backfill.look }).click();
  await app.getByText(texts.backfill.headings.plan, { exact: true }).first().waitFor();
  await shoot('past-orders', app.locator('.Polaris-Page'));

  await openPage(tab, '/app/settings/rules');
  await app.getByRole('button', { name: texts.settingsGroups.rules.add }).click();
  await app.getByLabel(texts.settingsGroups.rules.name).fill('Courier');
  await shoot('services', app.locator('.Polaris-Page'));

  for (const [firstName, lastName] of PEOPLE.slice(0, 3)) fulfilled(order(firstName, lastName, 'Los Olibos'));
  await rest('the district is asked for', 'needs-attention', 3);
  await openPage(tab, '/app/review');
  await shoot('review', app.locator('.Polaris-Page'), 460);

  const delivered = fulfilled(order('Ana', 'Torres', 'Miraflores'));
  const { orderNumber } = await until('the operator has it', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: delivered.fulfillmentId, phase: 'in-delivery' } }),
  );
  world.operator.advanceTo(orderNumber ?? '', 'en camino entrega');
  await until('it is on its way', () =>
    world.database.delivery.findFirst({
      where: { fulfillmentId: delivered.fulfillmentId, stateGroup: 'out-for-delivery' },
    }),
  );
  await until('Shopify knows', async () =>
    world.shopify.metafields(shop, delivered.orderId).some(({ value }) => value.includes('out-for-delivery')),
  );
  const orderPath = `/orders/${delivered.orderId.split('/').at(-1) ?? ''}`;
  const store = world.shopify.store.get(shop);
  if (!store) throw new Error('the shop is gone');
  store.hasPinnedBlocks = false;
  await tab.openAdmin(orderPath);
  await tab.page.locator('.block-offers button').waitFor();
  await tab.page.addStyleTag({
    content: `
      .columns { display: block; }
      aside { display: none; }
      .app-blocks { width: ${PIN_PICTURE.width}px; height: ${PIN_PICTURE.height}px; margin: 0; }
    `,
  });
  await shoot('order-page-pin', tab.page.locator('.app-blocks'), PIN_PICTURE.height);
  store.hasPinnedBlocks = true;
  await tab.openAdmin(orderPath);
  await tab.page.frameLocator('iframe[data-extension="delivery-block"]').locator('s-badge').first().waitFor();
  await shoot('order-page', tab.page.locator('.extension-block'));
  await tab.page.goto(`${world.shopify.url}/account/guide-${locale}${orderPath}`);
  await tab.page.frameLocator('iframe[data-extension="delivery-status"]').locator('s-badge').first().waitFor();
  await shoot('customers', tab.page.locator('main'));
  await tab.close();
});

async function openPage({ app, open, page }: EmbeddedApp, address: string): Promise<void> {
  await open(address);
  await app.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function save({ app }: EmbeddedApp, saved: string): Promise<void> {
  await app.locator('button[type=submit]').click();
  await app.locator('form').getByText(saved).waitFor();
}

/** A card of the settings with its description. */
function section({ app }: EmbeddedApp, title: string): Locator {
  return app.locator('.Polaris-InlineGrid').filter({ has: app.getByRole('heading', { name: title, exact: true }) });
}

/** Takes pictures of one language, cut below `tallest`, and keeps them as WebP, which is half as large as PNG. */
function pictures(locale: string) {
  const folder = path.join(ROOT, 'docs/guide', locale, 'pictures');
  return async (name: string, of: Locator, tallest: number = TALLEST): Promise<void> => {
    await of.scrollIntoViewIfNeeded();
    const png = await of.screenshot({ animations: 'disabled', caret: 'hide' });
    const painter = await world.browser.newPage();
    const webp = await painter.evaluate(
      async ({ source, height, quality }) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = Math.min(image.naturalHeight, height);
        const context = canvas.getContext('2d', { alpha: false });
        context?.drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', quality);
      },
      { source: `data:image/png;base64,${png.toString('base64')}`, height: tallest, quality: QUALITY },
    );
    await painter.close();
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${name}.webp`), Buffer.from(webp.split(',')[1] ?? '', 'base64'));
  };
}
