import { openNew, requeueSkipped, type FulfillmentOfShop } from './delivery-store.ts';
import type { Statements } from '../persistence/statements.ts';
import { readSettings, settingsOf } from '../shops/shop-store.ts';
import type { AppContext } from '../app-context.ts';
import { orderNameIn } from '../domain/planning/order-name.ts';

export type OpenedFulfillment = FulfillmentOfShop;

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
  fulfillments: readonly (OpenedFulfillment & Told)[],
  { lookFirst = false, backfillId = null }: { lookFirst?: boolean; backfillId?: string | null } = {},
): Promise<OpenedFulfillment[]> {
  if (fulfillments.length === 0) return [];
  const domains = [...new Set(fulfillments.map(({ shop }) => shop))];
  const shops = await transaction.$queryRaw<{ domain: string; settings: string }[]>`
    SELECT "domain", "settings"::text FROM "Shop" WHERE "domain" = ANY (${domains}) LIMIT ${domains.length}`;
  const now = app.now();
  const sendAt = new Map(
    shops.map(({ domain, settings }) => {
      const { gracePeriodMinutes } = settingsOf({ settings: readSettings(settings) });
      return [domain, new Date(now.getTime() + gracePeriodMinutes * 60_000)];
    }),
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
 * Requeues fulfillments that were skipped because they were not successful yet, and have succeeded since.
 *
 * @returns those that had been skipped too early
 */
export async function reconsiderPending(
  app: Pick<AppContext, 'now'>,
  transaction: Statements,
  fulfillments: readonly OpenedFulfillment[],
): Promise<OpenedFulfillment[]> {
  return requeueSkipped(transaction, fulfillments, {
    skippedAs: 'fulfillment-not-successful',
    now: app.now(),
  });
}
