import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { BOUNDS } from '../bounds.ts';
import { STANDARD_PACE } from '../pace.ts';
import { openPool, type PoolOptions } from './connection/pool.ts';

/**
 * Limits what a shop's merchants may do in a minute, counted over all processes, so that a script in a browser cannot
 * flood anybody.
 */
export interface ActionBudget {
  /**
   * @param points what the action costs; one by default
   * @returns null while there is something left; else how long it is spent, in milliseconds
   */
  spend(shop: string, points?: number): Promise<number | null>;
  close(): Promise<void>;
}

/**
 * @param options.isPooled whether the address leads to a pooler in transaction mode: the limiter names its statements
 * @param options.onSpent called when a shop's minute is used up, and not again until the next minute
 */
export function createActionBudget(
  databaseUrl: string,
  perMinute: number = BOUNDS.actionsPerMinute,
  {
    isPooled = false,
    pace = STANDARD_PACE.database,
    onSpent = () => undefined,
  }: { isPooled?: boolean; pace?: PoolOptions['pace']; onSpent?: (shop: string, restMs: number) => void } = {},
): ActionBudget {
  const pool = openPool(databaseUrl, { connections: 2, pace, isPooled });
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'ActionBudget',
    tableCreated: true,
    keyPrefix: '',
    points: perMinute,
    duration: 60,
    inMemoryBlockOnConsumed: perMinute + 1,
  });
  return {
    async spend(shop, points = 1) {
      try {
        await limiter.consume(shop, points);
        return null;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const { msBeforeNext: restMs, consumedPoints } = error;
        if (consumedPoints > 0) onSpent(shop, restMs); // the limiter answers later ones from memory, without points
        return restMs;
      }
    },
    close: () => pool.end(),
  };
}
