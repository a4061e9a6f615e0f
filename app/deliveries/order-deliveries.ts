import { BOUNDS } from '../bounds.ts';
import type { Prisma } from '@prisma/client';
import type { Transaction } from '../persistence/database.ts';

const NEWEST_FIRST = [{ at: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }] as const;
const WITH_HISTORY = {
  stateEntries: { orderBy: [...NEWEST_FIRST], take: BOUNDS.shownHistory },
  operatorAccount: { select: { stateMeanings: true } },
} satisfies Prisma.DeliveryInclude;

/** A delivery with the newest entries of the operator's history. */
export type OrderDelivery = Prisma.DeliveryGetPayload<{ include: typeof WITH_HISTORY }>;

/** The deliveries of a shop's orders, in the order in which Shopify numbers their fulfillments. */
export async function deliveriesOfOrders(
  transaction: Transaction,
  { shop: shopDomain, orderIds }: { shop: string; orderIds: readonly string[] },
): Promise<OrderDelivery[]> {
  const deliveries = await transaction.delivery.findMany({
    where: { shopDomain, orderId: { in: [...orderIds] } },
    include: WITH_HISTORY,
    orderBy: { createdAt: 'desc' },
    take: BOUNDS.orderDeliveries,
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
