import { paceOf, type Pace } from '../../../app/pace.ts';
import type { Environment } from '../../../app/environment.ts';
import { testEnvironment } from '../environment.ts';

/**
 * Short pauses for the program, so that no test waits for them. The limits of a call, a claim or a request are not
 * shortened, because a busy machine would then look like an outage.
 */
export function testPace(environment: Environment): Pace {
  const standard = paceOf(environment);
  return {
    ...standard,
    // asking takes processor from the tests, and up to four programs run at once
    dueClock: { everyMs: 100, leastMs: 20 },
    sweeps: { ...standard.sweeps, dailyCountsMs: 600, forgottenPublicationsMs: 500 },
    backOff: { firstMs: 100, limitMs: 2_000 },
    holds: { firstMs: 500, limitMs: 1_000 },
    suspicion: { pauseAfterMs: 500, firstMs: 1_000, limitMs: 2_000, noteEveryMs: 200 },
    claims: { roomMs: 50 },
    calls: {
      queueLimitMs: 2_000,
      firstRestMs: 100,
      restLimitMs: 1_000,
      throttledRestMs: 50,
      firstBetweenMs: 5,
      betweenLimitMs: 100,
    },
    fleet: { ...standard.fleet, beatMs: 250, leaseMarginMs: 2_000 },
    // tests change the stored sessions behind the program's back
    shopify: {
      ...standard.shopify,
      shortestRestMs: 50,
      sessionKeptMs: 0,
      refusedAddress: { firstMs: 200, limitMs: 800 },
    },
    edits: { ...standard.edits, settleMs: 100 },
    // longer than a test needs from placing an order to fulfilling it, so that tests of other things cause no read
    earlyWarning: { ...standard.earlyWarning, settleMs: 1_000, slackMs: 0, rareMs: 2_000 },
    publications: { ...standard.publications, leaseMs: 20_000 },
    flow: { ...standard.flow, leaseMs: 2_000 },
    reconciliation: { ...standard.reconciliation, pageEveryMs: 50 },
    dailyCount: { ...standard.dailyCount, pageEveryMs: 50 },
    backfill: { ...standard.backfill, pageEveryMs: 50 },
    embeddedPostgres: { ...standard.embeddedPostgres, guardEveryMs: 100, tryEveryMs: 50 },
    stream: { longPollSeconds: 1, pauseMs: 50 },
    traces: { ...standard.traces, sendEveryMs: 100 },
    processes: { ...standard.processes, restart: { firstMs: 50, limitMs: 500 }, pulseMs: 1_000 },
    // a busy machine would look like clients that send slowly
    server: { ...standard.server, headersMs: 600_000, requestMs: 600_000, stalledMs: 600_000, closeIdleEveryMs: 20 },
  };
}

/** The pace for the test environment without further variables. */
export const TEST_PACE: Pace = testPace(testEnvironment());
