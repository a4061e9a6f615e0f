import type { Prisma } from '@prisma/client';
import type { Transaction } from './database.ts';

const LISTED = {
  id: true,
  orderId: true,
  orderName: true,
  fulfillmentName: true,
  phase: true,
  heldFor: true,
  state: true,
  stateGroup: true,
  stateAt: true,
  service: true,
  promisedDate: true,
  windowStart: true,
  windowEnd: true,
  orderNumber: true,
  trackingUrl: true,
  lastReadAt: true,
  handedOverAt: true,
  problems: true,
  skipReason: true,
  createdAt: true,
} as const satisfies Prisma.DeliverySelect;

export type ListedDelivery = Prisma.DeliveryGetPayload<{ select: typeof LISTED }>;

/** The place of a delivery in the list. */
export type DeliveryCursor = Pick<ListedDelivery, 'createdAt' | 'id'>;

/** Which page: the deliveries older than one, or those newer than one; without either the newest. */
export interface PagePosition {
  readonly olderThan?: DeliveryCursor | null;
  readonly newerThan?: DeliveryCursor | null;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly ListedDelivery[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** One page of a shop's deliveries. It costs the same however far back it is. */
export async function listDeliveries(
  transaction: Transaction,
  given: { shop: string; size: number } & PagePosition,
): Promise<DeliveryPage> {
  const { shop: shopDomain, size, olderThan, newerThan } = given;
  if (newerThan) {
    const rows = await transaction.delivery.findMany({
      where: { shopDomain, ...beyond(newerThan, 'newer') },
      orderBy: [{ createdAt: 'asc' }, { id: 'desc' }],
      take: size + 1,
      select: LISTED,
    });
    // Near the top a page would be short: there it is the first one, whole.
    if (rows.length <= size) return listDeliveries(transaction, { shop: shopDomain, size });
    return { deliveries: rows.slice(0, size).reverse(), hasOlder: true, hasNewer: true };
  }
  const rows = await transaction.delivery.findMany({
    where: { shopDomain, ...(olderThan ? beyond(olderThan, 'older') : {}) },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: size + 1,
    select: LISTED,
  });
  return { deliveries: rows.slice(0, size), hasOlder: rows.length > size, hasNewer: Boolean(olderThan) };
}

/** The outer bound on `createdAt` is what the index can seek to. */
function beyond({ createdAt, id }: DeliveryCursor, side: 'older' | 'newer'): Prisma.DeliveryWhereInput {
  return side === 'older'
    ? { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { gt: id } }] }
    : { createdAt: { gte: createdAt }, OR: [{ createdAt: { gt: createdAt } }, { id: { lt: id } }] };
}
