import type { DeliveryOrder, PickupPoint } from '../mapping/delivery-order.ts';
import { type MappingResult, found, lacking } from './mapping-result.ts';
import type { Fulfillment } from './fulfillment.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';

/**
 * Where the operator collects the goods (§2.2): what the merchant has set for the Shopify location they leave from, else
 * the default. A branch is preferred by the interface, and it is the merchant who knows its id.
 */
export function choosePickup(
  location: Fulfillment['location'],
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

/** What a delivery keeps of its pickup: the branch's id, or for an address the gid of the location the goods leave from. */
export function pickupIdentity({ location }: DeliveryOrder['pickup'], locationId: string | null): string | null {
  return 'id' in location ? String(location.id) : locationId;
}
