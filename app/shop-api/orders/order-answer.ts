import { deliveriesOfOrders, type OrderDelivery } from '../../deliveries/order-deliveries.ts';
import { dryRunOrder, type OrderFulfillment } from '../../deliveries/merchant-actions/dry-run.ts';
import type { Hold } from '../../domain/lifecycle/hold.ts';
import { deliveryView, type Reader } from '../../extension-api/delivery-view.ts';
import { explainHold } from '../../extension-api/explain.ts';
import type { OrderDeliveries, OrderDryRun, FulfillmentDryRun } from '../../extension-api/extension-answers.ts';
import { undeliveredView, fulfillmentDryRuns } from '../../extension-api/plan-view.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { printMoment } from '../../extension-api/printed-times.ts';
import { findShop, shopHold, type ShopWithAccount } from '../../shops/shop-store.ts';
import { readerOf, type ShopContext, askerOf } from '../shop-context.ts';
import { answerAhead } from './order-ahead.ts';
import { writeOrder } from '../../operator/wire.ts';
import { allPromises } from '../scorecard/scorecard-page.ts';

/**
 * The deliveries of an order, and what a hand-over of its other fulfillments would do. If Shopify cannot be read, the
 * answer contains what is known here.
 *
 * @param orderId gid
 * @param known true to leave Shopify alone, for an extension that only checks what has changed
 * @returns null when the shop has no such order
 * @throws ShopifyError when Shopify cannot be read, and nothing is known of the order
 */
export async function answerDeliveries(
  own: ShopContext,
  orderId: string,
  { known: isKnownEnough }: { known: boolean },
): Promise<OrderDeliveries | null> {
  const known = await readKnown(own, orderId);
  if (!known) return null;
  const hasDeliveries = known.deliveries.length > 0;
  const aheadOf = (given: { mayRead: boolean; isUntouched: boolean }) => answerAhead(own, known.shop, orderId, given);
  if (isKnownEnough) {
    const ahead = await aheadOf({ mayRead: false, isUntouched: !hasDeliveries });
    return { ...compose(own, orderId, known, null), ahead };
  }
  try {
    const needsDryRun = (delivery: OrderDelivery | null) => delivery === null;
    const fulfillments = await dryRunOrder(own.app, { ...known, orderId, needsDryRun });
    if (!fulfillments && !hasDeliveries) return null;
    const ahead = await aheadOf({ mayRead: fulfillments !== null, isUntouched: fulfillments?.length === 0 });
    return { ...compose(own, orderId, known, fulfillments ?? []), ahead };
  } catch (error) {
    if (!(error instanceof ShopifyError) || !hasDeliveries) throw error;
    return compose(own, orderId, known, null);
  }
}

/**
 * The deliveries of an order, with the whole dry run of every fulfillment that can still be handed over.
 *
 * @throws ShopifyError
 */
export async function answerDryRun(own: ShopContext, orderId: string): Promise<OrderDryRun | null> {
  const known = await readKnown(own, orderId);
  if (!known) return null;
  const fulfillments = await dryRunOrder(own.app, { ...known, orderId, needsDryRun: canBeHandedOver });
  if (!fulfillments) return null;
  return {
    ...compose(own, orderId, known, fulfillments),
    dryRuns: await dryRunsShown(own, known.shop, fulfillments, orderId),
  };
}

function canBeHandedOver(delivery: OrderDelivery | null): boolean {
  return !delivery?.handedOverAt && ['waiting', 'needs-attention', 'skipped'].includes(delivery?.phase ?? 'waiting');
}

/** What is known of an order here. */
interface Known {
  readonly shop: ShopWithAccount;
  readonly deliveries: readonly OrderDelivery[];
}

async function readKnown({ database, domain }: ShopContext, orderId: string): Promise<Known | null> {
  const [shop, deliveries] = await Promise.all([
    findShop(database, domain),
    deliveriesOfOrders(database, { shop: domain, orderIds: [orderId] }),
  ]);
  return shop && { shop, deliveries };
}

/** @param fulfillments null when Shopify was not read */
function compose(
  own: ShopContext,
  orderId: string,
  { shop, deliveries }: Known,
  fulfillments: readonly OrderFulfillment[] | null,
): OrderDeliveries {
  const names = new Map(fulfillments?.map(({ fulfillmentId, name }) => [fulfillmentId, name]));
  const reader = readerOf(own, shop);
  const hold = shopHold(shop);
  return {
    operatorName: own.app.environment.OPERATOR_NAME,
    timeZone: shop.timeZone,
    now: reader.now.getTime(),
    hold: hold && explainHold(hold, earliestHold(deliveries, hold, reader), reader),
    deliveries: deliveries.map((delivery) => ({
      ...deliveryView(delivery, reader),
      // a delivery that waits for its first step may have no name yet
      fulfillmentName: delivery.fulfillmentName ?? names.get(delivery.fulfillmentId) ?? null,
    })),
    undelivered: fulfillments && undeliveredView(fulfillments, orderId, reader),
    ahead: null,
  };
}

/** Since when the first of the deliveries has been held for this reason, printed; empty when none is. */
function earliestHold(deliveries: readonly OrderDelivery[], hold: Hold, reader: Reader): string {
  const [since] = deliveries
    .flatMap(({ heldFor, heldSince }) => (heldFor === hold && heldSince ? [heldSince] : []))
    .sort((a, b) => a.getTime() - b.getTime());
  return since ? printMoment(since, reader) : '';
}

/** What would be sent of an order, in the forms in which the operator takes it, with what is promised now. */
export async function dryRunsShown(
  own: ShopContext,
  shop: ShopWithAccount | null,
  fulfillments: readonly OrderFulfillment[],
  orderId: string,
): Promise<FulfillmentDryRun[]> {
  const { profile } = own.app.environment;
  const promises = await allPromises(own);
  return fulfillmentDryRuns(fulfillments, orderId, askerOf(own, shop), {
    write: (order) => writeOrder(order, profile),
    promises,
  });
}
