import { Prisma } from '@prisma/client';
import { PHASES, stayingIn } from '../../domain/lifecycle/delivery-phase.ts';
import type { Transaction } from '../../persistence/database.ts';
import { changeDeliveries } from './row/change.ts';

const ANY_PHASE = stayingIn(...PHASES);

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
