import { Prisma } from '@prisma/client';
import type { AppContext } from '../app-context.ts';
import { handOversDue, holdsDue, readsDue, watchesDue } from '../deliveries/delivery-store.ts';
import { backfillsDue } from '../deliveries/reconciliation/backfills.ts';
import { comparisonsDue } from '../deliveries/reconciliation/comparisons.ts';
import { outboxesDue } from '../deliveries/write-back/order-outbox.ts';
import { checksDue } from '../early-warning/order-claims.ts';
import { triggersDue } from '../persistence/trigger-outbox.ts';
import { probesDue } from '../operator-accounts/account-trust.ts';
import { reconciliationsDue } from '../shops/shop-store.ts';
import { receiptsDue } from '../persistence/webhook-inbox.ts';

type Asked = Pick<AppContext, 'database' | 'now' | 'pace'>;

/** For each sweep, a query that has a row if something is due. Each has the condition of its claim. */
const DUE = {
  webhooks: () => receiptsDue(),
  'hand-overs': ({ now }) => handOversDue(now()),
  reads: ({ now }) => readsDue(now()),
  reconciliation: ({ now }) => reconciliationsDue(now()),
  backfills: ({ now }) => backfillsDue(now()),
  publications: () => outboxesDue(),
  comparisons: () => comparisonsDue(),
  holds: ({ now, pace }) => holdsDue(now(), pace.holds),
  'paused-accounts': ({ now }) => probesDue(now()),
  'promise-watch': ({ now }) => watchesDue(now()),
  'early-warning': ({ now }) => checksDue(now()),
  'flow-triggers': () => triggersDue(),
} satisfies Record<string, (asked: Asked) => Prisma.Sql>;

/** Sweeps that wait for something due; the others come at intervals. */
export type DueSweep = keyof typeof DUE;

/** @returns the sweeps that have something due */
export async function whatIsDue(asked: Asked): Promise<string[]> {
  const answers = Object.entries(DUE).map(([sweep, due]) => Prisma.sql`(${sweep}, EXISTS (${due(asked)}))`);
  const rows = await asked.database.$queryRaw<{ sweep: string }[]>`
    SELECT "sweep" FROM (VALUES ${Prisma.join(answers)}) AS answer("sweep", "isDue") WHERE "isDue" LIMIT ${answers.length}`;
  return rows.map(({ sweep }) => sweep);
}
