import { setTimeout as pause } from 'node:timers/promises';
import type { Phase } from '../../domain/lifecycle/delivery-phase.ts';
import type { Retried, RetryOutcome } from '../../pages/review/review-result.ts';
import type { ShopContext } from '../shop-context.ts';

interface Row {
  readonly id: string;
  readonly orderName: string | null;
  readonly phase: Phase;
  readonly heldFor: string | null;
  readonly code: string | null;
}

/**
 * Waits until it is known how the retries end, for a moment at most, because the merchant waits for the answer.
 *
 * @param code of the problem that they had
 */
export async function retryOutcomes(
  { domain, database, app }: Pick<ShopContext, 'domain' | 'database' | 'app'>,
  { ids, code }: { ids: readonly string[]; code: string | null },
): Promise<Retried[]> {
  if (ids.length === 0) return [];
  const { outcomeMs, lookMs } = app.pace.review;
  for (let waited = 0; ; waited += lookMs) {
    const rows = await database.$queryRaw<Row[]>`
      SELECT "id", "orderName", "phase", "heldFor", "exception_codes"("problems", "flags")->>0 AS "code"
      FROM "Delivery" WHERE "shopDomain" = ${domain} AND "id" = ANY (${[...ids]}::uuid[]) ORDER BY "createdAt", "id"
      LIMIT ${ids.length}`;
    const outcomes = rows.map((row) => ({ id: row.id, orderName: row.orderName, outcome: outcomeOf(row, code) }));
    if (waited >= outcomeMs || outcomes.every(({ outcome }) => outcome !== 'pending')) return outcomes;
    await pause(lookMs);
  }
}

function outcomeOf({ phase, heldFor, code: present }: Row, code: string | null): RetryOutcome {
  switch (phase) {
    case 'waiting':
    case 'handing-over':
      if (heldFor !== null) return 'held';
      return present === null ? 'pending' : present === code ? 'same' : 'other';
    case 'needs-attention':
      return present === code ? 'same' : 'other';
    case 'in-delivery':
    case 'delivered':
    case 'failed':
      return 'sent';
    case 'skipped':
    case 'cancelled':
      return 'not-sent';
  }
}
