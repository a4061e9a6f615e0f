import type { Frame, Page } from 'playwright-core';

export const SLOW_PHONE = { latencyMs: 400, bytesPerSecond: 50_000 };
export const FIRST_HEADING_MS = 3_000;

/** The pages that people open first. */
export const OPENED_FIRST = {
  Home: '/app',
  deliveries: '/app/deliveries?tab=all',
  Review: '/app/review',
  settings: '/app/settings',
};

/** Gives a tab the network of a slow phone, and an empty cache. */
export async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_PHONE.latencyMs,
    downloadThroughput: SLOW_PHONE.bytesPerSecond,
    uploadThroughput: SLOW_PHONE.bytesPerSecond,
  });
}

/**
 * When the app's document was first painted with text, in milliseconds after its frame asked for it, and what had been
 * asked for before its styles were there. The first heading is in that paint: it stands at the beginning of the document, and nothing is
 * painted before the styles are there.
 */
export async function firstPaint(page: Page) {
  return (await appFrame(page)).evaluate(async () => {
    const paintedAt = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [paint] = list.getEntriesByName('first-contentful-paint');
        if (paint) resolve(paint.startTime);
      }).observe({ type: 'paint', buffered: true });
    });
    const requests = ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .filter((entry) => entry instanceof PerformanceResourceTiming);
    const styledAt = requests.find(({ name }) => name.endsWith('.css'))?.responseEnd ?? Infinity;
    const asked = requests
      .filter(({ startTime }) => startTime < styledAt)
      .map(({ name, transferSize }) => ({ url: name, bytes: transferSize }));
    return { paintedAt, asked };
  });
}

async function appFrame(page: Page): Promise<Frame> {
  const frame = await page.$('iframe[data-app-frame]').then((element) => element?.contentFrame());
  if (!frame) throw new Error('the app has no frame');
  return frame;
}
