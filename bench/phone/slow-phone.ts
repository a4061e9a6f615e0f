import { launchBrowser, openEmbeddedApp } from '../../test/set-up/browser/embedded-app.ts';
import { FIRST_HEADING_MS, firstPaint, OPENED_FIRST, slowDown } from '../../test/set-up/browser/slow-phone.ts';
import { SHOP } from '../../test/set-up/world/demo-order.ts';
import { printSpread, spreadOf } from '../harness/figure.ts';
import type { Row } from '../harness/table.ts';
import type { WebProgram } from '../harness/web-program.ts';

const ROUNDS = 5;

/** When somebody sees the first heading of a page on a slow phone that has nothing of the app in its cache. */
export async function measureSlowPhone({ shopify }: Pick<WebProgram, 'shopify'>): Promise<readonly Row[]> {
  const browser = await launchBrowser();
  try {
    const rows: Row[] = [];
    for (const [what, path] of Object.entries(OPENED_FIRST)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const tab = await openEmbeddedApp(browser, { shopify }, { shop: SHOP, width: 390 });
        await slowDown(tab.page);
        await tab.open(path);
        times.push((await firstPaint(tab.page)).paintedAt);
        await tab.close();
      }
      const spread = spreadOf(times);
      rows.push({
        what: `slow phone (50 kB/s, 400 ms), first heading of ${what}`,
        figure: printSpread(spread, 'ms'),
        ceiling: { text: `under ${FIRST_HEADING_MS / 1000} s`, isMet: spread.median < FIRST_HEADING_MS },
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}
