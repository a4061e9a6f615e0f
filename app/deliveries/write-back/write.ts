import { estimatedDelivery } from '../../domain/tracking/estimated-delivery.ts';
import {
  hasEvent,
  publishEstimate,
  publishEvent,
  publishOrderMetafields,
  publishOrderTag,
  publishTracking,
  readTracking,
} from '../../shopify/admin-api/publish.ts';
import type { AppContext } from '../../app-context.ts';
import { operatorZone } from '../next-read.ts';
import { orderMetafields } from './order-metafields.ts';
import {
  beginPublication,
  eventStatusOf,
  hasPublishedTracking,
  OTHER_TRACKING_KEPT,
  tagsOfOrder,
  type OpenPublication,
} from './publications.ts';
import { stateTagOf, stateTagsOf } from '../../domain/order-data/state-tag.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { addProblem, removeProblem } from '../delivery-store.ts';

/** @returns null when Shopify has it now; otherwise why the write was left out */
export async function write(
  app: AppContext,
  order: { shop: string; orderId: string },
  publication: OpenPublication,
  isRepeated: boolean,
): Promise<string | null> {
  const { adminApi } = app;
  const { shop } = order;
  const { fulfillmentId } = publication;
  switch (publication.kind) {
    case 'tracking':
      return (await writeTracking(app, shop, publication)) ? null : "another carrier's tracking was kept";
    case 'event': {
      const estimate = isStillPromised(publication) ? estimateOf(app, publication) : null;
      const event = { status: eventStatusOf(publication), happenedAt: publication.happenedAt, estimate };
      if (isRepeated && (await hasEvent(adminApi, shop, fulfillmentId, event))) return null;
      await publishEvent(adminApi, shop, fulfillmentId, event);
      return null;
    }
    case 'order-metafield':
      await publishOrderMetafields(adminApi, shop, order.orderId, {
        ...(await orderMetafields(app, order)),
        removesFields: publication.removesFields,
      });
      return null;
    case 'estimate': {
      const estimate = publication.endedAt ? null : estimateOf(app, publication);
      if (!estimate) return 'nothing is promised any more';
      const { handedOverAt: since } = publication;
      const isWritten = await publishEstimate(adminApi, shop, fulfillmentId, { estimate, since });
      return isWritten ? null : 'the fulfillment has ended';
    }
    case 'state-tag':
      return writeStateTag(app, order, publication);
    default:
      throw new Error(`no such publication: ${publication.kind}`);
  }
}

/** The end of a delivery keeps the last estimate. */
function isStillPromised(publication: OpenPublication): boolean {
  const status = eventStatusOf(publication);
  return status !== 'DELIVERED' && status !== 'FAILURE';
}

function estimateOf(app: AppContext, publication: OpenPublication): Date | null {
  return estimatedDelivery(publication, operatorZone(app, publication));
}

/**
 * Tags the order with the state of its deliveries. Our other tags are taken away: those of the namespace, and those that
 * were written before the merchant chose another namespace. Nothing is read from Shopify.
 *
 * @returns null when Shopify has the tag now; otherwise why it was left out
 * @throws ShopifyError
 */
async function writeStateTag(
  app: AppContext,
  order: { shop: string; orderId: string },
  publication: OpenPublication,
): Promise<string | null> {
  const { stateTags, tagNamespace } = settingsOf(publication).publish;
  if (!stateTags) return 'the merchant has switched tags off';
  const { written, ...tagged } = await tagsOfOrder(app.database, order);
  const tag = stateTagOf(tagged, tagNamespace);
  if (tag === null && written.length === 0) return 'no state is known yet';
  const others = new Set([...stateTagsOf(tagNamespace), ...written]);
  if (tag !== null) others.delete(tag);
  await beginPublication(app.database, { id: publication.id, now: app.now(), tag });
  await publishOrderTag(app.adminApi, order.shop, order.orderId, { tag, others: [...others] });
  return null;
}

/**
 * Writes the operator's tracking to the fulfillment. If another carrier's tracking is there, it is kept and the
 * delivery gets a problem. The problem is removed when the tracking can be written.
 *
 * Shopify emails the buyer at every write that asks for it, so only the first write of a delivery does.
 *
 * @returns whether Shopify has the operator's tracking now
 * @throws ShopifyError
 */
async function writeTracking(app: AppContext, shop: string, publication: OpenPublication): Promise<boolean> {
  const { fulfillmentId, deliveryId, orderNumber, trackingUrl: url } = publication;
  if (!orderNumber) return true;
  const present = (await readTracking(app.adminApi, shop, fulfillmentId)).filter((each) => each.number || each.url);
  const isOurs = ({ number }: { readonly number: string | null }) => number === orderNumber;
  const own = present.find(isOurs);
  if (own && (url === null || own.url === url)) {
    await settleProblem(app, publication);
    return true;
  }
  if (!present.every(isOurs)) {
    await app.database.$transaction((transaction) => addProblem(transaction, { id: deliveryId }, OTHER_TRACKING_KEPT));
    return false;
  }
  const wantsMail = settingsOf(publication).publish.notifyCustomer;
  const notifyCustomer = wantsMail && !own && !(await hasPublishedTracking(app.database, deliveryId));
  const tracking = { company: app.environment.OPERATOR_NAME, number: orderNumber, url };
  await publishTracking(app.adminApi, shop, { fulfillmentId, tracking, notifyCustomer });
  await settleProblem(app, publication);
  return true;
}

async function settleProblem(
  { database }: AppContext,
  { deliveryId: id, isTrackingKept }: OpenPublication,
): Promise<void> {
  if (isTrackingKept) await removeProblem(database, { id }, OTHER_TRACKING_KEPT.code);
}
