import type { Environment } from '../environment.ts';
import type { Logger } from '../logging.ts';
import type { CallResult } from '../domain/call-pace.ts';
import { OperatorError, type OperatorFailure } from '../operator/operator-error.ts';
import type { Database } from '../persistence/database.ts';
import { restAccount } from '../persistence/shops.ts';
import type { AdminApi } from '../shopify/admin-api.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { createCallLimits, Rests, type CallLimits } from './call-limits.ts';

interface Clock {
  readonly now: () => Date;
  readonly random: () => number;
}

/** A refusal is an answer. */
const RESULTS: Readonly<Record<OperatorFailure, CallResult>> = {
  'not-sent': 'failed',
  'no-answer': 'failed',
  'server-error': 'failed',
  unreadable: 'failed',
  throttled: 'throttled',
  'account-refused': 'answered',
  refused: 'answered',
};

/** Of the operator's accounts, by id. That one rests is kept in its row, so that every process leaves it alone. */
export function createOperatorLimits(
  given: Clock & { environment: Environment; database: Database; logger: Logger },
): CallLimits {
  const { environment, database, logger, now, random } = given;
  return createCallLimits({
    ...{ most: environment.OPERATOR_CONCURRENCY, now, random },
    judge(error) {
      if (!(error instanceof OperatorError)) return null;
      return { result: RESULTS[error.failure], retryAfterMs: error.retryAfterMs };
    },
    async rest(id, until, reason) {
      logger.warn({ operatorAccountId: id, until, reason }, 'the operator account rests');
      await restAccount(database, { id, until, reason });
    },
  });
}

const SHOPIFY_CALLS_AT_ONCE = 20;

/** Of Shopify's Admin API, by shop: each shop has a budget of its own, which a backlog uses up in seconds. */
export function createShopifyLimits({ now, random }: Clock): CallLimits {
  return createCallLimits({
    ...{ most: SHOPIFY_CALLS_AT_ONCE, now, random },
    judge(error) {
      if (!(error instanceof ShopifyError)) return null;
      const result =
        error.failure === 'throttled' ? 'throttled' : error.failure === 'unreachable' ? 'failed' : 'answered';
      return { result, retryAfterMs: error.retryAfterMs };
    },
  });
}

/** The Admin API within those limits: what may not go out now fails as if Shopify had throttled it. */
export function keepToLimits(adminApi: AdminApi, limits: CallLimits, now: () => Date): AdminApi {
  return {
    async request(shop, operation, variables) {
      try {
        return await limits.call(shop, () => adminApi.request(shop, operation, variables));
      } catch (error) {
        if (!(error instanceof Rests)) throw error;
        throw new ShopifyError('throttled', 'Shopify asked for a rest', error.until.getTime() - now().getTime());
      }
    },
  };
}
