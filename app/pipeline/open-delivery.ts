import { Prisma } from '@prisma/client';
import type { SkipCode } from '../domain/skip-reason.ts';
import { createDelivery } from '../persistence/deliveries.ts';
import type { Transaction } from '../persistence/database.ts';
import { settingsOf } from '../persistence/shops.ts';
import type { World } from './world.ts';

/**
 * Makes a fulfillment a delivery that will be handed over, after the shop's grace period. The shop's row must be there.
 *
 * @returns the new delivery's id, or null when the fulfillment already has one
 */
export async function openDelivery(
  world: Pick<World, 'now'>,
  transaction: Transaction,
  given: { shop: string; fulfillmentId: string; orderId: string; correlationId?: string },
): Promise<string | null> {
  const shop = await transaction.shop.findUniqueOrThrow({ where: { domain: given.shop } });
  const now = world.now();
  const graceMs = settingsOf(shop).gracePeriodMinutes * 60_000;
  const sendAt = new Date(now.getTime() + graceMs);
  return createDelivery(transaction, { ...given, now, sendAt });
}

/**
 * A fulfillment that was not successful yet when it was judged has become so: it is judged again.
 *
 * @returns the reason when there was nothing to do
 */
export async function reconsiderPending(
  world: Pick<World, 'now'>,
  transaction: Transaction,
  { shop: shopDomain, fulfillmentId }: { shop: string; fulfillmentId: string },
): Promise<string | null> {
  const { count } = await transaction.delivery.updateMany({
    where: {
      ...{ shopDomain, fulfillmentId, phase: 'skipped' },
      skipReason: { path: ['code'], equals: 'fulfillment-not-successful' satisfies SkipCode },
    },
    data: { phase: 'waiting', sendAt: world.now(), skipReason: Prisma.DbNull },
  });
  return count > 0 ? null : 'nothing in it changes a delivery';
}
