import { z } from 'zod';
import { addressDraft } from '../orders/order-draft.ts';
import { addressRecord, shopCountry } from '../orders/addresses.ts';
import type { LocationRecord } from './records.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from './shop.ts';

export const locationDraft = z.strictObject({
  name: z.string(),
  address: addressDraft.default({}),
  isActive: z.boolean().default(true),
  isFulfillmentService: z.boolean().default(false),
  /** How many copies of the location to add, numbered in the name. */
  copies: z.number().int().min(1).default(1),
});
export type LocationDraft = z.input<typeof locationDraft>;

/** Adds locations to a shop, in the shop's country unless their address names another. */
export function addLocations(sandbox: Sandbox, shop: SandboxShop, drafts: readonly LocationDraft[]): LocationRecord[] {
  return drafts.flatMap((input) => {
    const { copies, name, ...draft } = locationDraft.parse(input);
    return Array.from({ length: copies }, (_, index) => {
      const location = locationRecord(sandbox, shop, { ...draft, name: copies === 1 ? name : `${name} ${index + 1}` });
      shop.locations.set(location.id, location);
      return location;
    });
  });
}

function locationRecord(
  sandbox: Sandbox,
  shop: SandboxShop,
  { name, address, isActive, isFulfillmentService }: Omit<z.output<typeof locationDraft>, 'copies'>,
): LocationRecord {
  const now = timestamp(sandbox);
  const { country, countryCodeV2, ...place } = addressRecord(sandbox.gids, { ...shopCountry(shop), ...address });
  return {
    __typename: 'Location',
    id: sandbox.gids.next('Location'),
    name,
    isActive,
    fulfillsOnlineOrders: true,
    shipsInventory: true,
    hasActiveInventory: true,
    isFulfillmentService,
    createdAt: now,
    updatedAt: now,
    address: {
      address1: place.address1,
      address2: place.address2,
      city: place.city,
      province: place.province,
      provinceCode: place.provinceCode,
      zip: place.zip,
      country,
      countryCode: countryCodeV2,
      phone: place.phone,
      latitude: place.latitude,
      longitude: place.longitude,
    },
  };
}
