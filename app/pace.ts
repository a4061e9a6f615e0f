/**
 * How long the program waits, and how often it checks: every pause, back-off, time limit, poll and lease. It is passed
 * in like the clock, so that tests run at a pace of their own. Rules of the trade, such as how often a state is read,
 * are in the domain; the pace of a browser is in pages/page-pace.ts.
 */
export interface Pace extends Times<typeof STANDARD_PACE> {
  /** For each call to the operator. */
  readonly operator: Times<typeof STANDARD_PACE.operator> & {
    /** Longest time that one call may take. */
    readonly timeoutMs: number;
  };
  readonly handOver: Times<typeof STANDARD_PACE.handOver> & {
    /** From a call that the operator may have accepted to the first look-up. */
    readonly lookUpDelayMs: number;
    /** From such a call until an order that is not found counts as not accepted. */
    readonly lookUpHorizonMs: number;
  };
  readonly tracking: Times<typeof STANDARD_PACE.tracking> & {
    /** Between two reads of a delivery that is out for delivery; the other states are multiples of it. */
    readonly intervalMs: number;
  };
  /** How long data is kept that the deployer does not want to keep forever. */
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
  /** How often a worker asks what is due, and the shortest time between two questions while it makes things due itself. */
  dueClock: { everyMs: 750, leastMs: 100 },
  /** Between two rounds of the sweeps that come at intervals. */
  sweeps: { dailyCountsMs: 15 * SECOND, housekeepingMs: HOUR, forgottenPublicationsMs: MINUTE },
  /** Between the tries of one step. The pause doubles from the first to the longest. */
  backOff: { firstMs: 5 * SECOND, limitMs: 10 * MINUTE },
  /** Between two tries of a step that has failed for so long that a person was told. The pause doubles as well. */
  rareTries: { firstMs: 10 * MINUTE, limitMs: 30 * MINUTE },
  /**
   * Between two checks of held deliveries. The pause is half as long as the hold has lasted, from the first to the
   * longest.
   */
  holds: { firstMs: 15 * SECOND, limitMs: 5 * MINUTE },
  /** For an operator account whose calls are refused. */
  suspicion: {
    /** Refusals within a shorter time do not pause the account. */
    pauseAfterMs: MINUTE,
    /**
     * While it is paused, one read tries again. The pause is half as long as the account has been paused, from the
     * first to the longest.
     */
    firstMs: 15 * SECOND,
    limitMs: 10 * MINUTE,
    /** How often a process records that an account's calls are accepted. */
    noteEveryMs: 10 * SECOND,
  },
  claims: {
    /** How long to wait for a free place. Other rows may become due until then. */
    roomMs: 250,
  },
  /** How calls to one operator account, or one shop, are slowed down. */
  calls: {
    /** A call that would wait longer than this waits in the database instead. */
    queueLimitMs: 2 * SECOND,
    /** After failures in a row. The rest doubles from the first to the longest. */
    firstRestMs: 5 * SECOND,
    restLimitMs: 5 * MINUTE,
    /** After an answer that asks for fewer calls and names no time. */
    throttledRestMs: SECOND,
    /** Between the starts of two calls. The time doubles from the first to the longest. */
    firstBetweenMs: 25,
    betweenLimitMs: 2 * SECOND,
  },
  /** How processes share the limits of an operator account. */
  fleet: {
    /** How often a process that makes calls renews its share, and hears of the others. */
    beatMs: 2 * SECOND,
    /** Added to the longest call: a share that was not renewed for so long belongs to a dead process. */
    leaseMarginMs: 15 * SECOND,
    /** The most that is added instead by a process that takes so long to renew its share that it would have ended. */
    leaseMarginLimitMs: MINUTE,
    /** How long a call waits for a place that another process has to give back first. */
    waitLimitMs: 6 * SECOND,
  },
  yielding: {
    /** How often the program checks whether hand-overs need the thread. */
    lookEveryMs: 250,
    /** How long a batch of webhooks waits at most while others are answered, and how often that is checked. */
    answersFirstMs: 250,
    lookForAnswersMs: 25,
  },
  operator: {
    /** Part of the call's time limit. If the connection is not made by then, nothing was sent. */
    connectMs: 10 * SECOND,
    /**
     * A longer wait that the operator asks for is shortened to this: a mistake in a header must not put a delivery off
     * for days.
     */
    retryAfterLimitMs: HOUR,
    /** The shortest time between two calls for one account, where the operator's profile limits the calls of a minute. */
    leastBetweenMs: 0,
    /** The longest time of one call of `npm run operator:check`. */
    checkMs: 15 * SECOND,
  },
  handOver: {
    /** Added to one call to the operator, for reading from Shopify before it and recording its outcome after it. */
    marginMs: 10 * SECOND,
    /** A fulfillment older than this at its first call is looked up first. */
    freshMs: 5 * MINUTE,
  },
  tracking: {
    /** Between two reads of one delivery that a person requests, so that the button cannot flood the operator. */
    askedAgainMs: 30 * SECOND,
  },
  sendNow: {
    /** What is due within this time counts as due: the clocks of two requests differ a little. */
    asGoodAsDueMs: SECOND,
  },
  shopify: {
    timeoutMs: 10 * SECOND,
    connectMs: 10 * SECOND,
    /** An offline token is refreshed when it expires within this time. */
    refreshBeforeEndMs: 5 * MINUTE,
    /** How long a call may use a session without reading it again. Shopify refuses a token that was replaced in that time. */
    sessionKeptMs: 2 * SECOND,
    /** After a throttled call, if Shopify names no time. */
    shortestRestMs: SECOND,
    /** A longer wait that Shopify asks for with Retry-After is shortened to this. */
    retryAfterLimitMs: HOUR,
    /** Until work on an order is tried again while the shop does not have the app, or accepts no token. */
    withoutAppMs: 15 * MINUTE,
    /** While Shopify refuses the address of this server, one call tries again. The pause doubles from the first to the longest. */
    refusedAddress: { firstMs: 15 * SECOND, limitMs: 5 * MINUTE },
  },
  edits: {
    /** Our own writes change an order several times in a moment. It is compared once, after the last of them. */
    settleMs: 3 * SECOND,
    /** A killed process's claim expires after this. */
    leaseMs: MINUTE,
  },
  printing: {
    /** A longer rest that Shopify asks for is not waited for: the orders are left out, and the document says so. */
    restLimitMs: 20 * SECOND,
  },
  earlyWarning: {
    /** An order changes several times in the moment in which it is placed. It is read once, after the last of them. */
    settleMs: 15 * SECOND,
    /** A read, and the holds that follow from it. A killed process's claim expires after this. */
    leaseMs: MINUTE,
    /** Shopify's clock and ours differ a little. */
    slackMs: 5 * SECOND,
    /** Shopify assigns an order to locations a moment after it is placed. An order without any is read again for so long. */
    routingMs: 10 * MINUTE,
    /** Between two tries of a read that has failed for more than an hour, unless we hold the order. */
    rareMs: HOUR,
    /** How long the row of an order that was fulfilled, cancelled or is not ours is kept. */
    keepMs: 7 * DAY,
  },
  reconciliation: {
    everyMs: 5 * MINUTE,
    /** Between two pages of a run where Shopify has not said what is left of the shop's query budget. */
    pageEveryMs: 2 * SECOND,
    /** Shopify's index of orders lags a little behind the orders. */
    overlapMs: 2 * MINUTE,
  },
  dailyCount: {
    /** Between two pages. A page costs about 240 points, and the shop needs points for other calls. */
    pageEveryMs: MINUTE,
    /** A page of a killed process is read again after this. */
    leaseMs: 5 * MINUTE,
  },
  backfill: {
    /** Between two pages. A page costs about 230 points, and the resulting hand-overs need points as well. */
    pageEveryMs: 5 * SECOND,
    /** A page of a killed process is read again after this. */
    leaseMs: MINUTE,
  },
  publications: {
    /** A process writes an order for half of this at most. A killed process's claim expires after it. */
    leaseMs: MINUTE,
    /** For how long a publication is open before its order is searched for in the outbox. */
    forgottenMs: 15 * MINUTE,
  },
  flow: {
    /** A trigger whose process was killed is looked at again after this. */
    leaseMs: MINUTE,
    /** A trigger that could not be sent for this long is given up: a workflow about an old change misleads. */
    waitLimitMs: DAY,
    /** Flow waits 10 seconds for the answer to an action. After this time it is told to ask again. */
    answerMs: 8 * SECOND,
    /** In seconds, as Flow takes it: at least 5. */
    askAgainSeconds: 5,
    /** The longest time that a request may work on one run of an action. */
    runMs: MINUTE,
  },
  database: {
    /**
     * The wait for a connection. When there are more transactions than connections, some wait their turn, and the
     * default of two seconds would fail under load.
     */
    connectionMs: 20 * SECOND,
    transactionMs: 20 * SECOND,
    /** The wait for a lock over all processes, and the limit for the work that is done while it is held. */
    lockMs: 30 * SECOND,
    /**
     * A connection that is used for longer than this is closed: its server has vanished, or waits for a standby that is
     * gone. It is more than any transaction or lock may take.
     */
    useLimitMs: 45 * SECOND,
    /** How often such connections are searched for. */
    lookForHungMs: SECOND,
    /** Between two tries to get the lock of the migrations, which another process holds while it applies them. */
    migrationTryMs: 200,
    /** A change of a table that waits longer for those who use the table lets them pass, and is tried again. */
    migrationLockMs: 3 * SECOND,
    /** How long a measurement is used: there may be many scrapers, and the database has other work. */
    measuredEveryMs: 10 * SECOND,
    /** How often the clock of this process is compared with the database's. */
    clockEveryMs: MINUTE,
    /** A smaller difference is the duration of a query. */
    clockToleranceMs: 2 * SECOND,
  },
  embeddedPostgres: {
    /** How often the program checks whether the server is alive. */
    guardEveryMs: 2 * SECOND,
    startMs: 2 * MINUTE,
    tryEveryMs: 200,
    /** How long connections that were closed may still be listed. */
    closedMs: SECOND,
    /** Long: after a restart on a busy machine, all who lost their connections connect again at once. */
    connectMs: 15 * SECOND,
  },
  /** After a retry, the page waits for its end, and looks for it so often. */
  review: { outcomeMs: 4 * SECOND, lookMs: 100 },
  /** How long it is shown how many deliveries a person has left unsent. */
  notSentShownMs: DAY,
  inbox: {
    /** Webhooks do not wait for longer than this for one statement: its connection may hang. */
    lateMs: 100,
  },
  /** For webhooks from a queue. */
  stream: {
    /** How long the queue may wait with an answer until there is a message. The longest that SQS allows. */
    longPollSeconds: 20,
    /** After a failure. */
    pauseMs: 2 * SECOND,
  },
  /** Spans are sent together, and dropped when the collector does not take them in time. */
  traces: { sendEveryMs: 5 * SECOND, sendMs: 5 * SECOND },
  /** Several processes of one start. */
  processes: {
    /** A process that is not ready after this is ended, and started again. */
    startMs: 2 * MINUTE,
    /** Between the death of a process and its next start. The pause doubles from the first to the longest. */
    restart: { firstMs: 250, limitMs: 30 * SECOND },
    /** A process that lived for this long starts again after the first pause. */
    steadyMs: MINUTE,
    /** How long a process that is replaced asks its clients to connect again before it closes their connections. */
    leaveMs: 3 * SECOND,
    /** At an orderly stop: what has not ended after this is killed. Supervisors of a machine often wait for 30 s. */
    stopMs: 27 * SECOND,
    /** How often the parent asks each process whether it is alive. */
    pulseMs: 5 * SECOND,
    /** A process that has left so many of these questions without an answer hangs: it is killed. */
    unansweredLimit: 12,
    /** How long a process has to say what it has counted. Without an answer, its last one is used. */
    answerMs: 2 * SECOND,
    /** How long a process waits for its parent, which asks all others. */
    askMs: 4 * SECOND,
  },
  server: {
    /**
     * Shopify keeps its connections open. The idle time of a load balancer is usually 60 s, and ours must be longer.
     */
    keepAliveMs: 75 * SECOND,
    /** A connection whose headers, or whose whole request, take longer is closed. */
    headersMs: 10 * SECOND,
    requestMs: 20 * SECOND,
    /** How often slow requests are searched for. */
    lookForSlowMs: 2 * SECOND,
    /**
     * A connection without any traffic during a request or an answer is closed. A call to the operator may take a
     * minute.
     */
    stalledMs: 90 * SECOND,
    /** After the answer to a malformed request, for how long the rest of it is read and thrown away. */
    lingerMs: 2 * SECOND,
    /** How long the result of a check is used whether the database can write. */
    readyMs: SECOND,
    /** At an orderly stop: the wait for current requests, and for jobs. */
    stopLimitMs: 20 * SECOND,
    /** A client keeps its connection after an answer. During a stop, it is closed as soon as it is idle. */
    closeIdleEveryMs: 100,
  },
};

