import { markPruned } from '../deliveries/delivery-store.ts';
import { pruneEndedOrders } from '../early-warning/open-orders.ts';
import type { Transaction } from '../persistence/database.ts';
import type { AppContext } from '../app-context.ts';

const BATCH = 500;
/** Rows of orders that are deleted at once. */
const ENDED_ORDERS = 5_000;

/**
 * Deletes one batch of what the deployer does not want to keep any longer: what was known of accounts that nobody has
 * called for a day, receipts, Flow's triggers and runs, audit entries, daily counts, and the attempts, history,
 * publications and prints of ended deliveries. The deliveries stay, so that no fulfillment is handed over twice. One
 * process does this at a time. A batch is small, and skips rows that another process is changing.
 *
 * @returns whether there may be more
 */
export async function pruneDaily({ database, pace, now }: AppContext): Promise<boolean> {
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const [receiptsBefore, details] = [ago(pace.keeping.receiptsMs), ago(pace.keeping.detailsMs)];
  const endedOrders = { endedBefore: ago(pace.earlyWarning.keepMs), limit: ENDED_ORDERS };
  const prunedOrders = await pruneEndedOrders(database, endedOrders);
  const areMore = await database.$transaction(async (transaction) => {
    const [lock] = await transaction.$queryRaw<{ taken: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('prune', 0)) AS "taken"`;
    if (!lock?.taken) return false;
    const receipts = await transaction.$executeRaw`
      DELETE FROM "WebhookReceipt" WHERE "id" IN (
        SELECT "id" FROM "WebhookReceipt" WHERE "receivedAt" < ${receiptsBefore} AND "outcome" IS NOT NULL
        ORDER BY "receivedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    const triggers = await transaction.$executeRaw`
      DELETE FROM "FlowTrigger" WHERE "id" IN (
        SELECT "id" FROM "FlowTrigger" WHERE "settledAt" < ${receiptsBefore}
        ORDER BY "settledAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    const runs = await transaction.$executeRaw`
      DELETE FROM "FlowActionRun" WHERE ("shopDomain", "runId") IN (
        SELECT "shopDomain", "runId" FROM "FlowActionRun" WHERE "startedAt" < ${receiptsBefore}
        ORDER BY "startedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    const audit = await transaction.$executeRaw`
      DELETE FROM "AuditEntry" WHERE "id" IN (
        SELECT "id" FROM "AuditEntry" WHERE "at" < ${ago(pace.keeping.auditMs)}
        ORDER BY "at" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    await transaction.$executeRaw`
      DELETE FROM "CallLimit" WHERE "key" IN (
        SELECT "key" FROM "CallLimit" WHERE "changedAt" < now() - interval '1 day' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
    const ended = await markPruned(transaction, { now: now(), endedBefore: details, limit: BATCH });
    await pruneDetails(transaction, ended);
    const counts = await pruneCounts(transaction, ago(pace.keeping.countsMs));
    return Math.max(receipts, triggers, runs, audit, ended.length, counts) === BATCH;
  });
  return areMore || prunedOrders === ENDED_ORDERS;
}

/** A day may have very many fulfillments. They are deleted before the day itself, in batches of the usual size. */
async function pruneCounts(transaction: Transaction, before: Date): Promise<number> {
  const fulfillments = await transaction.$executeRaw`
    DELETE FROM "CountedFulfillment" WHERE ("shopDomain", "day", "fulfillmentId") IN (
      SELECT f."shopDomain", f."day", f."fulfillmentId"
      FROM "DailyCount" c JOIN "CountedFulfillment" f USING ("shopDomain", "day")
      WHERE c."countedAt" < ${before} LIMIT ${BATCH} FOR UPDATE OF f SKIP LOCKED)`;
  const days = await transaction.$executeRaw`
    DELETE FROM "DailyCount" WHERE ("shopDomain", "day") IN (
      SELECT c."shopDomain", c."day" FROM "DailyCount" c
      WHERE c."countedAt" < ${before} AND NOT EXISTS (
        SELECT 1 FROM "CountedFulfillment" f WHERE f."shopDomain" = c."shopDomain" AND f."day" = c."day")
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
  return Math.max(fulfillments, days);
}

/**
 * An ended delivery can still be read on request. Its newest dated event stays, because otherwise the operator's old
 * history would be published again.
 */
async function pruneDetails(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const ofThese = { deliveryId: { in: [...ids] } };
  await transaction.attempt.deleteMany({ where: ofThese });
  await transaction.stateEntry.deleteMany({ where: ofThese });
  await transaction.print.deleteMany({ where: ofThese });
  await transaction.$executeRaw`
    DELETE FROM "Publication" WHERE "deliveryId" = ANY (${[...ids]}::uuid[]) AND "id" NOT IN (
      SELECT max("id") FROM "Publication"
      WHERE "deliveryId" = ANY (${[...ids]}::uuid[]) AND "kind" = 'event' AND "happenedAt" IS NOT NULL
      GROUP BY "deliveryId")`;
}
