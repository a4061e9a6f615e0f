import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../app/logging.ts';
import { paceOf } from '../../app/pace.ts';
import { compose } from '../../app/program/composition.ts';
import { whatIsDue } from '../../app/program/due.ts';
import { startWorker } from '../../app/program/worker.ts';
import { createTestDatabase } from '../set-up/database/database.ts';
import { countStatements } from '../set-up/database/statement-counter.ts';
import { testEnvironment } from '../set-up/environment.ts';
import { until } from '../set-up/time/until.ts';

const SHOP = 'idle.myshopify.com';
const STATEMENTS = 6;
const A_SECOND = 2;

/** A worker at the pace of production, and its statements. Its shop has the app, and nothing is due. */
async function idleWorker() {
  const testDatabase = await createTestDatabase();
  const counter = await countStatements(testDatabase.url);
  const environment = testEnvironment({});
  const handoff = await compose({
    environment,
    databaseUrl: counter.url,
    logger: createLogger('silent'),
    pace: paceOf(environment),
  });
  const { app } = handoff;
  const installedAt = app.now();
  const reconcileAt = new Date(installedAt.getTime() + 3_600_000);
  await app.database.shop.create({ data: { domain: SHOP, installedAt, authorizedAt: installedAt, reconcileAt } });
  const worker = await startWorker(app);
  onTestFinished(async () => {
    await worker.stop();
    await handoff.close();
    await counter.close();
    await testDatabase.drop();
  });
  await until('the day to be counted', () => app.database.dailyCount.count());
  return { app, counter };
}

it(`asks the database at most ${A_SECOND} times a second`, async () => {
  const { counter } = await idleWorker();
  const counted = async () => {
    const before = counter.count();
    await until('a statement', () => counter.count() > before);
    return counter.count();
  };
  // the work of the start is over when the next statements come alone
  await until('an idle process', async () => {
    const [from, beganAt] = [await counted(), performance.now()];
    while (counter.count() < from + STATEMENTS) await counted();
    return (1000 * (counter.count() - from)) / (performance.now() - beganAt) <= A_SECOND;
  });
});

it('takes the next step of a delivery that becomes due by itself', async () => {
  const { app } = await idleWorker();
  expect(await whatIsDue(app)).toEqual([]);
  const delivery = await app.database.delivery.create({
    data: {
      shopDomain: SHOP,
      orderId: 'gid://shopify/Order/1',
      fulfillmentId: 'gid://shopify/Fulfillment/1',
      phase: 'waiting',
      sendAt: app.now(),
    },
  });
  await until('the step', async () => {
    const { heldFor } = await app.database.delivery.findUniqueOrThrow({ where: { id: delivery.id } });
    return heldFor === 'set-up';
  });
});
