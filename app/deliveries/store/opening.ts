import { transition } from '../../domain/lifecycle/delivery-phase.ts';
import type { SkipCode } from '../../domain/planning/skip-reason.ts';
import type { Statements } from '../../persistence/statements.ts';
import { fulfillmentRows, type FulfillmentOfShop } from './row/of-fulfillment.ts';

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

/**
 * Requeues fulfillments that were skipped for this reason.
 *
 * @returns the fulfillments that wait for their hand-over again
 */
export async function requeueSkipped(
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
  { skippedAs, now }: { skippedAs: SkipCode; now: Date },
): Promise<FulfillmentOfShop[]> {
  if (fulfillments.length === 0) return [];
  return transaction.$queryRaw`
    UPDATE "Delivery" d SET "phase" = ${REQUEUE.to}, "sendAt" = ${now}, "skipReason" = NULL, "updatedAt" = ${now}
    FROM ${fulfillmentRows(fulfillments)}
    WHERE d."shopDomain" = f."shop" AND d."fulfillmentId" = f."fulfillmentId"
      AND d."phase" = ANY (${[...REQUEUE.from]}) AND d."skipReason"->>'code' = ${skippedAs}
    RETURNING d."shopDomain" AS "shop", d."fulfillmentId"`;
}
