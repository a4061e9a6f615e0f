import type { DeliveryOrder, PickupPoint } from '../mapping/delivery-order.ts';
import { type MappingResult, found, lacking } from '../fulfillment/mapping-result.ts';
import type { Fulfillment } from '../fulfillment/fulfillment.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';

/**
 * Where the operator collects the goods (§2.2): the merchant's choice for the Shopify location that ships them, or else
 * the default. The interface prefers a branch, and only the merchant knows its id.
 */
export function choosePickup(
  location: Pick<NonNullable<Fulfillment['location']>, 'id'> | null,
  settings: ShopSettings['pickup'],
): MappingResult<DeliveryOrder['pickup']> {
  const own = location === null ? null : settings.locations[location.id]?.point;
  const point: PickupPoint | null = own ?? settings.default;
  if (point === null) return lacking([{ code: 'pickup-missing', field: 'pickup.location', details: {} }]);
  const source = own ? 'settings.pickup.locations' : 'settings.pickup.default';
  return found(
    { location: point },
    Object.keys(point).map((key) => ({ field: `pickup.location.${key}`, source })),
  );
}

/** What is stored of a delivery's pickup: the branch's id, or for an address the gid of the Shopify location. */
export function pickupIdentity({ location }: DeliveryOrder['pickup'], locationId: string | null): string | null {
  return 'id' in location ? String(location.id) : locationId;
}
