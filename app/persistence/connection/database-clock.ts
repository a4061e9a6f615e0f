import type { Logger } from '../../logging.ts';
import type { Database } from '../database.ts';

export interface DatabaseClock {
  readonly now: () => Date;
  readonly stop: () => void;
}

/**
 * The database's clock, which all processes share. A process whose own clock is hours off would plan work for the
 * others too late or too early. The clocks are compared at the start and at intervals, because clocks get corrected.
 *
 * @param given.own the clock of this process
 */
export async function openDatabaseClock(given: {
  database: Database;
  logger: Logger;
  everyMs: number;
  /** Smaller differences are the duration of a query, and are ignored. */
  toleranceMs: number;
  own?: () => number;
}): Promise<DatabaseClock> {
  const { database, logger, everyMs, toleranceMs, own = Date.now } = given;
  let aheadMs = 0;
  const compare = async () => {
    const asked = own();
    const [row] = await database.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS "at"`;
    const difference = (asked + own()) / 2 - (row?.at.getTime() ?? asked);
    const isOff = Math.abs(difference) > toleranceMs;
    if (isOff && aheadMs === 0)
      logger.warn({ aheadMs: difference }, 'the clock of this machine differs from the clock of the database');
    aheadMs = isOff ? difference : 0;
  };
  await compare();
  const timer = setInterval(() => {
    compare().catch((error: unknown) => logger.warn({ error }, 'the clocks could not be compared'));
  }, everyMs);
  timer.unref();
  return { now: () => new Date(own() - aheadMs), stop: () => clearInterval(timer) };
}