/** The variables of the environment that set times, and what the operator's profile says. */
interface TimesSet {
  readonly OPERATOR_TIMEOUT_SECONDS: number;
  readonly LOOK_UP_DELAY_SECONDS: number;
  readonly LOOK_UP_HORIZON_MINUTES: number;
  readonly OPERATOR_REFUSES_REPEATS: boolean;
  readonly TRACKING_INTERVAL_SECONDS: number;
  readonly KEEP_RECEIPTS_DAYS: number;
  readonly KEEP_DETAILS_DAYS: number;
  readonly KEEP_AUDIT_DAYS: number;
  readonly KEEP_COUNTS_DAYS: number;
  readonly profile: { readonly limits: { readonly callsPerMinute?: number }; readonly registersWithinMinutes?: number };
}

export function paceOf(environment: TimesSet): Pace {
  const { OPERATOR_TIMEOUT_SECONDS, LOOK_UP_DELAY_SECONDS, TRACKING_INTERVAL_SECONDS } = environment;
  const { LOOK_UP_HORIZON_MINUTES, OPERATOR_REFUSES_REPEATS, profile } = environment;
  const { callsPerMinute } = profile.limits;
  const lookUpDelayMs = LOOK_UP_DELAY_SECONDS * SECOND;
  const { KEEP_RECEIPTS_DAYS, KEEP_DETAILS_DAYS, KEEP_AUDIT_DAYS, KEEP_COUNTS_DAYS } = environment;
  return {
    ...STANDARD_PACE,
    operator: {
      ...STANDARD_PACE.operator,
      timeoutMs: OPERATOR_TIMEOUT_SECONDS * SECOND,
      // the calls of a minute are spread evenly over it
      leastBetweenMs: callsPerMinute === undefined ? 0 : MINUTE / callsPerMinute,
    },
    handOver: {
      ...STANDARD_PACE.handOver,
      lookUpDelayMs,
      // an order that cannot be read yet is not looked for in vain, even where a repetition would do no harm
      lookUpHorizonMs: OPERATOR_REFUSES_REPEATS
        ? Math.max(2 * lookUpDelayMs, (profile.registersWithinMinutes ?? 0) * MINUTE)
        : LOOK_UP_HORIZON_MINUTES * MINUTE,
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
