import path from 'node:path';
import type { Locator } from 'playwright-core';
import { PIN_PICTURE } from '../../../app/pages/help/help-topics.ts';
import { textsIn } from '../../../app/texts/choose-texts.ts';
import type { Locale } from '../../../app/texts/locale.ts';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-entry.ts';
import { startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { openEmbeddedApp, type EmbeddedApp } from '../../set-up/browser/embedded-app.ts';
import { until } from '../../set-up/time/until.ts';
import { TEST_SHOP } from '../../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN } from '../../set-up/world/offline-world.ts';
import { completeSettings } from '../../set-up/browser/complete-settings.ts';
import { layOutMonth } from '../lay-out-month.ts';

/** The pictures of the README and of the merchants' guide, and the way through the app on which they are taken. */

export const LOCALES: readonly Locale[] = ['en', 'es', 'pt'];

/** What a picture shows: `guide/NAME` or `readme/NAME`. */
export interface Motif {
  readonly name: string;
  readonly of: Locator;
  /** In pixels; what is below is cut off. */
  readonly tallest: number;
}

type Shoot = (motif: Motif) => Promise<void>;

const ROOT = path.resolve(import.meta.dirname, '../../..');
const WIDTH = 1000;
const TALLEST = 560;
const README = { width: 1280, height: 900 };
/** Longer than the clocks may be apart, so that what was fulfilled before the installation surely was. */
const BEFORE_MS = 120_000;

const shopOf = (locale: Locale) => `guide-${locale}.myshopify.com`;

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

/** A world with a shop for each language, where some orders were fulfilled before the app is installed. */
export async function startPicturedWorld(): Promise<BrowserWorld> {
  const world = await startBrowserWorld();
  const earlier = new Date(world.clock.now().getTime() - BEFORE_MS).toISOString();
  for (const locale of LOCALES) {
    const domain = shopOf(locale);
    const past = (draft: OrderDraft) => {
      const { fulfillmentId } = fulfill(world, domain, draft);
      Object.assign(world.shopify.store.get(domain)?.fulfillment(fulfillmentId) ?? {}, { createdAt: earlier });
    };
    world.shopify.addShop({ ...TEST_SHOP, domain, locale });
    for (const [firstName, lastName] of PEOPLE.slice(0, 3)) past(order(firstName, lastName, 'San Isidro'));
    past({ ...order('Hugo', 'Salas', 'Lince'), test: true });
    past(order('Rosa', 'Medina', 'Mirafores Alto'));
  }
  await world.startProcess({
    TRACKING_INTERVAL_SECONDS: '0.2',
    OPERATOR_TEST_BASE_URL: world.operator.url,
    OPERATOR_DISTRICTS_FILE: path.join(ROOT, 'sandbox/demo/served-districts.json'),
  });
  return world;
}

function fulfill({ shopify }: BrowserWorld, shop: string, draft: OrderDraft) {
  const { id } = shopify.enterOrder(shop, draft);
  return { orderId: id, fulfillmentId: shopify.fulfill(shop, id).id };
}

/** Goes through the app as a merchant does who sets it up, and shows each motif of the language to `shoot`. */
export async function walk(world: BrowserWorld, locale: Locale, shoot: Shoot): Promise<void> {
  const texts = textsIn(locale);
  const shop = shopOf(locale);
  const fulfilled = (draft: OrderDraft) => fulfill(world, shop, draft);
  const take = (name: string, of: Locator, tallest = TALLEST) => shoot({ name: `guide/${name}`, of, tallest });
  world.shopify.installApp(shop);
  const rest = (what: string, phase: string, count: number) =>
    until(what, async () => (await world.database.delivery.count({ where: { shopDomain: shop, phase } })) >= count);
  const tab = await openEmbeddedApp(world.browser, world, { shop, width: WIDTH });
  const { app } = tab;

  await openPage(tab, '/app/settings');
  await app.locator('input[name=token]').fill(OPERATOR_TOKEN);
  await app.getByRole('button', { name: texts.settings.account.test }).click();
  await app.getByText(texts.settings.account.accepted).waitFor();
  await take('connect', section(tab, texts.settings.account.title));
  await app.locator('input[name=branchId]').fill('101');
  await take('pickup', section(tab, texts.settings.pickup.title));
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
  await take('waiting', app.locator('.Polaris-Page'), 420);
  await openPage(tab, `/app/backfill`);
  await app.getByRole('button', { name: texts.backfill.look }).click();
  await app.getByText(texts.backfill.headings.plan, { exact: true }).first().waitFor();
  await take('past-orders', app.locator('.Polaris-Page'));

  await openPage(tab, '/app/settings/rules');
  await app.getByRole('button', { name: texts.settingsGroups.rules.add }).click();
  await app.getByLabel(texts.settingsGroups.rules.name).fill('Courier');
  await take('services', app.locator('.Polaris-Page'));

  for (const [firstName, lastName] of PEOPLE.slice(0, 3)) fulfilled(order(firstName, lastName, 'Mirafores Alto'));
  await rest('the district is asked for', 'needs-attention', 3);
  await openPage(tab, '/app/review');
  await take('review', app.locator('.Polaris-Page'), 460);

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
  await take('order-page-pin', tab.page.locator('.app-blocks'), PIN_PICTURE.height);
  store.hasPinnedBlocks = true;
  await tab.openAdmin(orderPath);
  await tab.page.frameLocator('iframe[data-extension="delivery-block"]').locator('s-badge').first().waitFor();
  await take('order-page', tab.page.locator('.extension-block'));
  if (locale === 'en')
    await shoot({ name: 'readme/order-block', of: tab.page.locator('.extension-block'), tallest: TALLEST });
  await tab.page.goto(`${world.shopify.url}/account/guide-${locale}${orderPath}`);
  await tab.page.frameLocator('iframe[data-extension="delivery-status"]').locator('s-badge').first().waitFor();
  await take('customers', tab.page.locator('main'));
  await tab.close();
  if (locale === 'en') await walkHome(world, shoot);
}

/** Home in a working shop. */
async function walkHome(world: BrowserWorld, shoot: Shoot): Promise<void> {
  const shop = 'readme.myshopify.com';
  world.shopify.addShop({ ...TEST_SHOP, domain: shop, locale: 'en', installed: true });
  await completeSettings(world, shop);
  await layOutMonth(world.database, shop, world.clock.now());
  const tab = await openEmbeddedApp(world.browser, world, { shop, ...README });
  await openPage(tab, '/app');
  await shoot({ name: 'readme/home', of: tab.page.locator('body'), tallest: README.height });
  await tab.close();
}

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

/**
 * The words that a motif shows, each once and sorted, with those of its frames. Names of months and days, and how long
 * ago something was, differ each time and are left out.
 */
export async function wordsOf({ of }: Motif, locale: Locale): Promise<string[]> {
  const frames = await of.locator('iframe').all();
  const texts = [
    await of.innerText(),
    ...(await Promise.all(frames.map((frame) => frame.contentFrame().locator('body').innerText()))),
  ];
  const passing = wordsOfTime(locale);
  const words = splitWords(texts.join(' ')).filter((word) => !passing.has(word));
  return [...new Set(words)].sort();
}

const splitWords = (text: string) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

function wordsOfTime(locale: Locale): ReadonlySet<string> {
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2028, 0, 1 + day, day % 24)));
  const dates = (['full', 'medium', 'short'] as const).flatMap((dateStyle) => {
    const print = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: 'UTC' });
    return days.map((day) => print.format(day));
  });
  const short = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const ago = (['second', 'minute', 'hour'] as const).flatMap((unit) =>
    (['long', 'short', 'narrow'] as const).flatMap((style) => {
      const print = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style });
      return [0, -1, -2, 1, 2].map((number) => print.format(number, unit));
    }),
  );
  return new Set(splitWords([...dates, ...days.map((day) => short.format(day)), ...ago].join(' ')));
}
