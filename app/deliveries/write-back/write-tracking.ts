import { publishTracking, readTracking } from '../../shopify/admin-api/publish.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { addProblem, removeProblem } from '../delivery-store.ts';
import { hasPublishedTracking, OTHER_TRACKING_KEPT, type OpenPublication } from './publications.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * Writes the operator's tracking to the fulfillment. If another carrier's tracking is there, it is kept and the
 * delivery gets a problem. The problem is removed when the tracking can be written.
 *
 * Shopify emails the buyer at every write that asks for it, so only the first write of a delivery does.
 *
 * @returns whether Shopify has the operator's tracking now
 * @throws ShopifyError
 */
export async function writeTracking(app: AppContext, shop: string, publication: OpenPublication): Promise<boolean> {
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
