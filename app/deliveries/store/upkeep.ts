import { Prisma } from '@prisma/client';
import { PHASES, stayingIn } from '../../domain/lifecycle/delivery-phase.ts';
import type { Transaction } from '../../persistence/database.ts';
import { changeDeliveries } from './row/change.ts';

const ANY_PHASE = stayingIn(...PHASES);

/**
 * Deletes the fingerprints of what was handed over of these orders and of what the operator says of them, and everything in
 * their problems except code and field.
 */
export async function forgetCustomer(
  transaction: Transaction,
  { shop, orderIds }: { shop: string; orderIds: readonly string[] },
): Promise<void> {
  const where = Prisma.sql`d."shopDomain" = ${shop} AND d."orderId" = ANY (${[...orderIds]})`;
  const problems = Prisma.sql`coalesce((
    SELECT jsonb_agg(jsonb_build_object('code', p->'code', 'field', p->'field', 'details', '{}'::jsonb) ORDER BY "place")
    FROM jsonb_array_elements(d."problems") WITH ORDINALITY AS each(p, "place")), '[]'::jsonb)`;
  await changeDeliveries(transaction, ANY_PHASE, { handedOverWith: null, recordSeen: null }, where, { problems });
}

/**
 * Deletes deliveries of a shop, with all that belongs to them.
 *
 * @param given.keep how many of the shop's deliveries stay
 * @returns how many were deleted, at most `limit`
 */
export async function deleteDeliveries(
  transaction: Transaction,
  { shop, keep, limit }: { shop: string; keep: number; limit: number },
): Promise<number> {
  return transaction.$executeRaw`
    DELETE FROM "Delivery" WHERE "id" IN (
      SELECT "id" FROM "Delivery" WHERE "shopDomain" = ${shop} OFFSET ${keep} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Marks ended deliveries whose attempts, history and publications can be deleted. A delivery with an open publication
 * is left out.
 *
 * @returns their ids
 */
export async function markPruned(
  transaction: Transaction,
  { now, endedBefore, limit }: { now: Date; endedBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" SET "prunedAt" = ${now} WHERE "id" IN (
      SELECT d."id" FROM "Delivery" d
      WHERE d."endedAt" < ${endedBefore} AND d."nextReadAt" IS NULL AND d."prunedAt" IS NULL
        AND NOT EXISTS (SELECT 1 FROM "Publication" p WHERE p."deliveryId" = d."id" AND p."settledAt" IS NULL)
      ORDER BY d."endedAt" LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED)
    RETURNING "id"`;
  return rows.map(({ id }) => id);
}

/**
 * Moves the shop's deliveries from its other accounts of that environment to this account, except those whose order
 * number another delivery has there.
 *
 * @returns how many were moved
 */
export async function moveToAccount(
  transaction: Transaction,
  { shop, environment, to }: { shop: string; environment: string; to: string },
): Promise<number> {
  const others = Prisma.sql`(SELECT a."id" FROM "OperatorAccount" a WHERE a."environment" = ${environment} AND a."id" <> ${to}::uuid)`;
  const where = Prisma.sql`d."shopDomain" = ${shop} AND d."operatorAccountId" IN ${others}
    AND NOT EXISTS (SELECT 1 FROM "Delivery" o
      WHERE o."operatorAccountId" = ${to}::uuid AND o."orderNumber" = d."orderNumber")
    AND NOT EXISTS (SELECT 1 FROM "Delivery" o
      WHERE o."operatorAccountId" IN ${others} AND o."orderNumber" = d."orderNumber"
        AND o."shopDomain" = ${shop} AND o."id" > d."id")`;
  return changeDeliveries(transaction, ANY_PHASE, { operatorAccountId: to }, where);
}
