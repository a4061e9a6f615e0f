import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { SandboxOperatorOptions } from '../../../sandbox/operator/server.ts';
import { startOfflineWorld, type OfflineWorld } from '../world/offline-world.ts';
import { describeWorlds } from '../time/until.ts';
import { launchBrowser, openEmbeddedApp, PATIENCE_MS, type EmbeddedApp } from './embedded-app.ts';

const STATE_MS = 300;

/** The operator brings each delivery to its end in about two seconds. */
export const QUICK_TIMELINE = {
  ingresado: STATE_MS,
  'asignación aceptada': STATE_MS,
  'en punto de retiro': STATE_MS,
  'en despacho': STATE_MS,
  'en camino entrega': STATE_MS,
};

/** The operator collects nothing while the tests run. */
export const STILL_TIMELINE = { ingresado: 86_400_000 };

export interface BrowserWorld extends OfflineWorld {
  readonly browser: Browser;
  /** The variable that names the served districts, for the program; empty without `districts`. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * Opens a tab for one test. It is closed when the test ends, which fails for each complaint that nobody expected. If
   * the test has failed, what the tab showed is printed.
   */
  openTab(shop: string, options?: TabOptions): Promise<EmbeddedApp>;
  /** Opens a page outside the admin for one test. It is closed when the test ends. */
  openPage(): Promise<Page>;
}

export interface TabOptions {
  readonly width?: number;
  readonly isExpected?: (complaint: string) => boolean;
}

/**
 * Starts a world and a browser beside it. The suite starts the program itself, with `variables`.
 */
export async function startBrowserWorld({
  districts,
  ...operator
}: SandboxOperatorOptions & { readonly districts?: readonly string[] } = {}): Promise<BrowserWorld> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handoff-browser-'));
  const file = path.join(folder, 'districts.json');
  if (districts) await writeFile(file, JSON.stringify(districts));
  const world = await startOfflineWorld(operator);
  const browser = await launchBrowser();
  return {
    ...world,
    browser,
    variables: districts ? { OPERATOR_DISTRICTS_FILE: file } : {},
    async openTab(shop, options = {}) {
      const tab = await openEmbeddedApp(browser, world, { shop, ...options });
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') {
          process.stderr.write(`\nwhen "${task.name}" failed\n${await describeWorlds()}\n${await tab.shown()}\n`);
        }
        await tab.close();
        expect(tab.complaints).toEqual([]);
      });
      return tab;
    },
    async openPage() {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      onTestFinished(() => page.close());
      return page;
    },
    async stop() {
      await browser.close();
      await world.stop();
      await rm(folder, { recursive: true });
    },
  };
}
