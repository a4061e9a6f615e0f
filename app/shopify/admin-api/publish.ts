import type { FulfillmentEventStatus } from '../../domain/tracking/operator-state.ts';
import type { AdminApi } from './admin-api.ts';
import {
  createFulfillmentEvent,
  fulfillmentEvents,
  setOrderMetafield,
  setTrackingInfo,
  trackingOfFulfillment,
} from './operations.ts';
import { ShopifyError } from './shopify-error.ts';

/** The app's writes to Shopify. Each call throws a ShopifyError unless it certainly took effect. */

export interface TrackingInfo {
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

export interface FulfillmentEvent {
  readonly status: FulfillmentEventStatus;
  /** Null when the operator gave no date. Shopify then uses the present time. */
  readonly happenedAt: Date | null;
}

/** Creates an event. Creating it again makes a second one, so ask `hasEvent` first after an unknown outcome. */
export async function publishEvent(
  adminApi: AdminApi,
  shop: string,
  fulfillmentId: string,
  { status, happenedAt }: FulfillmentEvent,
): Promise<void> {
  const event = { fulfillmentId, status, ...(happenedAt ? { happenedAt: happenedAt.toISOString() } : {}) };
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
  const toSecond = (time: number) => Math.floor(time / 1000); // Shopify stores whole seconds
  return (fulfillment?.events.nodes ?? []).some(
    (event) =>
      event.status === status &&
      (happenedAt === null || toSecond(Date.parse(event.happenedAt)) === toSecond(happenedAt.getTime())),
  );
}

/** The order metafield `$app:deliveries`, declared in shopify.app.toml. Setting the same again changes nothing. */
export async function publishOrderMetafield(
  adminApi: AdminApi,
  shop: string,
  orderId: string,
  value: object,
): Promise<void> {
  const answer = await adminApi.request(shop, setOrderMetafield, {
    metafields: [{ ownerId: orderId, key: 'deliveries', type: 'json', value: JSON.stringify(value) }],
  });
  refuseOnUserErrors(answer.metafieldsSet);
}

type MutationAnswer = { readonly userErrors: readonly { readonly message: string }[] } | null;

function refuseOnUserErrors(answer: MutationAnswer): void {
  if (!answer) throw new ShopifyError('unreadable', 'Shopify answered the mutation with nothing');
  if (answer.userErrors.length === 0) return;
  throw new ShopifyError('refused', answer.userErrors.map(({ message }) => message).join('; '));
}
