import type { Shop } from '@prisma/client';
import { cancel, openNew, requestCancel, type FulfillmentOfShop } from './delivery-store.ts';
import type { Statements } from '../persistence/statements.ts';
import { settingsOf } from '../shops/shop-store.ts';
import type { AppContext } from '../app-context.ts';
import { CALL_THE_OPERATOR } from '../domain/problems/problem.ts';

/** What is known of a fulfillment when its delivery is opened. */
interface Told {
  readonly orderId: string;
  readonly correlationId?: string;
  readonly fulfillmentName?: string | null;
  /** Of the order; absent where only the fulfillment's name is known. */
  readonly orderName?: string;
}

/**
 * Opens deliveries for fulfillments. They are handed over after their shop's grace period. The shops' rows must exist.
 *
 * @param given.lookFirst true for fulfillments that no webhook reported: an earlier life of the program may have sent
 *   them
 * @returns the new ones; the others already have a delivery
 */
export async function openDeliveries(
  app: Pick<AppContext, 'now'>,
  transaction: Statements,
  fulfillments: readonly (FulfillmentOfShop & Told)[],
  { lookFirst = false, backfillId = null }: { lookFirst?: boolean; backfillId?: string | null } = {},
): Promise<FulfillmentOfShop[]> {
  if (fulfillments.length === 0) return [];
  const domains = [...new Set(fulfillments.map(({ shop }) => shop))];
  const shops = await transaction.$queryRaw<Pick<Shop, 'domain' | 'settings'>[]>`
    SELECT "domain", "settings" FROM "Shop" WHERE "domain" = ANY (${domains}) LIMIT ${domains.length}`;
  const now = app.now();
  const sendAt = new Map(
    shops.map((shop) => [shop.domain, new Date(now.getTime() + settingsOf(shop).gracePeriodMinutes * 60_000)]),
  );
  const given = fulfillments.map(
    ({ shop, fulfillmentId, orderId, correlationId, fulfillmentName = null, orderName }) => ({
      shop,
      fulfillmentName,
      orderName: orderName ?? (fulfillmentName && orderNameIn(fulfillmentName)),
      fulfillmentId,
      orderId,
      ...(correlationId ? { correlationId } : {}),
      now,
      lookFirst,
      backfillId,
      sendAt: sendAt.get(shop) ?? now,
    }),
  );
  return openNew(transaction, given);
}

/**
 * Cancels the deliveries of fulfillments that were cancelled in the shop. Before the hand-over this ends a delivery.
 * After the hand-over, or while its outcome is unknown, the delivery keeps its phase and gets the problem that somebody
 * must call the operator, because the interface has no cancel.
 *
 * @returns those whose delivery has changed
 */
export async function cancelDeliveries(
  app: Pick<AppContext, 'now'>,
  transaction: Statements,
  fulfillments: readonly FulfillmentOfShop[],
): Promise<FulfillmentOfShop[]> {
  if (fulfillments.length === 0) return [];
  const now = app.now();
  const cancelled = await cancel(transaction, fulfillments, now);
  if (cancelled.length === fulfillments.length) return cancelled;
  return [...cancelled, ...(await requestCancel(transaction, fulfillments, { now, problem: CALL_THE_OPERATOR }))];
}

/** What Shopify puts behind the order's name to name a fulfillment: `#1001.1`, or `#1001-F1`. */
const FULFILLMENT = /(\.|-F)\d+$/;

/** The name of the order that a fulfillment's name begins with. */
export function orderNameIn(fulfillmentName: string): string {
  return fulfillmentName.replace(FULFILLMENT, '');
}
