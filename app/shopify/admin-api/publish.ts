import { toldTime, wholeSecond } from '../../domain/calendar/told-time.ts';
import { ORDER_FIELDS, type OrderFields } from '../../domain/order-data/order-fields.ts';
import type { FulfillmentEventStatus } from '../../domain/tracking/fulfillment-events.ts';
import type { AdminApi } from './admin-api.ts';
import {
  createFulfillmentEvent,
  estimateOfFulfillment,
  fulfillmentEvents,
  holdFulfillmentOrder,
  releaseFulfillmentOrder,
  replaceOrderTag,
  setOrderMetafields,
  setTrackingInfo,
  trackingOfFulfillment,
} from './operations.ts';
import { saysItPasses, ShopifyError } from './shopify-error.ts';

/** The app's writes to Shopify. Each call throws a ShopifyError unless it certainly took effect. */

interface TrackingInfo {
  /** A name that is not on Shopify's list of carriers, so that Shopify keeps our URL. */
  readonly company: string;
  readonly number: string;
  readonly url: string | null;
}

/** The tracking that the fulfillment has now. */
export async function readTracking(
  adminApi: AdminApi,
  shop: string,
  fulfillmentId: string,
): Promise<readonly { readonly number: string | null; readonly url: string | null }[]> {
  const { fulfillment } = await adminApi.request(shop, trackingOfFulfillment, { id: fulfillmentId });
  return fulfillment?.trackingInfo ?? [];
}

/**
 * Replaces the fulfillment's tracking. Setting the same again changes nothing, but emails the buyer again if that is
 * requested.
 */
export async function publishTracking(
  adminApi: AdminApi,
  shop: string,
  given: { fulfillmentId: string; tracking: TrackingInfo; notifyCustomer: boolean },
): Promise<void> {
  const { fulfillmentId, notifyCustomer } = given;
  const { company, number, url } = given.tracking;
  const tracking = { company, number, ...(url ? { url } : {}) };
  const answer = await adminApi.request(shop, setTrackingInfo, { fulfillmentId, tracking, notifyCustomer });
  refuseOnUserErrors(answer.fulfillmentTrackingInfoUpdate);
}

interface FulfillmentEvent {
  readonly status: FulfillmentEventStatus;
  /** Null when the operator gave no date. Shopify then uses the present time. */
  readonly happenedAt: Date | null;
}

/** Creates an event. Creating it again makes a second one, so ask `hasEvent` first after an unknown outcome. */
export async function publishEvent(
  adminApi: AdminApi,
  shop: string,
  fulfillmentId: string,
  { status, happenedAt, estimate = null }: FulfillmentEvent & { readonly estimate?: Date | null },
): Promise<void> {
  await createEvent(adminApi, shop, { fulfillmentId, status, happenedAt, estimate });
}

async function createEvent(
  adminApi: AdminApi,
  shop: string,
  given: { fulfillmentId: string; status: string; happenedAt: Date | null; estimate: Date | null },
): Promise<void> {
  const { fulfillmentId, status, happenedAt, estimate } = given;
  const event = {
    fulfillmentId,
    status,
    ...(happenedAt ? { happenedAt: happenedAt.toISOString() } : {}),
    ...(estimate ? { estimatedDeliveryAt: estimate.toISOString() } : {}),
  };
  const answer = await adminApi.request(shop, createFulfillmentEvent, { event });
  refuseOnUserErrors(answer.fulfillmentEventCreate);
}

export async function hasEvent(
  adminApi: AdminApi,
  shop: string,
  fulfillmentId: string,
  { status, happenedAt }: FulfillmentEvent,
): Promise<boolean> {
  const { fulfillment } = await adminApi.request(shop, fulfillmentEvents, { id: fulfillmentId });
  return (fulfillment?.events.nodes ?? []).some(
    (event) => event.status === status && (happenedAt === null || isTold(event.happenedAt, happenedAt)),
  );
}

/** Whether a time of Shopify's is the one that was written there: it stores whole seconds. */
const isTold = (text: string, written: Date) => toldTime(text).second === wholeSecond(written).getTime();

/**
 * Writes another estimated delivery. Only an event can carry it, so the last event is repeated, with its own time. It is
 * not repeated if Shopify would email the buyer again: then an event a second before it carries the estimate, and the
 * displayed status stays. Writing the same again changes nothing.
 *
 * @param given.since when the delivery was handed over, for a fulfillment without events
 * @returns false when the fulfillment is gone or its last event ended it, so that there is nothing to estimate
 */
export async function publishEstimate(
  adminApi: AdminApi,
  shop: string,
  fulfillmentId: string,
  { estimate, since }: { estimate: Date; since: Date | null },
): Promise<boolean> {
  const { fulfillment } = await adminApi.request(shop, estimateOfFulfillment, { id: fulfillmentId });
  if (!fulfillment) return false;
  const { estimatedDeliveryAt } = fulfillment;
  const [last] = fulfillment.events.nodes;
  if (estimatedDeliveryAt && isTold(estimatedDeliveryAt, estimate)) return true;
  if (last?.status === 'DELIVERED' || last?.status === 'FAILURE') return false;
  const isMailed = last?.status === 'OUT_FOR_DELIVERY';
  const status = isMailed ? 'IN_TRANSIT' : (last?.status ?? 'CONFIRMED');
  const happenedAt = last ? new Date(toldTime(last.happenedAt).second - (isMailed ? 1_000 : 0)) : since;
  await createEvent(adminApi, shop, { fulfillmentId, status, happenedAt, estimate });
  return true;
}

