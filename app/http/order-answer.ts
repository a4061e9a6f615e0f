import { deliveriesOfOrders, type OrderDelivery } from '../persistence/order-deliveries.ts';
import { findShop, shopHold, type ShopWithAccount } from '../persistence/shops.ts';
import { previewOrder, type OrderFulfillment } from '../pipeline/preview-order.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { deliveryView } from '../web/extension-view/delivery-view.ts';
import type { OrderDeliveries, OrderPreview } from '../web/extension-view/extension-answers.ts';
import { fulfillmentPreviews, undeliveredView } from '../web/extension-view/plan-view.ts';
import { textsIn } from '../web/texts/choose-texts.ts';
import type { ExtensionRequest } from './extension-request.ts';

/**
 * The deliveries of an order, and what would become of its fulfillments without one. While Shopify cannot be read, what
 * is known of the order is answered all the same.
 *
 * @param orderId gid
 * @returns null when the shop has no such order
 * @throws ShopifyError when Shopify cannot be read, and nothing is known of the order
 */
export async function answerDeliveries(asked: ExtensionRequest, orderId: string): Promise<OrderDeliveries | null> {
  const known = await readKnown(asked, orderId);
  if (!known) return null;
  if (asked.search.has('known')) return compose(asked, known, null);
  const isKnown = known.deliveries.length > 0;
  try {
    const needsPreview = (delivery: OrderDelivery | null) => delivery === null;
    const fulfillments = await previewOrder(asked.world, { ...known, orderId, needsPreview });
    return fulfillments || isKnown ? compose(asked, known, fulfillments ?? []) : null;
  } catch (error) {
    if (!(error instanceof ShopifyError) || !isKnown) throw error;
    return compose(asked, known, null);
  }
}

/**
 * The same, with the whole dry run of every fulfillment that can be handed over yet.
 *
 * @throws ShopifyError
 */
export async function answerPreview(asked: ExtensionRequest, orderId: string): Promise<OrderPreview | null> {
  const known = await readKnown(asked, orderId);
  if (!known) return null;
  const fulfillments = await previewOrder(asked.world, { ...known, orderId, needsPreview: canBeHandedOver });
  if (!fulfillments) return null;
  return { ...compose(asked, known, fulfillments), previews: fulfillmentPreviews(fulfillments, asked.locale) };
}

function canBeHandedOver(delivery: OrderDelivery | null): boolean {
  return !delivery?.handedOverAt && ['waiting', 'needs-attention', 'skipped'].includes(delivery?.phase ?? 'waiting');
}

/** What we know of an order without asking anybody. */
interface Known {
  readonly shop: ShopWithAccount;
  readonly deliveries: readonly OrderDelivery[];
}

async function readKnown({ world, shop: domain }: ExtensionRequest, orderId: string): Promise<Known | null> {
  const [shop, deliveries] = await Promise.all([
    findShop(world.database, domain),
    deliveriesOfOrders(world.database, { shop: domain, orderIds: [orderId] }),
  ]);
  return shop && { shop, deliveries };
}

/** @param fulfillments null when Shopify was not read */
function compose(
  { world, locale }: ExtensionRequest,
  { shop, deliveries }: Known,
  fulfillments: readonly OrderFulfillment[] | null,
): OrderDeliveries {
  const names = new Map(fulfillments?.map(({ fulfillmentId, name }) => [fulfillmentId, name]));
  const now = world.now();
  const hold = shopHold(shop);
  return {
    operatorName: world.environment.OPERATOR_NAME,
    timeZone: shop.timeZone,
    now: now.getTime(),
    hold: hold && textsIn(locale).holds[hold],
    deliveries: deliveries.map((delivery) => ({
      ...deliveryView(delivery, { locale, now }),
      // one that waits for its first step has not been given its name yet
      fulfillmentName: delivery.fulfillmentName ?? names.get(delivery.fulfillmentId) ?? null,
    })),
    undelivered: fulfillments && undeliveredView(fulfillments, locale),
  };
}
