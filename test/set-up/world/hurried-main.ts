/** Runs the program in a process that a test will kill: at the pace of the tests, and with claims that end soon. */
import { readEnvironment } from '../../../app/environment.ts';
import { createLogger } from '../../../app/logging.ts';
import { paceOf } from '../../../app/pace.ts';
import { run } from '../../../app/program/run.ts';
import { testPace } from '../time/pace.ts';

const MARGIN_MS = 2_000;

const environment = readEnvironment();
const { backfill, dailyCount } = paceOf(environment); // at the usual pace, so that a kill can happen between two pages
const pace = testPace(environment);
const hurried = {
  ...pace,
  backfill,
  dailyCount,
  rareTries: { firstMs: 1_000, limitMs: 5_000 },
  earlyWarning: { ...pace.earlyWarning, leaseMs: MARGIN_MS },
  handOver: { ...pace.handOver, marginMs: MARGIN_MS },
};
// the clock that the test set, not the database's
await run(environment, createLogger(environment.LOG_LEVEL), hurried, { now: () => new Date() });
