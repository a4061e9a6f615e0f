import { letGo } from '../../early-warning/open-orders.ts';
import { watchOf } from '../../early-warning/check-order.ts';
import { planAhead } from '../../early-warning/plan-ahead.ts';
import type { AheadPart, HoldReleased } from '../../extension-api/extension-answers.ts';
import { planView } from '../../extension-api/plan-view.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import type { ShopWithAccount } from '../../shops/shop-store.ts';
import { askerOf, type ShopContext } from '../shop-context.ts';

/**
 * What would happen to the part of an order that is not fulfilled yet.
 *
 * @param given.mayRead false to leave Shopify alone
 * @param given.isUntouched whether nothing of the order is fulfilled, as far as is known
 * @returns null when Shopify was not asked, or did not answer
 */
export async function answerAhead(
  own: ShopContext,
  shop: ShopWithAccount,
  orderId: string,
  { mayRead, isUntouched }: { mayRead: boolean; isUntouched: boolean },
): Promise<AheadPart[] | null> {
  if (watchOf(shop) === 'off') return [];
  const row = await own.database.openOrder.findFirst({ where: { orderId }, select: { verdict: true, letGoAt: true } });
  const isOpen = row === null ? isUntouched : row.verdict !== 'ended' || isUntouched;
  if (!isOpen) return [];
  if (!mayRead) return null;
  try {
    const ahead = await planAhead(own.app, shop, orderId);
    if (!ahead || ahead.isCancelled) return [];
    return ahead.fulfillmentOrders
      .filter(({ plan }) => plan.kind !== 'skip' || plan.reason.code !== 'nothing-to-ship')
      .map(({ fulfillmentOrderId, locationName: location, plan, holdId }) => ({
        fulfillmentOrderId,
        location,
        plan: planView({ plan, anyway: null }, orderId, askerOf(own, shop)),
        isHeld: holdId !== null && (row?.letGoAt ?? null) === null,
      }));
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return null;
  }
}

/**
 * Releases our hold of an order, although it would not go out.
 *
 * @returns null when the shop has no such open order
 */
export async function releaseOrder(own: ShopContext, orderId: string): Promise<HoldReleased | null> {
  const row = await own.database.openOrder.findFirst({ where: { orderId }, select: { verdict: true } });
  if (!row) return null;
  return { done: await letGo(own.app.database, { shop: own.domain, orderId, now: own.app.now() }) };
}
