import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const PER_MINUTE = 300;

/** What a shop's merchants may do in a minute, counted over all processes: a script in a browser is no way to flood anybody. */
export interface ActionBudget {
  /** @returns null while there is something left; else how long it is spent, in milliseconds */
  spend(shop: string): Promise<number | null>;
  close(): Promise<void>;
}

export function createActionBudget(databaseUrl: string, perMinute = PER_MINUTE): ActionBudget {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => null); // an idle connection that broke: the next action opens another
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
    async spend(shop) {
      try {
        await limiter.consume(shop);
        return null;
      } catch (error) {
        if (error instanceof RateLimiterRes) return error.msBeforeNext;
        throw error;
      }
    },
    close: () => pool.end(),
  };
}
