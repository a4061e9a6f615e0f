import { expect, it } from 'vitest';
import { createLogger } from '../../../app/logging.ts';
import { openDatabaseClock } from '../../../app/persistence/connection/database-clock.ts';

import { until } from '../../set-up/time/until.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const { database } = await useDatabase();

const HOURS_MS = 3_600_000;
const logger = createLogger('silent');

it.each([6, -6])('a clock that is %i hours off is ignored', async (hours) => {
  const own = () => Date.now() + hours * HOURS_MS;
  const clock = await openDatabaseClock({ database, logger, everyMs: HOURS_MS, toleranceMs: 2_000, own });
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5_000);
  clock.stop();
});

it('a clock that is corrected while the program runs is used again', async () => {
  let offMs = 6 * HOURS_MS;
  const clock = await openDatabaseClock({
    database,
    logger,
    everyMs: 20,
    toleranceMs: 2_000,
    own: () => Date.now() + offMs,
  });
  offMs = 0;
  await until('the right time', () => Math.abs(clock.now().getTime() - Date.now()) < 2_000);
  clock.stop();
});
