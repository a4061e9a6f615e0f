import type { Environment } from '../environment.ts';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import type { CallResult } from '../scheduling/call-pace.ts';
import { OperatorError, type OperatorFailure } from '../operator/operator-error.ts';
import type { Database } from '../persistence/database.ts';
import { restAccount } from '../shops/shop-store.ts';
import type { AdminApi } from '../shopify/admin-api/admin-api.ts';
import { ShopifyError, type ShopifyFailure } from '../shopify/admin-api/shopify-error.ts';
import type { FleetShares } from '../scheduling/fleet/fleet-shares.ts';
import { CallsPausedError, createCallLimits, type CallLimits } from '../scheduling/call-limits.ts';
import { recordAcceptance, recordRefusal } from './account-trust.ts';

interface Timing {
  readonly pace: Pace;
  readonly now: () => Date;
  readonly random: () => number;
}

/** A refusal counts as an answer. */
const RESULTS: Readonly<Record<OperatorFailure, CallResult>> = {
  'not-sent': 'failed',
  'no-answer': 'failed',
  'server-error': 'failed',
  unreadable: 'failed',
  throttled: 'throttled',
  'account-refused': 'answered',
  refused: 'answered',
};

/** What a failed call says about the operator. */
export function judgeOperatorCall(error: unknown): { result: CallResult; retryAfterMs: number | null } | null {
  if (!(error instanceof OperatorError)) return null;
  return { result: RESULTS[error.failure], retryAfterMs: error.retryAfterMs };
}

/**
 * Limits the calls of each operator account, by its id, over all processes. A rest is stored in the account's row, so
 * that every process observes it.
 */
export function createOperatorLimits(
  given: Timing & { environment: Environment; database: Database; logger: Logger; shares: FleetShares },
): CallLimits {
  const { environment, database, logger, pace, now, random, shares } = given;
  const watch = createRefusalWatch({ database, logger, pace: pace.suspicion, now });
  const limits = createCallLimits({
    limit: environment.OPERATOR_CONCURRENCY,
    leastBetweenMs: pace.operator.leastBetweenMs,
    times: pace.calls,
    now,
    random,
    judge: judgeOperatorCall,
    fleet: { shares, times: pace.fleet, callLimitMs: pace.operator.timeoutMs },
    async rest(id, until, reason) {
      logger.warn({ operatorAccountId: id, until, reason }, 'calls to the operator account are paused');
      await restAccount(database, { id, until, reason });
    },
  });
  return { ...limits, call: (id, call) => watch(id, () => limits.call(id, call)) };
}

const RESULTS_OF_SHOPIFY: Readonly<Record<ShopifyFailure, CallResult>> = {
  throttled: 'throttled',
  unreachable: 'failed',
  unreadable: 'failed',
  'not-installed': 'answered',
  'access-denied': 'answered',
  'data-withheld': 'answered',
  refused: 'answered',
};

const SHOPIFY_CALLS_AT_ONCE = 20;

/**
 * Limits the calls to Shopify's Admin API, by shop. Each shop has a budget of its own, which a backlog uses up in
 * seconds.
 */
export function createShopifyLimits({ pace, now, random }: Timing): CallLimits {
  return createCallLimits({
    limit: SHOPIFY_CALLS_AT_ONCE,
    times: pace.calls,
    now,
    random,
    judge(error) {
      if (!(error instanceof ShopifyError)) return null;
      return { result: RESULTS_OF_SHOPIFY[error.failure], retryAfterMs: error.retryAfterMs };
    },
  });
}

/** The Admin API within those limits. A call that may not go out now fails as if Shopify had throttled it. */
export function keepToLimits(adminApi: AdminApi, limits: CallLimits, now: () => Date): AdminApi {
  return {
    async request(shop, operation, variables) {
      try {
        return await limits.call(shop, () => adminApi.request(shop, operation, variables));
      } catch (error) {
        if (!(error instanceof CallsPausedError)) throw error;
        throw new ShopifyError('throttled', 'Shopify asked the app to wait', error.until.getTime() - now().getTime());
      }
    },
  };
}

/**
 * Makes calls for operator accounts, and records whether the operator accepted their token. A pause is stored in the
 * account's row, so that every process observes it.
 *
 * @returns a function that makes a call for the account with that id, and passes on what the call returns or throws
 */
function createRefusalWatch(given: {
  database: Database;
  logger: Logger;
  pace: Pace['suspicion'];
  now: () => Date;
}): <Answer>(id: string, call: () => Promise<Answer>) => Promise<Answer> {
  const { database, logger, pace, now } = given;
  /** When an acceptance of each account was last recorded, in milliseconds since 1970. */
  const notedAt = new Map<string, number>();

  const accepted = async (id: string) => {
    const at = now().getTime();
    if (at - (notedAt.get(id) ?? 0) < pace.noteEveryMs) return;
    notedAt.set(id, at);
    await recordAcceptance(database, id, now());
  };
  const refused = async (id: string, { httpStatus }: OperatorError, startedAt: Date) => {
    notedAt.delete(id); // the next acceptance is recorded at once
    const { pauseAfterMs, firstMs: probeAfterMs } = pace;
    const refusal = { id, httpStatus, startedAt, now: now(), pauseAfterMs, probeAfterMs };
    const isPaused = await recordRefusal(database, refusal);
    if (isPaused) logger.warn({ operatorAccountId: id, httpStatus }, 'the operator account is paused');
  };

  return async (id, call) => {
    const startedAt = now();
    /** The call's answer counts even if recording it fails. */
    const note = (noting: Promise<void>) =>
      noting.catch((error: unknown) =>
        logger.error({ error, operatorAccountId: id }, 'the answer to the token was not recorded'),
      );
    try {
      const answer = await call();
      await note(accepted(id));
      return answer;
    } catch (error) {
      if (error instanceof OperatorError && error.failure === 'account-refused') {
        await note(refused(id, error, startedAt));
      }
      throw error;
    }
  };
}
