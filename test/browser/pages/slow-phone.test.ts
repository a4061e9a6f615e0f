import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { addShop, openEmbeddedApp } from '../../set-up/browser/embedded-app.ts';
import { FIRST_HEADING_MS, firstPaint, OPENED_FIRST, SLOW_PHONE, slowDown } from '../../set-up/browser/slow-phone.ts';
import { measureWebVitals, webVitalsOf } from '../web-vitals.ts';

/** The document, then what its head asks for. */
const ROUND_TRIPS = 2;
const CLS_LIMIT = 0.02;

let world: BrowserWorld;
let shop: string;

beforeAll(async () => {
  world = await startBrowserWorld();
  await world.startProcess();
  shop = addShop(world, 'slow-phone', 'en');
  const tab = await openEmbeddedApp(world.browser, world, { shop });
  await tab.open(); // installs it
  await tab.close();
});

afterAll(() => world.stop());

/**
 * The time is counted from what is asked for before the styles have arrived, so that it is the same on a busy machine.
 * `npm run bench -- pages` measures it.
 */
it.each(Object.entries(OPENED_FIRST))('a slow phone shows the heading of %s within 3 s', async (_what, path) => {
  const tab = await world.openTab(shop, { width: 390 });
  await measureWebVitals(tab.page);
  await slowDown(tab.page);
  await tab.open(path);
  const { asked, paintedAt } = await firstPaint(tab.page);
  const appBridge = await (await fetch(`${world.shopify.url}/app-bridge.js`)).arrayBuffer(); // of another origin: not told
  const bytes = asked.reduce((sum, request) => sum + request.bytes, appBridge.byteLength);
  const shownAt = ROUND_TRIPS * SLOW_PHONE.latencyMs + (bytes / SLOW_PHONE.bytesPerSecond) * 1_000;
  process.stdout.write(`${path} ${Math.round(shownAt)} ms counted, ${Math.round(paintedAt)} ms measured\n`);
  expect(shownAt).toBeLessThan(FIRST_HEADING_MS);
  expect(asked.filter(({ url }) => /\/assets\/.*\.js$/.test(url))).toEqual([]);

  await tab.page.waitForLoadState('networkidle');
  expect((await webVitalsOf(tab.page)).CLS).toBeLessThan(CLS_LIMIT);
  await tab.app.getByRole('heading').first().waitFor();
});
