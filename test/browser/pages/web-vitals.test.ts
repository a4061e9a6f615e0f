import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS_GROUPS } from '../../../app/domain/settings/settings-groups.ts';
import { HELP_TOPICS } from '../../../app/pages/help/help-topics.ts';
import { findShop } from '../../../app/shops/shop-store.ts';
import { startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { addShop, openEmbeddedApp } from '../../set-up/browser/embedded-app.ts';
import { until } from '../../set-up/time/until.ts';
import type { Program } from '../../set-up/world/program.ts';
import { measureWebVitals, webVitalsOf, type WebVitals } from '../web-vitals.ts';

/** Twice the goals: 0.02, 0.8 s and 100 ms. */
const LIMITS = { CLS: 0.04, LCP: 1_600, INP: 200 };
const VISIT_LIMIT = 6;
/** When a page of the admin without the app is painted, on a machine for which the limits are meant. */
const PLAIN_LCP_MS = 100;
const DELIVERY_ID = randomUUID();

/**
 * A page that does not exist, what measures in a frame in which no scripts run, and what the framework looked up ahead
 * when the page was left.
 */
const EXPECTED = /404|Blocked script execution in 'about:srcdoc'|Failed to fetch manifest patches/;

/** Modules of routes that show no page: the frame around the others, and steps of the way into the app. */
const NO_PAGES = new Set(['app', 'auth.$', 'auth.session-token', 'auth.login']);
/** What stands for each variable part of an address. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  $delivery: [DELIVERY_ID],
  $group: Object.keys(SETTINGS_GROUPS),
  $topic: HELP_TOPICS,
  $: ['no-such-page'],
};
const routes = globSync('*.tsx', { cwd: path.resolve(import.meta.dirname, '../../../app/routes') })
  .map((file) => path.basename(file, '.tsx'))
  .filter((route) => !NO_PAGES.has(route))
  .toSorted();

/** The addresses of a route, by Remix's rules for the names of its files. */
function addressesOf(route: string): string[] {
  return route.split('.').reduce<string[]>(
    (addresses, segment) => {
      const name = segment.replace(/_$/, '');
      if (name === '_index') return addresses;
      const values = name.startsWith('$') ? PARAMETERS[name] : [name];
      if (!values) throw new Error(`Say in PARAMETERS what stands for ${name} of the route ${route}.`);
      return addresses.flatMap((address) => values.map((value) => `${address}/${value}`));
    },
    [''],
  );
}

const addresses = routes.flatMap(addressesOf);
const isEmbedded = (address: string) => address.startsWith('/app');

let world: BrowserWorld;
let program: Program;
let shop: string;

beforeAll(async () => {
  world = await startBrowserWorld();
  program = await world.startProcess();
  shop = addShop(world, 'vitals', 'en');
  const tab = await openEmbeddedApp(world.browser, world, { shop });
  await tab.open('/app'); // installs it
  await until('the shop', () => findShop(world.database, shop));
  await tab.close();
  await world.database.delivery.create({
    data: {
      id: DELIVERY_ID,
      shopDomain: shop,
      fulfillmentId: 'gid://shopify/Fulfillment/77',
      orderId: 'gid://shopify/Order/7',
      orderName: '#1007',
      phase: 'needs-attention',
      orderNumber: 'vitals-1007.1',
      problems: [{ code: 'phone-missing', field: 'dropoff.contact.phone', details: {} }],
    },
  });
});

afterAll(() => world.stop());

it('knows every page', () => {
  expect(addresses.length).toBeGreaterThan(30);
  expect(addresses).toContain('/app/settings/updates');
});

it.each(addresses.filter(isEmbedded))('of %s', async (address) => {
  const tab = await world.openTab(shop, { isExpected: (complaint) => EXPECTED.test(complaint) });
  await measureWebVitals(tab.page);
  await visit(tab.page, address, async () => {
    await tab.open(address);
    // a look at the page before its styles are there would lay it out without them
    await tab.page.waitForLoadState('networkidle');
    await tab.app.getByRole('heading').first().waitFor();
    await tab.app.locator('body').click({ position: { x: 5, y: 5 } });
    return webVitalsOf(tab.page);
  });
});

it.each(addresses.filter((address) => !isEmbedded(address)))('of %s, outside the admin', async (address) => {
  const page = await world.openPage();
  await measureWebVitals(page);
  await visit(page, address, async () => {
    await page.goto(`${program.url}${address}`);
    await page.waitForLoadState('networkidle');
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    return webVitalsOf(page);
  });
});

/** A busy machine is not slow on each visit. What shifts does so on each one. */
async function visit(page: Page, address: string, open: () => Promise<WebVitals>): Promise<void> {
  const best = { LCP: Infinity, INP: Infinity };
  for (let count = 0; count < VISIT_LIMIT && (best.LCP > LIMITS.LCP || best.INP > LIMITS.INP); count += 1) {
    const vitals = await open();
    process.stdout.write(`${address.replace(DELIVERY_ID, ':id')} ${JSON.stringify(vitals)}\n`);
    expect(vitals.CLS).toBeLessThan(LIMITS.CLS);
    const isFast = vitals.LCP < LIMITS.LCP && vitals.INP < LIMITS.INP;
    const slowness = isFast ? 1 : await slownessOf(page);
    best.LCP = Math.min(best.LCP, vitals.LCP / slowness);
    best.INP = Math.min(best.INP, vitals.INP / slowness);
  }
  expect(best.LCP).toBeLessThan(LIMITS.LCP);
  expect(best.INP).toBeLessThan(LIMITS.INP);
}

/** How many times slower this machine is now than one for which the limits are meant. */
async function slownessOf(page: Page): Promise<number> {
  await page.goto(`${world.shopify.url}/store/vitals`);
  await page.waitForLoadState('networkidle');
  const { LCP } = await webVitalsOf(page);
  process.stdout.write(`a page of the admin ${LCP}\n`);
  return Math.max(1, LCP / PLAIN_LCP_MS);
}

describe('the answer to a save that comes late', () => {
  /** A browser forgives a shift for half a second after a click. */
  const LATE_MS = 1_500;

  it('moves nothing when a field of “Timing and updates” is wrong', async () => {
    const tab = await world.openTab(shop);
    await measureWebVitals(tab.page);
    await tab.open('/app/settings/updates');
    const minutes = tab.app.getByLabel('Minutes');
    await minutes.fill('5000');
    const before = await webVitalsOf(tab.page);
    await tab.page.route('**/app/settings/updates*', async (route) => {
      if (route.request().method() === 'POST') await tab.page.waitForTimeout(LATE_MS);
      await route.continue();
    });
    await tab.app.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.app.getByText('Nothing was saved').waitFor();
    await expect.poll(() => minutes.getAttribute('aria-invalid')).toBe('true');
    const { CLS } = await webVitalsOf(tab.page);
    expect(CLS - before.CLS).toBeLessThan(LIMITS.CLS);
  });
});
