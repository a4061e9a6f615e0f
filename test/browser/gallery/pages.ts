import { afterAll, beforeAll, it } from 'vitest';
import { limaOrder } from '../../set-up/world/demo-order.ts';
import { QUICK_TIMELINE, startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { until } from '../../set-up/time/until.ts';
import { completeSettings } from '../../set-up/browser/complete-settings.ts';
import { layOutMonth } from '../lay-out-month.ts';
import { addShop } from '../../set-up/browser/embedded-app.ts';
import { LOCALES, takePictures, type Pictures } from './gallery.ts';

/** `npm run gallery`: every page in its states, wide and on a phone, for people to look at in `screenshots/`. */
const PAGES = {
  home: '/app',
  deliveries: '/app/deliveries?tab=all',
  review: '/app/review',
  backfill: '/app/backfill',
  settings: '/app/settings',
  'settings-locations': '/app/settings/locations',
  'settings-rules': '/app/settings/rules',
  'settings-dates': '/app/settings/dates',
  'settings-mapping': '/app/settings/mapping',
  'settings-eligibility': '/app/settings/eligibility',
  'settings-updates': '/app/settings/updates',
} as const;

/** Pages that look different before the first delivery. */
const EMPTY = { home: '/app', deliveries: '/app/deliveries', review: '/app/review' };
const DISTRICTS = ['Miraflores', 'San Isidro', 'Surquillo', 'Barranco'];
const SUPPORT_URL = 'https://support.example/handoff';
const PREVIEW = /Preview delivery|Previsualizar entrega|Pré-visualizar entrega/;

let world: BrowserWorld;
let pictures: Pictures;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: QUICK_TIMELINE, districts: DISTRICTS });
  pictures = takePictures(world);
  await world.startProcess({ ...world.variables, SUPPORT_URL, TRACKING_INTERVAL_SECONDS: '0.2' });
});

afterAll(() => world.stop());

it.each(LOCALES)('of a shop at first and of a working one, in %s', async (locale) => {
  const shop = addShop(world, `pictures-${locale}`.toLowerCase(), locale);
  const state = (name: string) => (page: string) => `${page}-${name}-${locale}`;
  await pictures.ofPages(shop, PAGES, state('first'));
  await pictures.after(shop, '/app/settings', `settings-errors-${locale}`, async ({ app }) => {
    await app.locator('.Polaris-Button[type=submit]').click();
    await app.locator('[aria-invalid=true]').first().waitFor();
  });
  await pictures.after(shop, '/app', `home-refused-token-${locale}`, async ({ app }) => {
    await app.locator('input[name=token]').fill('wrong-token-000');
    await app.locator('.Polaris-Button[type=submit]').click();
    await app.locator('[aria-invalid=true]').first().waitFor();
  });

  await completeSettings(world, shop);
  await pictures.ofPages(shop, EMPTY, state('empty'));
  const { shippingAddress } = limaOrder();
  const orders = [
    limaOrder(),
    limaOrder({ test: true }),
    limaOrder({ shippingAddress: { ...shippingAddress, phone: null } }),
    limaOrder({ shippingAddress: { ...shippingAddress, city: '' } }),
  ];
  for (const draft of orders) world.shopify.fulfill(shop, world.shopify.enterOrder(shop, draft).id);
  await until('all have come to rest', async () => {
    const phases = await world.database.delivery.findMany({ where: { shopDomain: shop }, select: { phase: true } });
    const isAtRest = phases.every(({ phase }) => ['delivered', 'needs-attention', 'skipped'].includes(phase));
    return isAtRest && phases.length >= orders.length;
  });
  const delivered = await world.database.delivery.findFirstOrThrow({ where: { shopDomain: shop, phase: 'delivered' } });
  const needy = await world.database.delivery.findFirstOrThrow({
    where: { shopDomain: shop, phase: 'needs-attention' },
  });
  await layOutMonth(world.database, shop, new Date());
  const late = await world.database.delivery.findFirstOrThrow({ where: { shopDomain: shop, flags: { not: [] } } });
  const pages = {
    ...PAGES,
    delivery: `/app/deliveries/${delivered.id}`,
    'delivery-late': `/app/deliveries/${late.id}`,
    'delivery-attention': `/app/deliveries/${needy.id}`,
  };
  await pictures.ofPages(shop, pages, state('working'));
  await pictures.after(shop, `/app/deliveries/${delivered.id}`, `delivery-preview-${locale}`, async ({ app }) => {
    await app.getByRole('button', { name: PREVIEW }).click();
    await app.getByRole('searchbox').waitFor();
  });
  const week = `from=${dayAgo(6)}&to=${dayAgo(0)}`;
  await pictures.ofPages(shop, { 'backfill-preview': `/app/backfill?${week}` }, state('working'));
});

it.each(LOCALES)('of a shop whose deliveries wait, in %s', async (locale) => {
  const shop = addShop(world, `waiting-${locale}`.toLowerCase(), locale);
  const state = (name: string) => (page: string) => `${page}-${name}-${locale}`;
  await completeSettings(world, shop);
  const later = new Date(Date.now() + 3_600_000);
  const rows = [
    ...Array.from({ length: 6 }, () => ({ heldFor: 'release' })),
    { sendAt: later },
    { sendAt: later },
    { phase: 'delivered', state: 'entregado', stateGroup: 'delivered', service: 'Nextday' },
  ];
  await world.database.delivery.createMany({
    data: rows.map((row, index) => ({
      shopDomain: shop,
      fulfillmentId: `gid://shopify/Fulfillment/held-${index}`,
      orderId: `gid://shopify/Order/${index}`,
      orderName: `#${1_001 + index}`,
      fulfillmentName: `#${1_001 + index}.1`,
      phase: 'waiting',
      ...row,
    })),
  });
  const waiting = async () => {
    const held = await world.database.delivery.findFirstOrThrow({
      where: { shopDomain: shop, phase: 'waiting', heldFor: 'release' },
    });
    return { home: '/app', deliveries: '/app/deliveries?tab=all', delivery: `/app/deliveries/${held.id}` };
  };
  await pictures.ofPages(shop, await waiting(), state('approval'));
  await pictures.after(shop, '/app/deliveries?tab=all', `deliveries-stopped-${locale}`, async ({ app }) => {
    await app
      .getByRole('button', { name: /Do not send|No enviar|Não enviar/ })
      .first()
      .click();
    await app.getByRole('button', { name: /Do not send 1 delivery|No enviar 1 entrega|Não enviar 1 entrega/ }).click();
    await app
      .getByRole('button', { name: /Send anyway|Enviar de todos modos|Enviar mesmo assim/ })
      .first()
      .waitFor();
  });
  await world.database.shop.update({ where: { domain: shop }, data: { handOverOn: false } });
  await pictures.ofPages(shop, await waiting(), state('switched-off'));
  await world.database.shop.update({ where: { domain: shop }, data: { handOverOn: true } });
  const { operatorAccountId } = await world.database.shop.findUniqueOrThrow({ where: { domain: shop } });
  const account = { where: { id: operatorAccountId ?? '' } };
  await world.database.operatorAccount.update({ ...account, data: { pausedAt: new Date(), refusedWith: 401 } });
  await pictures.ofPages(shop, await waiting(), state('paused'));
  await world.database.operatorAccount.update({ ...account, data: { pausedAt: null, refusedWith: null } });
});

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
