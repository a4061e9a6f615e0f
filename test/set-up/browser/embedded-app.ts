import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type FrameLocator, type Page } from 'playwright-core';
import type { OfflineWorld } from '../world/offline-world.ts';
import { until } from '../time/until.ts';
import { TEST_SHOP } from '../world/demo-order.ts';

const SCREENSHOTS = path.resolve(import.meta.dirname, '../../../screenshots');

/**
 * Ends only a wait for what never comes. It is longer than what a page waits for by itself: an extension looks for news
 * every two minutes at least, and its first page is bundled while somebody waits for it.
 */
export const PATIENCE_MS = 180_000;

/** What a failed test tells of a page: from each frame so much text, if it comes within this time. */
const SHOWN_LENGTH = 1_000;
const SHOWN_LIMIT_MS = 5_000;

/** Shopify's package turns away what calls itself headless. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** The whole browser draws a window that nobody sees, and takes twice the time for it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE_BROWSER = '/usr/bin/chromium';

export async function launchBrowser(): Promise<Browser> {
  const usual = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : WHOLE_BROWSER;
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? usual,
    timeout: PATIENCE_MS,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // not by a route of Playwright's: where it holds up requests, no page takes anything from its cache
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/** The app as a merchant of one shop has it before them: in its frame in the admin. */
export interface EmbeddedApp {
  readonly page: Page;
  readonly app: FrameLocator;
  /** Opens a page of the app: `` or `/app/settings`. It takes clicks and what is typed from then on. */
  readonly open: (appPath?: string) => Promise<void>;
  /** Loads the page of the app again. It takes clicks and what is typed from then on. */
  readonly reload: () => Promise<void>;
  /** Loads what is in the frame again, as a browser's menu does. */
  readonly reloadFrame: () => Promise<void>;
  /** Opens a page of the admin, such as `/orders`. */
  readonly openAdmin: (adminPath: string) => Promise<void>;
  /** Kept in `screenshots/`, for people to look at. */
  readonly screenshot: (name: string) => Promise<void>;
  /** The text of the page and of each frame in it, as far as there is one. */
  readonly shown: () => Promise<string>;
  /** What went wrong in the page that nobody expected. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a shop that has the app installed, and a tab on its admin; requests to anywhere else fail and are complaints. */
export async function openEmbeddedApp(
  browser: Browser,
  world: Pick<OfflineWorld, 'shopify'>,
  options: { shop: string; width?: number; height?: number; isExpected?: (complaint: string) => boolean },
): Promise<EmbeddedApp> {
  const { shop, width = 1280, height = 900, isExpected = () => false } = options;
  const context = await browser.newContext({ viewport: { width, height }, userAgent: USER_AGENT });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  let isLeaving = false;
  const complain = (complaint: string) => {
    if (isLeaving && complaint.startsWith(LOOK_AHEAD_CUT_OFF)) return;
    if (!isExpected(complaint)) complaints.push(complaint);
  };
  const leave = async (go: () => Promise<unknown>) => {
    isLeaving = true;
    await go().finally(() => (isLeaving = false));
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
  });
  page.on('pageerror', (error) => complain(String(error)));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') complain(`a request to ${hostname}`);
  });
  const admin = `${world.shopify.url}/store/${shop.replace('.myshopify.com', '')}`;
  const app = page.frameLocator('iframe[data-app-frame]');
  return {
    page,
    app,
    async open(appPath = '') {
      await leave(() => page.goto(`${admin}/apps/handoff${appPath}`));
      await untilItRuns(page);
    },
    async reload() {
      await leave(() => page.reload());
      await untilItRuns(page);
    },
    async reloadFrame() {
      const documentOf = (state: string) => app.locator(`html${state}`);
      await leave(async () => {
        await documentOf('').evaluate((html) => {
          html.dataset.isOld = 'true';
          location.reload();
        });
        await documentOf(':not([data-is-old])').waitFor();
      });
      await untilItRuns(page);
    },
    async openAdmin(adminPath) {
      await leave(() => page.goto(`${admin}${adminPath}`));
    },
    async screenshot(name) {
      await mkdir(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${width}.png`), animations: 'disabled' });
    },
    async shown() {
      const texts = page.frames().map(async (frame) => {
        const text = await frame.innerText('body', { timeout: SHOWN_LIMIT_MS }).catch(String); // it may be leaving
        return `${frame.url().split('?', 1)[0]}: ${text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_LENGTH)}`;
      });
      return (await Promise.all(texts)).join('\n');
    },
    complaints,
    close: () => context.close(),
  };
}

/** The framework looks up the pages that a page links to. It says this when the page is left before the answer. */
const LOOK_AHEAD_CUT_OFF = 'Failed to fetch manifest patches';

/**
 * Waits until the scripts of the app's page run. The server has sent the page as it looks, and the load event does not
 * wait for these scripts: what is clicked before they run is lost, and so is what is typed. The framework takes over the
 * scroll position in an effect, so all effects of the page have run by then.
 */
async function untilItRuns(page: Page): Promise<void> {
  await until('the scripts of the app’s page', async () => {
    const frame = await page.$('iframe[data-app-frame]').then((element) => element?.contentFrame());
    // the frame may go to another document meanwhile
    return frame?.evaluate(() => history.scrollRestoration === 'manual').catch(() => false);
  });
}

/** A shop of the test's own, with the app installed and not opened yet. */
export function addShop(world: OfflineWorld, name: string, locale: string): string {
  const domain = `${name}.myshopify.com`;
  world.shopify.addShop({ ...TEST_SHOP, domain, locale, installed: true });
  return domain;
}
