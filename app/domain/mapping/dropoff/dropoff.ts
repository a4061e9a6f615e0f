import { cleanText, cleanTexts, foldText, saysSomething } from '../clean-text.ts';
import { mapContact } from './contact.ts';
import type { DeliveryOrder } from '../delivery-order.ts';
import { type MappingResult, type Found, found, lacking, problemsOf } from '../../fulfillment/mapping-result.ts';
import type { Fulfillment, MailingAddress } from '../../fulfillment/fulfillment.ts';
import { blameWithholding, blankData, withheldProblem } from './withheld-data.ts';
import { isOtherNumber } from './phone.ts';
import { leadsSomewhere } from './street.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';

type Dropoff = DeliveryOrder['dropoff'];

/**
 * The dropoff (§2.3): the recipient and the address.
 *
 * For an app without approval for customer data, Shopify blanks names, addresses, phones and e-mails, each separately.
 * The order itself is right then, so one problem replaces four.
 */
export function mapDropoff(
  fulfillment: Fulfillment,
  district: MappingResult<string>,
  settings: ShopSettings['mapping'],
): MappingResult<Dropoff> {
  const { shippingAddress, withheld } = fulfillment.order;
  if (shippingAddress !== null && isBlank(shippingAddress)) return lacking([withheldProblem(blankData(fulfillment))]);
  const contact = mapContact(fulfillment, settings);
  const address = mapAddress(shippingAddress);
  // without an address there is no place to read a district from, and perhaps no phone: it is the first problem
  const hasPlace = shippingAddress !== null && (address.ok || !withheld.includes('address'));
  const parts = hasPlace ? [contact, address, district] : [address, contact];
  const decisions = parts.flatMap((part) => part.decisions);
  if (contact.ok && address.ok && district.ok) {
    const coordinates = mapCoordinates(shippingAddress);
    return found(
      { contact: contact.value, location: { address: address.value, district: district.value, ...coordinates.value } },
      [...decisions, ...coordinates.decisions],
    );
  }
  return lacking(blameWithholding(problemsOf(parts), withheld), decisions);
}

function isBlank({ firstName, lastName, address1, address2, phone }: MailingAddress): boolean {
  return cleanTexts([firstName, lastName, address1, address2, phone]).length === 0;
}

/** The street and number, then what the second line adds: apartment, floor, neighbourhood. */
function mapAddress(address: MailingAddress | null): MappingResult<string> {
  const field = 'dropoff.location.address';
  const lines = (['address1', 'address2'] as const).filter((line) => cleanText(address?.[line]) !== '');
  if (!address) return lacking([{ code: 'address-missing', field, details: {} }]);
  if (!hasStreet(address)) return lacking([{ code: 'street-missing', field, details: {} }]);
  const text = cleanTexts(lines.map((line) => address[line])).join(', ');
  const part = partOfBuilding(address);
  const isNew = part !== '' && !` ${foldText(text)} `.includes(` ${foldText(part)} `);
  const places = isNew ? [...lines, 'company'] : lines;
  return found(isNew ? `${text}, ${part}` : text, [{ field, source: `order.shippingAddress.${places.join(' + ')}` }]);
}

/** Buyers write a flat or a tower into the company where they see no second line. */
function partOfBuilding({ company }: MailingAddress): string {
  const text = cleanText(company);
  return saysSomething(text) && !leadsSomewhere(text) && !isOtherNumber(text) ? text : '';
}

/** The neighbourhood that Shopify joins to the second line with U+2060 is not a street. */
function hasStreet({ address1, address2 }: MailingAddress): boolean {
  const [second = ''] = (address2 ?? '').split('\u2060');
  return leadsSomewhere(address1 ?? '') || leadsSomewhere(second);
}

/**
 * Coordinates are left out when Shopify has none or has not validated them for the address (they can be those of the
 * next town), and when they cannot be right: 0,0 is in the sea off Ghana.
 */
function mapCoordinates(address: MailingAddress | null): Found<{ latitude?: number; longitude?: number }> {
  const { latitude, longitude, coordinatesValidated } = address ?? {};
  if (!coordinatesValidated) return found({}, []);
  if (latitude == null || longitude == null || (latitude === 0 && longitude === 0)) return found({}, []);
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return found({}, []);
  return found({ latitude, longitude }, [
    { field: 'dropoff.location.latitude', source: 'order.shippingAddress.latitude' },
    { field: 'dropoff.location.longitude', source: 'order.shippingAddress.longitude' },
  ]);
}
