import type { Environment } from './environment.ts';

/**
 * How long the program waits, and how often it looks: every pause, back-off, time limit, poll and lease. It is passed in
 * like the clock, so that tests run at a pace of their own. Rules of the trade, such as how often a state is read, are in
 * domain; what a browser does is in pages/page-pace.ts.
 */
export interface Pace extends Times<typeof STANDARD_PACE> {
  /** For each call to the operator. */
  readonly operator: Times<typeof STANDARD_PACE.operator> & {
    /** Longest time that one call may take. */
    readonly timeoutMs: number;
  };
  readonly handOver: Times<typeof STANDARD_PACE.handOver> & {
    /** From a call that the operator may have taken to the first look-up. */
    readonly lookUpDelayMs: number;
    /** From such a call to the moment from which an order that is not found was not taken. */
    readonly lookUpHorizonMs: number;
  };
  readonly tracking: Times<typeof STANDARD_PACE.tracking> & {
    /** Between two reads of a delivery that is out for delivery; the other states are multiples of it. */
    readonly intervalMs: number;
  };
  /** For how long is kept what the deployer does not want to keep for ever. */
  readonly keeping: {
    readonly receiptsMs: number;
    readonly detailsMs: number;
    readonly auditMs: number;
    readonly countsMs: number;
  };
}

type Times<T> = { readonly [Name in keyof T]: T[Name] extends number ? number : Times<T[Name]> };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The times that no environment variable sets. */
export const STANDARD_PACE = {
  /** The pause after a round that left nothing due. */
  sweeps: {
    webhooksMs: 250,
    handOversMs: 250,
    readsMs: SECOND,
    reconciliationMs: 250,
    dailyCountsMs: 5 * SECOND,
    housekeepingMs: HOUR,
    backfillsMs: 2 * SECOND,
    publicationsMs: MINUTE,
    holdsMs: 5 * SECOND,
    pausedAccountsMs: 5 * SECOND,
    promiseWatchMs: 10 * SECOND,
  },
  /** Between the tries of one step: doubling from the first to the longest. */
  backOff: { firstMs: 5 * SECOND, longestMs: 10 * MINUTE },
  /** Between two looks at what is held back: half as long as it has been held, from the first to the longest. */
  holds: { firstMs: 15 * SECOND, longestMs: 5 * MINUTE },
  /** Of an operator account whose calls are refused. */
  suspicion: {
    /** Refusals over less than that are no reason to pause. */
    pauseAfterMs: MINUTE,
    /** While it is paused one read tries again: half as long after as it has been paused, from the first to the longest. */
    firstMs: 15 * SECOND,
    longestMs: 10 * MINUTE,
    /** How often a process notes that an account's calls are taken. */
    noteEveryMs: 10 * SECOND,
  },
  claims: {
    /** For room where there is none: others may be due meanwhile. */
    roomMs: 250,
  },
  /** How calls to one operator account, or one shop, are slowed down. */
  calls: {
    /** What would wait longer for a slow lane waits in the database. */
    longestQueueMs: 2 * SECOND,
    /** After failures in a row: doubling from the first to the longest. */
    firstRestMs: 5 * SECOND,
    longestRestMs: 5 * MINUTE,
    /** After an answer that asks for less and does not say for how long. */
    throttledRestMs: SECOND,
    /** Between the beginnings of two calls: doubling from the first to the longest. */
    firstBetweenMs: 25,
    longestBetweenMs: 2 * SECOND,
  },
  /** How often it is looked whether hand-overs need the thread. */
  yielding: { lookEveryMs: 250 },
  operator: {
    /** Part of the time limit of the call; what is not connected by then was not sent. */
    connectMs: 10 * SECOND,
    /** An operator that asks for more is asked again all the same: a slip in a header must not put a delivery off for days. */
    longestRetryAfterMs: HOUR,
  },
  handOver: {
    /** Around one call to the operator, to read from Shopify before it and to record its outcome after it. */
    marginMs: 10 * SECOND,
    /** A fulfillment that is older at its first call is looked up before. */
    freshMs: 5 * MINUTE,
  },
  tracking: {
    /** Until an account that is busy with reads has room again. */
    busyMs: 2 * SECOND,
    /** Between two reads of one delivery that a person asks for, so that a button is no way to flood the operator. */
    askedAgainMs: 30 * SECOND,
  },
  sendNow: {
    /** Due within that is due already: two requests at once have clocks that differ a little. */
    asGoodAsDueMs: SECOND,
  },
  shopify: {
    timeoutMs: 10 * SECOND,
    connectMs: 10 * SECOND,
    /** An offline token is refreshed when no more than that is left of its life. */
    refreshBeforeEndMs: 5 * MINUTE,
    /** After a throttled call, where Shopify does not say how long, or says no time at all. */
    shortestRestMs: SECOND,
    /** Shopify that asks for more by Retry-After is asked again all the same. */
    longestRetryAfterMs: HOUR,
  },
  edits: {
    /** Our own writes change an order several times in a moment: it is looked at once, after the last of them. */
    settleMs: 3 * SECOND,
  },
  reconciliation: {
    everyMs: 5 * MINUTE,
    /** Between two pages of a run where Shopify has not said what is left of the shop's query budget. */
    pageEveryMs: 2 * SECOND,
    /** Shopify's index of orders lags a little behind the orders. */
    overlapMs: 2 * MINUTE,
  },
  dailyCount: {
    /** Between two pages: one costs about 240 points, and a shop has others to spend them. */
    pageEveryMs: MINUTE,
    /** A page of a killed process is read again after this. */
    leaseMs: 5 * MINUTE,
  },
  backfill: {
    /** Between two pages: one costs about 230 points, and the hand-overs it leads to need some as well. */
    pageEveryMs: 5 * SECOND,
    /** A page of a killed process is read again after this. */
    leaseMs: MINUTE,
  },
  publications: {
    /** An order whose outbox has stood still for that long gets another job. */
    overdueMs: 15 * MINUTE,
  },
  /** In seconds, as the queue takes them. */
  queue: {
    /** A new job is announced; what became due by time, or failed, is found by polling. */
    pollSeconds: 2,
    superviseSeconds: 5,
    monitorSeconds: 5,
    /** A job whose process has not been heard of for that long is given to another. */
    heartbeatSeconds: 15,
    /** Between the tries of a job: doubling from the first to the longest. */
    firstRetrySeconds: 2,
    longestRetrySeconds: 600,
  },
  database: {
    /** For a connection: more transactions than connections wait for their turn, and two seconds, the default, would fail under load. */
    connectionMs: 20 * SECOND,
    transactionMs: 20 * SECOND,
    /** For a lock over all processes, and for what is done while it is held. */
    lockMs: 30 * SECOND,
    /** How long a measurement serves: scrapers may be many, and the database has other work. */
    measuredEveryMs: 10 * SECOND,
    /** How often the clock of this process is compared with the database's. */
    clockEveryMs: MINUTE,
    /** A smaller difference is the time that a question to the database takes. */
    clockToleranceMs: 2 * SECOND,
  },
  embeddedPostgres: {
    /** How often it is looked whether the server is alive. */
    guardEveryMs: 2 * SECOND,
    startMs: 2 * MINUTE,
    tryEveryMs: 200,
    connectMs: 5 * SECOND,
  },
  server: {
    /** Shopify keeps its connections; a load balancer's idle time is usually 60 s, and ours must be the longer one. */
    keepAliveMs: 75 * SECOND,
    /** Whoever sends the headers, or the whole of a request, slower than that keeps no connection. */
    headersMs: 10 * SECOND,
    requestMs: 20 * SECOND,
    /** How often slow requests are looked for. */
    lookForSlowMs: 2 * SECOND,
    /** A connection on which nothing moves during a request or an answer is closed; a call to the operator may take a minute. */
    stalledMs: 90 * SECOND,
    /** For how long a measurement of whether the database can write holds. */
    readyMs: SECOND,
    /** At an orderly stop: for requests that are under way, and for jobs. */
    longestStopMs: 20 * SECOND,
    /** A connection that has just been answered is kept by its client: it is closed as soon as it is idle. */
    closeIdleEveryMs: 100,
  },
};

