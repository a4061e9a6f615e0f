import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { limaOrder } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { until } from '../set-up/time/until.ts';
import { completeSettings } from './complete-settings.ts';
import { layOutMonth } from './lay-out-month.ts';
import { addShop, launchBrowser, openEmbeddedApp } from './embedded-app.ts';

/** `npm run screenshots`: every page in its states, wide and on a phone, for people to look at in `screenshots/`. */
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

const WIDTHS = [1280, 390];
const LOCALES = ['en', 'es'];
const STATE_MS = 300;

let world: OfflineWorld;
let browser: Browser;

beforeAll(async () => {
  world = await startOfflineWorld({
    timeline: {
      ingresado: STATE_MS,
      'asignación aceptada': STATE_MS,
      'en punto de retiro': STATE_MS,
      'en despacho': STATE_MS,
      'en camino entrega': STATE_MS,
    },
  });
  await world.startProcess({ TRACKING_INTERVAL_SECONDS: '0.2' });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await world.stop();
});

it.each(LOCALES)('of a shop at first and of a working one, in %s', async (locale) => {
  const shop = addShop(world, `pictures-${locale}`, locale);
  const picture = async (state: string, more: Readonly<Record<string, string>> = {}) => {
    for (const width of WIDTHS) {
      const tab = await openEmbeddedApp(browser, world, { shop, width });
      for (const [name, path] of Object.entries({ ...PAGES, ...more })) {
        await tab.open(path);
        await tab.app.getByRole('heading', { level: 1 }).waitFor();
        await tab.page.waitForLoadState('networkidle');
        await tab.screenshot(`${name}-${state}-${locale}`);
      }
      await tab.close();
    }
  };
  await picture('first');

  const tab = await openEmbeddedApp(browser, world, { shop });
  await completeSettings(tab);
  await tab.close();
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
  await layOutMonth(world.database, shop, new Date());
  const late = await world.database.delivery.findFirstOrThrow({ where: { shopDomain: shop, flags: { not: [] } } });
  await picture('working', {
    delivery: `/app/deliveries/${delivered.id}`,
    'delivery-late': `/app/deliveries/${late.id}`,
  });
});