/** Gives an order this tag, and takes these others away. All other tags stay. Doing it again changes nothing. */
export async function publishOrderTag(
  adminApi: AdminApi,
  shop: string,
  orderId: string,
  { tag, others }: { tag: string | null; others: readonly string[] },
): Promise<void> {
  const given = { id: orderId, tag: tag ?? '', isTagged: tag !== null, others };
  const answer = await adminApi.request(shop, replaceOrderTag, given);
  refuseOnUserErrors(answer.tagsRemove);
  if (tag !== null) refuseOnUserErrors(answer.tagsAdd ?? null);
}

/**
 * The metafields of an order, declared in shopify.app.toml. Setting the same again changes nothing. Removing a field costs
 * points of its own, so it is left out unless the order can have one that lost its value.
 */
export async function publishOrderMetafields(
  adminApi: AdminApi,
  shop: string,
  orderId: string,
  given: { readonly deliveries: object; readonly fields: OrderFields; readonly removesFields: boolean },
): Promise<void> {
  const { deliveries, fields, removesFields } = given;
  const scalars = ORDER_FIELDS.map(({ key, type }) => ({ key, type, value: fields[key] }));
  const metafields = [{ key: 'deliveries', type: 'json', value: JSON.stringify(deliveries) }, ...scalars].flatMap(
    ({ value, ...field }) => (value === null ? [] : [{ ownerId: orderId, ...field, value }]),
  );
  const gone = scalars.flatMap(({ key, value }) =>
    value === null ? [{ ownerId: orderId, namespace: '$app', key }] : [],
  );
  const hasGone = removesFields && gone.length > 0;
  const answer = await adminApi.request(shop, setOrderMetafields, { metafields, gone: hasGone ? gone : [], hasGone });
  refuseOnUserErrors(answer.metafieldsSet);
  if (hasGone) refuseOnUserErrors(answer.metafieldsDelete ?? null);
}

type MutationAnswer = { readonly userErrors: readonly { readonly message: string }[] } | null;

/** @throws ShopifyError */
export function refuseOnUserErrors(answer: MutationAnswer): void {
  if (!answer) throw new ShopifyError('unreadable', 'Shopify returned an empty answer to the mutation');
  if (answer.userErrors.length === 0) return;
  const words = [...new Set(answer.userErrors.map(({ message }) => message))].join(' ');
  throw new ShopifyError(saysItPasses(words) ? 'unreachable' : 'refused', words);
}

/**
 * The handle of every hold of this app. Shopify takes a handle of an app once for a fulfillment order, so a repeated hold
 * is refused and never a second one.
 */
export const HOLD_HANDLE = 'handoff-early-warning';
const ALREADY_HELD = 'DUPLICATE_FULFILLMENT_HOLD_HANDLE';

/**
 * Holds a fulfillment order. A hold of ours that is there already counts as success.
 *
 * @param given.notes the reason, as the merchant reads it in the admin
 * @param given.externalId what the hold is for, in our own terms
 * @throws ShopifyError unless the hold is certainly there
 */
export async function placeHold(
  adminApi: AdminApi,
  shop: string,
  { fulfillmentOrderId: id, notes, externalId }: { fulfillmentOrderId: string; notes: string; externalId: string },
): Promise<void> {
  const hold = {
    reason: 'OTHER' as const,
    reasonNotes: notes,
    handle: HOLD_HANDLE,
    externalId,
    notifyMerchant: false,
  };
  const { fulfillmentOrderHold: answer } = await adminApi.request(shop, holdFulfillmentOrder, { id, hold });
  if (answer?.userErrors.some(({ code }) => code === ALREADY_HELD)) return;
  refuseOnErrors(answer);
}

/**
 * Releases one hold, and leaves the holds of others.
 *
 * @throws ShopifyError unless it is certainly released
 */
export async function releaseHold(
  adminApi: AdminApi,
  shop: string,
  { fulfillmentOrderId: id, holdId }: { fulfillmentOrderId: string; holdId: string },
): Promise<void> {
  const variables = { id, holdIds: [holdId] };
  refuseOnErrors((await adminApi.request(shop, releaseFulfillmentOrder, variables)).fulfillmentOrderReleaseHold);
}

function refuseOnErrors(answer: { readonly userErrors: readonly { readonly message: string }[] } | null): void {
  if (!answer) throw new ShopifyError('unreadable', 'Shopify returned an empty answer to the mutation');
  if (answer.userErrors.length === 0) return;
  throw new ShopifyError('refused', answer.userErrors.map(({ message }) => message).join('; '));
}
