import { Prisma } from '@prisma/client';
import { jsonRows } from '../../persistence/json-rows.ts';
import { stayingIn, transition } from '../../domain/lifecycle/delivery-phase.ts';
import type { SkipCode } from '../../domain/planning/skip-reason.ts';
import type { Statements } from '../../persistence/statements.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import { CLEAR_CLAIM, updateStatement, withoutProblems } from './row/change.ts';

/** Identifies a delivery by its fulfillment. */
export interface FulfillmentOfShop {
  readonly shop: string;
  readonly fulfillmentId: string;
}

/** These fulfillments as the rows `f("shop", "fulfillmentId")` of a statement. */
export function fulfillmentRows(fulfillments: readonly FulfillmentOfShop[]): Prisma.Sql {
  const ids = fulfillments.map(({ shop, fulfillmentId }) => ({ shop, fulfillmentId }));
  return Prisma.sql`${jsonRows(ids, Prisma.sql`"shop" text, "fulfillmentId" text`)} AS f`;
}

export interface NewDelivery {
  readonly shop: string;
  readonly fulfillmentId: string;
  readonly orderId: string;
  readonly now: Date;
  readonly sendAt: Date;
  readonly fulfillmentName?: string | null;
  readonly orderName?: string | null;
  readonly sendAnyway?: boolean;
  /** True when an earlier life of the program may have sent it. */
  readonly lookFirst?: boolean;
  /** The backfill that opens it. */
  readonly backfillId?: string | null;
  /** The id of the webhook that reported it, if one did. */
  readonly correlationId?: string;
}

/**
 * Opens deliveries that wait for their hand-over.
 *
 * @returns the fulfillments that had no delivery before, each once
 */
export async function openNew(transaction: Statements, given: readonly NewDelivery[]): Promise<FulfillmentOfShop[]> {
  if (given.length === 0) return [];
  // always in the same order, so that two concurrent transactions cannot wait for each other (deadlock)
  const inOrder = [...given].sort((a, b) => (a.shop + a.fulfillmentId < b.shop + b.fulfillmentId ? -1 : 1));
  return transaction.$queryRaw<FulfillmentOfShop[]>`
    INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "fulfillmentName", "orderName", "sendAt",
      "sendAnyway", "lookFirst", "backfillId", "correlationId", "createdAt", "updatedAt")
    SELECT gen_random_uuid(), n."shop", n."fulfillmentId", n."orderId", n."fulfillmentName", n."orderName", n."sendAt",
      coalesce(n."sendAnyway", FALSE), coalesce(n."lookFirst", FALSE), n."backfillId",
      coalesce(n."correlationId", gen_random_uuid()::text), n."now", n."now"
    FROM json_to_recordset(${JSON.stringify(inOrder)}::json) AS n("shop" text, "fulfillmentId" text, "orderId" text,
      "fulfillmentName" text, "orderName" text, "sendAt" timestamptz, "sendAnyway" boolean, "lookFirst" boolean,
      "backfillId" uuid, "correlationId" text, "now" timestamptz)
    ON CONFLICT DO NOTHING RETURNING "shopDomain" AS "shop", "fulfillmentId"`;
}

const REQUEUE = transition(['skipped'], 'waiting');
const SKIPPED_TOO_EARLY: SkipCode = 'fulfillment-not-successful';

/**
 * Requeues fulfillments that were skipped because they were not successful yet, and have succeeded since.
 *
 * @returns those that had been skipped too early
 */
export async function reconsiderPending(
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
  now: Date,
): Promise<FulfillmentOfShop[]> {
  if (fulfillments.length === 0) return [];
  return transaction.$queryRaw`
    UPDATE "Delivery" d SET "phase" = ${REQUEUE.to}, "sendAt" = ${now}, "skipReason" = NULL, "updatedAt" = ${now}
    FROM ${fulfillmentRows(fulfillments)}
    WHERE d."shopDomain" = f."shop" AND d."fulfillmentId" = f."fulfillmentId"
      AND d."phase" = ANY (${[...REQUEUE.from]}) AND d."skipReason"->>'code' = ${SKIPPED_TOO_EARLY}
    RETURNING d."shopDomain" AS "shop", d."fulfillmentId"`;
}

const isOneOf = (fulfillments: readonly FulfillmentOfShop[]) =>
  Prisma.sql`(d."shopDomain", d."fulfillmentId") IN (SELECT f."shop", f."fulfillmentId" FROM ${fulfillmentRows(fulfillments)})`;

/** Ends a statement that changes deliveries: whose rows have changed. */
const CHANGED = Prisma.sql`RETURNING d."shopDomain" AS "shop", d."fulfillmentId"`;

const CANCEL = transition(['waiting', 'needs-attention'], 'cancelled');

/** @returns those whose delivery has ended; not those without a delivery, nor those that the operator has or may have */
export async function cancel(
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
  now: Date,
): Promise<FulfillmentOfShop[]> {
  const change = { endedAt: now, sendAt: null, heldFor: null, problems: [], ...CLEAR_CLAIM };
  const where = Prisma.sql`${isOneOf(fulfillments)} AND d."handedOverAt" IS NULL AND d."possiblySentAt" IS NULL`;
  return transaction.$queryRaw`${updateStatement(CANCEL, change, where)} ${CHANGED}`;
}

const WITH_THE_OPERATOR = stayingIn('handing-over', 'in-delivery', 'needs-attention', 'delivered', 'failed');

/** @returns those that got the problem; not those without a delivery that the operator may have, nor those that have it */
export async function requestCancel(
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
  { now, problem }: { now: Date; problem: Problem },
): Promise<FulfillmentOfShop[]> {
  const where = Prisma.sql`${isOneOf(fulfillments)} AND d."cancelRequestedAt" IS NULL`;
  // Shopify refused the write because the fulfillment was cancelled, and an edit no longer matters
  const others = withoutProblems([problem.code, 'shopify-write-refused', 'edited-after-hand-over']);
  const list = { problems: Prisma.sql`${others} || ${JSON.stringify([problem])}::jsonb` };
  return transaction.$queryRaw`${updateStatement(WITH_THE_OPERATOR, { cancelRequestedAt: now }, where, list)} ${CHANGED}`;
}