export function paceOf(environment: Environment): Pace {
  const { OPERATOR_TIMEOUT_SECONDS, LOOK_UP_DELAY_SECONDS, TRACKING_INTERVAL_SECONDS } = environment;
  const { LOOK_UP_HORIZON_MINUTES, OPERATOR_REFUSES_REPEATS } = environment;
  const lookUpDelayMs = LOOK_UP_DELAY_SECONDS * SECOND;
  const { KEEP_RECEIPTS_DAYS, KEEP_DETAILS_DAYS, KEEP_AUDIT_DAYS, KEEP_COUNTS_DAYS } = environment;
  return {
    ...STANDARD_PACE,
    operator: { ...STANDARD_PACE.operator, timeoutMs: OPERATOR_TIMEOUT_SECONDS * SECOND },
    handOver: {
      ...STANDARD_PACE.handOver,
      lookUpDelayMs,
      lookUpHorizonMs: OPERATOR_REFUSES_REPEATS ? 2 * lookUpDelayMs : LOOK_UP_HORIZON_MINUTES * MINUTE,
    },
    tracking: { ...STANDARD_PACE.tracking, intervalMs: TRACKING_INTERVAL_SECONDS * SECOND },
    keeping: {
      receiptsMs: KEEP_RECEIPTS_DAYS * DAY,
      detailsMs: KEEP_DETAILS_DAYS * DAY,
      auditMs: KEEP_AUDIT_DAYS * DAY,
      countsMs: KEEP_COUNTS_DAYS * DAY,
    },
  };
}
