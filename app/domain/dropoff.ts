import { cleanText, cleanTexts } from './clean-text.ts';
import { mapContact } from './contact.ts';
import type { DeliveryOrder } from './delivery-order.ts';
import { type Finding, type Found, found, lacking, problemsOf } from './finding.ts';
import type { Fulfillment, MailingAddress } from './fulfillment.ts';
import type { ShopSettings } from './shop-settings.ts';

type Dropoff = DeliveryOrder['dropoff'];

/**
 * The dropoff (§2.3): who receives, and where.
 *
 * Shopify blanks names, addresses and phones for an app that has no approval for protected customer data. Then nothing of
 * the order is wrong, and one problem says so in place of four.
 */
export function mapDropoff(
  fulfillment: Fulfillment,
  district: Finding<string>,
  settings: ShopSettings['mapping'],
): Finding<Dropoff> {
  const { shippingAddress } = fulfillment.order;
  if (shippingAddress !== null && isWithheld(shippingAddress)) {
    return lacking([{ code: 'customer-data-withheld', field: 'dropoff', details: {} }]);
  }
  const contact = mapContact(fulfillment, settings);
  const address = mapAddress(shippingAddress);
  // without an address there is no place to read a district from: one problem is enough
  const parts = shippingAddress === null ? [contact, address] : [contact, address, district];
  const decisions = parts.flatMap((part) => part.decisions);
  if (contact.ok && address.ok && district.ok) {
    const coordinates = mapCoordinates(shippingAddress);
    return found(
      { contact: contact.value, location: { address: address.value, district: district.value, ...coordinates.value } },
      [...decisions, ...coordinates.decisions],
    );
  }
  return lacking(problemsOf(parts), decisions);
}

function isWithheld({ firstName, lastName, address1, address2, phone }: MailingAddress): boolean {
  return cleanTexts([firstName, lastName, address1, address2, phone]).length === 0;
}

/** Street and number, then what the second line adds: the apartment, the floor, the neighbourhood. */
function mapAddress(address: MailingAddress | null): Finding<string> {
  const field = 'dropoff.location.address';
  const lines = (['address1', 'address2'] as const).filter((line) => cleanText(address?.[line]) !== '');
  if (lines.length === 0) return lacking([{ code: 'address-missing', field, details: {} }]);
  const text = cleanTexts(lines.map((line) => address?.[line])).join(', ');
  return found(text, [{ field, source: `order.shippingAddress.${lines.join(' + ')}` }]);
}

/** Coordinates are left out when Shopify has none, or none that can be true: 0,0 is the sea off Ghana. */
function mapCoordinates(address: MailingAddress | null): Found<{ latitude?: number; longitude?: number }> {
  const { latitude, longitude } = address ?? {};
  if (latitude == null || longitude == null || (latitude === 0 && longitude === 0)) return found({}, []);
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return found({}, []);
  return found({ latitude, longitude }, [
    { field: 'dropoff.location.latitude', source: 'order.shippingAddress.latitude' },
    { field: 'dropoff.location.longitude', source: 'order.shippingAddress.longitude' },
  ]);
}
