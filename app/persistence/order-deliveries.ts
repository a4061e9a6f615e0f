import type { Prisma } from '@prisma/client';
import type { Database, Transaction } from './database.ts';

const WITH_HISTORY = { stateEntries: true } as const satisfies Prisma.DeliveryInclude;

/** A delivery with the operator's whole history of it. */
export type OrderDelivery = Prisma.DeliveryGetPayload<{ include: typeof WITH_HISTORY }>;

/** The deliveries of a shop's orders, in the order in which Shopify numbers their fulfillments. */
export async function deliveriesOfOrders(
  transaction: Transaction,
  { shop: shopDomain, orderIds }: { shop: string; orderIds: readonly string[] },
): Promise<OrderDelivery[]> {
  const deliveries = await transaction.delivery.findMany({
    where: { shopDomain, orderId: { in: [...orderIds] } },
    include: WITH_HISTORY,
  });
  const byNumber = new Intl.Collator('en', { numeric: true });
  return deliveries.sort((a, b) => byNumber.compare(a.fulfillmentId, b.fulfillmentId));
}

/** @returns null when the shop has no such delivery */
export async function findOrderDelivery(
  transaction: Transaction,
  { shop: shopDomain, deliveryId: id }: { shop: string; deliveryId: string },
): Promise<OrderDelivery | null> {
  return transaction.delivery.findFirst({ where: { id, shopDomain }, include: WITH_HISTORY });
}

/** @returns null when the fulfillment has no delivery */
export async function findDeliveryOfFulfillment(
  transaction: Transaction,
  { shop: shopDomain, fulfillmentId }: { shop: string; fulfillmentId: string },
): Promise<OrderDelivery | null> {
  return transaction.delivery.findFirst({ where: { shopDomain, fulfillmentId }, include: WITH_HISTORY });
}

/**
 * Takes the right to read a delivery out of turn. Nobody else gets it, and nobody gets it again, before `restMs` have
 * gone by since the last such read or the last read that succeeded.
 */
export async function claimRefresh(
  database: Database,
  given: { shop: string; deliveryId: string; now: Date; restMs: number },
): Promise<boolean> {
  const { shop: shopDomain, deliveryId: id, now, restMs } = given;
  const before = new Date(now.getTime() - restMs);
  const { count } = await database.delivery.updateMany({
    where: {
      id,
      shopDomain,
      handedOverAt: { not: null },
      shop: { operatorAccount: { pausedAt: null } },
      AND: [
        { OR: [{ refreshedAt: null }, { refreshedAt: { lte: before } }] },
        { OR: [{ lastReadAt: null }, { lastReadAt: { lte: before } }] },
      ],
    },
    data: { refreshedAt: now },
  });
  return count === 1;
}
