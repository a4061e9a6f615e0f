import pg from 'pg';
import { BOUNDS } from '../bounds.ts';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

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

export function createActionBudget(databaseUrl: string, perMinute: number = BOUNDS.actionsPerMinute): ActionBudget {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => null); // an idle connection broke: the next action opens another
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
        if (error instanceof RateLimiterRes) return error.msBeforeNext;
        throw error;
      }
    },
    close: () => pool.end(),
  };
}
