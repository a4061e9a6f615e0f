import type { LocationRecord } from '../shop/records.ts';

/** Handle of the service that fulfills from a location: `manual`, unless the location belongs to a service. */
export function serviceHandleOf({ isFulfillmentService, name }: LocationRecord): string {
  return isFulfillmentService ? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-') : 'manual';
}

/** GraphQL's `FulfillmentService` of a location; null when the merchant fulfills there. */
export function fulfillmentServiceOf(location: LocationRecord) {
  if (!location.isFulfillmentService) return null;
  return {
    __typename: 'FulfillmentService',
    id: `${location.id.replace('/Location/', '/FulfillmentService/')}?id=true`,
    handle: serviceHandleOf(location),
    serviceName: location.name,
    type: 'THIRD_PARTY',
    callbackUrl: null,
    inventoryManagement: false,
    requiresShippingMethod: true,
    trackingSupport: true,
    location,
  };
}
