import { SHOP, TEST_SHOP } from '../test/set-up/world/demo-order.ts';
import { onServer } from '../test/set-up/database/database-server.ts';
import { openApp } from '../test/set-up/world/open-app.ts';
import { printSpread, spreadOf } from './harness/figure.ts';
import { seedCounts } from './harness/seed-counts.ts';
import type { Area } from './harness/table.ts';
import { timed } from './harness/timed.ts';
import { startWebProgram } from './harness/web-program.ts';

const DAYS = 365;
/** Of a day: a million in a year. */
const DAILY = 2_740;
const DISTRICTS = 43;
const ROUNDS = 15;
const LIMIT_MS = 300;

const REQUESTED = [
  { what: 'a year, by district', path: 'period=365&by=district' },
  { what: 'a year, by weekday', path: 'period=365&by=weekday' },
  { what: 'Fridays of a year, by district', path: 'period=365&by=district&weekday=5' },
  { what: '90 days, by district', path: 'period=90&by=district' },
  { what: '28 days, by service', path: 'period=28&by=service' },
] as const;

/** The server's time to answer one person. */
export const scorecard: Area = {
  name: 'scorecard',
  title: `Scorecard of ${(DAYS * DAILY).toLocaleString('en')} deliveries in ${DISTRICTS} districts, ${ROUNDS} requests`,
  async measure(say) {
    const { appUrl, databaseUrl, program, shopify, stop } = await startWebProgram(TEST_SHOP);
    try {
      shopify.installApp(SHOP);
      await openApp(program, shopify, SHOP);
      say('counts of a year');
      await seedCounts(databaseUrl, SHOP, { days: DAYS, daily: DAILY, districts: DISTRICTS });
      say(await onServer(databaseUrl, versionOf));
      const rows = [];
      for (const { what, path } of REQUESTED) {
        const times: number[] = [];
        for (let round = 0; round <= ROUNDS; round += 1) {
          const time = await timed(`${appUrl}/app/scorecard.data?${path}`, shopify.idToken(SHOP));
          if (round > 0) times.push(time); // the first one warms up
        }
        const spread = spreadOf(times);
        const isMet = spread.median < LIMIT_MS;
        rows.push({ what, figure: printSpread(spread, 'ms'), ceiling: { text: `${LIMIT_MS} ms`, isMet } });
      }
      return rows;
    } finally {
      await stop();
    }
  },
};

async function versionOf(client: { query: (text: string) => Promise<{ rows: { version: string }[] }> }) {
  const { rows } = await client.query(`SELECT version() AS "version"`);
  return rows[0]?.version ?? '';
}
