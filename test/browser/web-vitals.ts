import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Metric } from 'web-vitals';

/** Largest contentful paint and interaction to next paint in milliseconds; cumulative layout shift without a unit. */
export interface WebVitals {
  readonly LCP: number;
  readonly CLS: number;
  readonly INP: number;
}

declare global {
  interface Window {
    webVitals: Record<`on${keyof WebVitals}`, (report: (metric: Metric) => void, options: object) => void>;
    measured: WebVitals;
  }
}

const SOURCE = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('web-vitals')), 'web-vitals.iife.js'),
  'utf8',
);

/**
 * Call it before the app is opened: every document of the tab measures itself from its beginning. Nothing is taken from
 * the cache, as when somebody opens the app for the first time.
 */
export async function measureWebVitals(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(`${SOURCE};window.webVitals = webVitals;`);
  await page.addInitScript(() => {
    const measured = { LCP: 0, CLS: 0, INP: 0 };
    window.measured = measured;
    for (const name of ['LCP', 'CLS', 'INP'] as const) {
      window.webVitals[`on${name}`](
        (metric) => {
          measured[name] = metric.value;
        },
        { reportAllChanges: true },
      );
    }
  });
}

/**
 * Of the app's frame, or of a page outside the admin, up to now. It waits until the paint is reported, which is after
 * the paint. INP needs an interaction: without one it is 0.
 */
export async function webVitalsOf(page: Page): Promise<WebVitals> {
  const frame = await page.$('iframe[data-app-frame]').then((element) => element?.contentFrame());
  return (frame ?? page).evaluate(
    () =>
      new Promise<WebVitals>((resolve) => {
        const look = () => (window.measured.LCP > 0 ? resolve(window.measured) : requestAnimationFrame(look));
        requestAnimationFrame(() => requestAnimationFrame(look));
      }),
  );
}
