import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActionBudget } from '../../../app/persistence/action-budget.ts';
import { applyMigrations } from '../../../app/persistence/migrations.ts';
import { openPool } from '../../../app/persistence/connection/pool.ts';
import { reachDatabase } from '../../../app/persistence/connection/reach-database.ts';
import { urlOf } from '../../set-up/database/database-server.ts';
import { freePort } from '../../set-up/free-port.ts';
import { TEST_PACE } from '../../set-up/time/pace.ts';
import { until } from '../../set-up/time/until.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld } from '../../set-up/world/offline-world.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { installed, WHY_SKIPPED } from './installed.ts';
import { startPooler } from './pooler.ts';

const FULFILLMENTS = 10;
/** Nothing would be found by polling within the test. */

describe.skipIf(!installed)(`behind PgBouncer in transaction mode ${WHY_SKIPPED}`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    if (installed) cluster = await startCluster(installed);
    await applyMigrations(cluster.directUrl);
  });

  afterAll(() => cluster.end());

  const reach = (url: string, directUrl?: string) => reachDatabase({ url, directUrl }, TEST_PACE.database.connectionMs);

  it('the program does not start without a direct address, and says which variable it needs', async () => {
    await expect(reach(cluster.url)).rejects.toThrow(
      'DATABASE_URL: a pooler in transaction mode answers there: set DIRECT_DATABASE_URL',
    );
    await expect(reach(cluster.url, cluster.url)).rejects.toThrow(/^DIRECT_DATABASE_URL: a pooler in transaction mode/);
    const elsewhere = urlOf(cluster.directUrl, 'postgres');
    await expect(reach(cluster.url, elsewhere)).rejects.toThrow(/^DIRECT_DATABASE_URL leads to another database/);
    expect(await reach(cluster.url, cluster.directUrl)).toEqual({ url: cluster.url, directUrl: cluster.directUrl });
  });

  it('a server itself, and a pooler in session mode, need no other address', async () => {
    expect(await reach(cluster.directUrl)).toEqual({ url: cluster.directUrl, directUrl: cluster.directUrl });
    if (!installed) return;
    const pooler = await startPooler(installed, { serverPort: cluster.primary().port, mode: 'session' });
    const url = new URL(cluster.directUrl);
    url.port = String(pooler.port);
    expect(await reach(url.href)).toEqual({ url: url.href, directUrl: url.href });
    await pooler.stop();
  });

  it('statements that have a name run on whichever connection they get', async () => {
    const pool = openPool(cluster.url, { connections: 8, pace: TEST_PACE.database, isPooled: true });
    const asked = Array.from({ length: 64 }, () =>
      pool.query<{ one: number }>({ name: 'one', text: 'SELECT $1::int AS one', values: [1] }),
    );
    const answers = await Promise.all(asked);
    expect(answers.every(({ rows }) => rows[0]?.one === 1)).toBe(true);
    await pool.end();
    const budgets = [0, 1].map(() => createActionBudget(cluster.url, 10, { isPooled: true }));
    const spending = budgets.flatMap((budget) => Array.from({ length: 10 }, () => budget.spend(SHOP)));
    const spent = await Promise.all(spending);
    expect(spent.filter((waitMs) => waitMs === null)).toHaveLength(10);
    for (const budget of budgets) await budget.close();
  });

  it('a webhook becomes a delivery, which is handed over, read and published, by processes of both roles', async () => {
    const drop = () => Promise.resolve();
    const world = await startOfflineWorld({ timeline: { ingresado: 200 } }, { url: cluster.url, drop });
    const direct = { DIRECT_DATABASE_URL: cluster.directUrl };
    const web = await world.startProcess({ ...direct, ROLE: 'web' });
    await world.setUpShop(web);
    const worker = await world.start({ ...direct, ROLE: 'worker', PORT: String(await freePort()) });
    const fulfillments = Array.from({ length: FULFILLMENTS }, () =>
      world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id),
    );
    await until('tracking on every fulfillment', () =>
      fulfillments.every(({ trackingInfo }) => trackingInfo.length === 1),
    );
    await until(
      'a read of every delivery',
      async () => (await world.database.delivery.count({ where: { lastReadAt: { not: null } } })) === FULFILLMENTS,
    );
    expect(world.operator.orders()).toHaveLength(FULFILLMENTS);
    expect([...worker.lines, ...web.lines].filter((line) => line.includes('prepared statement'))).toEqual([]);
    await world.stop();
  });

  it('processes that start at once apply each migration once, while the pooler is busy', async () => {
    const url = urlOf(cluster.directUrl, 'migrated_at_once');
    await cluster.primary().query('CREATE DATABASE migrated_at_once');
    const applied = await Promise.all([applyMigrations(url), applyMigrations(url), applyMigrations(url)]);
    expect(new Set(applied.flat()).size).toBe(applied.flat().length);
    expect(applied.flat().length).toBeGreaterThan(0);
  });
});
