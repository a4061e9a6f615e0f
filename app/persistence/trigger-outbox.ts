import { Prisma, type FlowTrigger } from '@prisma/client';
import type { Database, Transaction } from './database.ts';

/**
 * Queues the trigger that an order would not be handed over, in the transaction that stores the verdict. The triggers of
 * deliveries are queued by the database itself. Nothing is queued for a shop without an enabled workflow.
 *
 * @param given.orderId gid
 * @param given.codes codes of the problems; nothing of the buyer
 */
export async function queueOrderTrigger(
  transaction: Transaction,
  given: { shop: string; orderId: string; orderName: string | null; codes: readonly string[] },
): Promise<void> {
  const { shop, orderId, orderName, codes } = given;
  await transaction.$executeRaw`
    INSERT INTO "FlowTrigger" ("shopDomain", "lane", "kind", "orderId", "facts")
    SELECT ${shop}, hashtext(${orderId}) & 7, 'would-not-go-out', ${orderId},
      ${JSON.stringify({ orderName, problems: codes })}::jsonb
    WHERE EXISTS (SELECT 1 FROM "FlowUse" u WHERE u."shopDomain" = ${shop} AND u."isEnabled")`;
}

export type ClaimedTrigger = Pick<
  FlowTrigger,
  'id' | 'shopDomain' | 'lane' | 'kind' | 'orderId' | 'facts' | 'tries'
> & {
  /** An earlier try may have arrived. */
  readonly mayHaveArrived: boolean;
  /** How long ago the change was, by the database's clock. */
  readonly ageMs: number;
};

/**
 * Claims the first open trigger of each lane that is due, for this process alone. Times are the database's, because its
 * rows are made by it, and its columns round to milliseconds, perhaps to a later one. A claim of a killed process ends
 * by itself, and the trigger counts as possibly sent.
 */
export async function claimDueTriggers(
  database: Database,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<ClaimedTrigger[]> {
  return database.$transaction(async (transaction) => {
    // one claim at a time: two concurrent ones could take two triggers of one lane, when the older one becomes visible
    const [lock] = await transaction.$queryRaw<{ taken: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('flow-triggers', 0)) AS "taken"`;
    if (!lock?.taken) return [];
    return transaction.$queryRaw<ClaimedTrigger[]>`
      WITH RECURSIVE lane AS (
        (SELECT t."shopDomain", t."lane" FROM "FlowTrigger" t WHERE t."settledAt" IS NULL
          ORDER BY t."shopDomain", t."lane" LIMIT 1)
        UNION ALL
        SELECT next."shopDomain", next."lane" FROM lane CROSS JOIN LATERAL (
          SELECT t."shopDomain", t."lane" FROM "FlowTrigger" t
          WHERE t."settledAt" IS NULL AND (t."shopDomain", t."lane") > (lane."shopDomain", lane."lane")
          ORDER BY t."shopDomain", t."lane" LIMIT 1) next
      ), head AS (
        SELECT coalesce(
          (SELECT t."id" FROM "FlowTrigger" t WHERE t."shopDomain" = lane."shopDomain" AND t."lane" = lane."lane"
            AND t."settledAt" IS NULL AND t."startedAt" IS NOT NULL),
          (SELECT min(t."id") FROM "FlowTrigger" t WHERE t."shopDomain" = lane."shopDomain" AND t."lane" = lane."lane"
            AND t."settledAt" IS NULL)) AS "id"
        FROM lane JOIN "Shop" s ON s."domain" = lane."shopDomain" AND s."uninstalledAt" IS NULL
      ), due AS (
        SELECT t."id", t."startedAt" IS NOT NULL AS "mayHaveArrived" FROM head JOIN "FlowTrigger" t USING ("id")
        WHERE ${IS_DUE} ORDER BY t."dueAt" LIMIT ${limit}
      )
      UPDATE "FlowTrigger" t SET "startedAt" = coalesce(t."startedAt", now()), "tries" = t."tries" + 1,
        "dueAt" = now() + ${leaseMs} * interval '1 millisecond'
      FROM due WHERE t."id" = due."id"
      RETURNING t."id", t."shopDomain", t."lane", t."kind", t."orderId", t."facts", t."tries", due."mayHaveArrived",
        (extract(epoch FROM now() - t."createdAt") * 1000)::float8 AS "ageMs"`;
  });
}

const IS_DUE = Prisma.sql`t."dueAt" <= now() + interval '1 millisecond'`;
/** Has a row if a trigger is due. It may have to wait for another one of its lane. */
export const triggersDue = () => Prisma.sql`
  SELECT 1 FROM "FlowTrigger" t JOIN "Shop" s ON s."domain" = t."shopDomain"
  WHERE t."settledAt" IS NULL AND ${IS_DUE} AND s."uninstalledAt" IS NULL LIMIT 1`;

export async function settleTrigger(
  database: Database,
  {
    id,
    outcome,
    message = null,
    now,
  }: { id: bigint; outcome: 'sent' | 'refused' | 'given-up'; message?: string | null; now: Date },
): Promise<void> {
  await database.flowTrigger.updateMany({
    where: { id, settledAt: null },
    data: { settledAt: now, outcome, message },
  });
}

/**
 * Gives a trigger back until it is due again.
 *
 * @param given.mayHaveArrived whether the next try must first look whether this one arrived
 * @param given.isTry false when the call was only put off
 */
export async function putTriggerOff(
  database: Database,
  given: { id: bigint; delayMs: number; mayHaveArrived: boolean; isTry: boolean },
): Promise<void> {
  const { id, delayMs, mayHaveArrived, isTry } = given;
  await database.$executeRaw`
    UPDATE "FlowTrigger" SET "dueAt" = now() + ${delayMs} * interval '1 millisecond',
      "startedAt" = CASE WHEN ${mayHaveArrived} THEN "startedAt" END,
      "tries" = "tries" - CASE WHEN ${isTry} THEN 0 ELSE 1 END
    WHERE "id" = ${id} AND "settledAt" IS NULL`;
}
