import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type FrameLocator, type Page } from 'playwright-core';
import type { OfflineWorld } from '../world/offline-world.ts';
import { TEST_SHOP } from '../world/demo-order.ts';

const SCREENSHOTS = path.resolve(import.meta.dirname, '../../../screenshots');

/** Shopify's package turns away what calls itself headless. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}

/** The app as a merchant of one shop has it before them: in its frame in the admin. */
export interface EmbeddedApp {
  readonly page: Page;
  readonly app: FrameLocator;
  /** Opens a page of the app: `` or `/app/settings`. */
  readonly open: (appPath?: string) => Promise<void>;
  /** Opens a page of the admin, such as `/orders`. */
  readonly openAdmin: (adminPath: string) => Promise<void>;
  /** Kept in `screenshots/`, for people to look at. */
  readonly screenshot: (name: string) => Promise<void>;
  /** What went wrong in the page that nobody expected. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a shop that has the app installed, and a tab on its admin; requests to anywhere else fail and are complaints. */
export async function openEmbeddedApp(
  browser: Browser,
  world: OfflineWorld,
  options: { shop: string; width?: number; height?: number; isExpected?: (complaint: string) => boolean },
): Promise<EmbeddedApp> {
  const { shop, width = 1280, height = 900, isExpected = () => false } = options;
  const context = await browser.newContext({ viewport: { width, height }, userAgent: USER_AGENT });
  const page = await context.newPage();
  const complaints: string[] = [];
  const complain = (complaint: string) => {
    if (!isExpected(complaint)) complaints.push(complaint);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
  });
  page.on('pageerror', (error) => complain(String(error)));
  await page.route(
    (url) => url.hostname !== '127.0.0.1' && url.protocol !== 'data:',
    (route) => {
      complain(`a request to ${new URL(route.request().url()).host}`);
      return route.abort();
    },
  );
  const admin = `${world.shopify.url}/store/${shop.replace('.myshopify.com', '')}`;
  return {
    page,
    app: page.frameLocator('iframe[data-app-frame]'),
    async open(appPath = '') {
      await page.goto(`${admin}/apps/handoff${appPath}`);
    },
    async openAdmin(adminPath) {
      await page.goto(`${admin}${adminPath}`);
    },
    async screenshot(name) {
      await mkdir(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${width}.png`), animations: 'disabled' });
    },
    complaints,
    close: () => context.close(),
  };
}

/** A shop of the test's own, with the app installed and not opened yet. */
export function addShop(world: OfflineWorld, name: string, locale: string): string {
  const domain = `${name}.myshopify.com`;
  world.shopify.addShop({ ...TEST_SHOP, domain, locale, installed: true });
  return domain;
}
