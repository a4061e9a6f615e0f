import type { SkipCode } from '../domain/skip-reason.ts';
import { createDeliveries, judgeAgain } from '../persistence/deliveries.ts';
import type { Transaction } from '../persistence/database.ts';
import { settingsOf } from '../persistence/shops.ts';
import type { World } from './world.ts';

export interface OpenedFulfillment {
  readonly shop: string;
  readonly fulfillmentId: string;
}

/**
 * Makes fulfillments deliveries that will be handed over, after their shop's grace period. The shops' rows must be there.
 *
 * @returns those that are new; the others have their delivery already
 */
export async function openDeliveries(
  world: Pick<World, 'now'>,
  transaction: Transaction,
  fulfillments: readonly (OpenedFulfillment & { readonly orderId: string; readonly correlationId?: string })[],
): Promise<OpenedFulfillment[]> {
  const domains = [...new Set(fulfillments.map(({ shop }) => shop))];
  const shops = await transaction.shop.findMany({ where: { domain: { in: domains } } });
  const now = world.now();
  const sendAt = new Map(
    shops.map((shop) => [shop.domain, new Date(now.getTime() + settingsOf(shop).gracePeriodMinutes * 60_000)]),
  );
  const given = fulfillments.map(({ shop, fulfillmentId, orderId, correlationId }) => ({
    ...{ shop, fulfillmentId, orderId },
    ...(correlationId ? { correlationId } : {}),
    now,
    sendAt: sendAt.get(shop) ?? now,
  }));
  return createDeliveries(transaction, given);
}

/**
 * Fulfillments that were not successful yet when they were judged have become so: they are judged again.
 *
 * @returns those that had been judged too early
 */
export async function reconsiderPending(
  world: Pick<World, 'now'>,
  transaction: Transaction,
  fulfillments: readonly OpenedFulfillment[],
): Promise<OpenedFulfillment[]> {
  return judgeAgain(transaction, fulfillments, {
    skippedAs: 'fulfillment-not-successful' satisfies SkipCode,
    now: world.now(),
  });
}
