import type { Delivery } from '@prisma/client';
import { cleanText, cleanTexts } from '../domain/mapping/clean-text.ts';
import { mapNotes } from '../domain/mapping/notes-and-tags.ts';
import { DELIVERY_SERVICES } from '../domain/mapping/delivery-services.ts';
import { mapContact, nameOf as nameOfPerson } from '../domain/mapping/dropoff/contact.ts';
import { resolveDistrict } from '../domain/mapping/district/district.ts';
import { boxesByRule, shippableLines } from '../domain/mapping/package-lines.ts';
import type { MailingAddress, PrintableFulfillment, PrintableLine } from '../domain/fulfillment/fulfillment.ts';
import { mapOrderNumber } from '../domain/planning/order-number.ts';
import { choosePickup, pickupIdentity } from '../domain/planning/pickup.ts';
import type { ShopSettings } from '../domain/settings/shop-settings.ts';
import type { PickedLine, Pickup, PrintedDelivery } from './printed-delivery.ts';

/** What is stored of a delivery, as far as it is printed. */
type StoredForPrint = Pick<Delivery, 'id' | 'phase' | 'orderNumber' | 'service' | 'pickup' | 'boxes'> &
  Pick<Delivery, 'promisedDate' | 'windowStart' | 'windowEnd' | 'cancelRequestedAt'>;

interface Rules {
  readonly domain: string;
  /** The shop's; null when it is not known. */
  readonly country: string | null;
  readonly settings: ShopSettings;
  /** The operator's district names; null when the deployer supplies no list. */
  readonly servedDistricts: readonly string[] | null;
}

/** An e-mail address is not printed, so a missing one must not keep the other fields from being mapped. */
const NO_EMAIL = 'not-printed@handoff.invalid';

/**
 * The delivery as the operator has it, or is going to have it: the same rules map it. A label is printed for a delivery
 * that needs attention too, so what a rule cannot read is printed as the buyer wrote it.
 *
 * @returns null for a fulfillment that the merchant's template gives no usable order number
 */
export function mapPrintedDelivery(
  stored: StoredForPrint,
  fulfillment: PrintableFulfillment,
  { domain, country, settings, servedDistricts }: Rules,
): PrintedDelivery | null {
  const number = mapOrderNumber(fulfillment, { domain }, settings.orderNumber);
  const orderNumber = stored.orderNumber ?? (number.ok ? number.value : null);
  if (orderNumber === null) return null;
  const { order, status } = fulfillment;
  const { shippingAddress: address } = order;
  const district = resolveDistrict(order, settings.mapping, servedDistricts, country);
  const printedDistrict = district.ok ? district.value : cleanText(address?.city) || cleanText(address?.province);
  const contact = mapContact(fulfillment, { ...settings.mapping, emailFallback: NO_EMAIL });
  const lines = shippableLines(fulfillment);
  return {
    id: stored.id,
    orderNumber,
    name: cleanText(fulfillment.name),
    isCancelled:
      status === 'CANCELLED' ||
      order.cancelledAt !== null ||
      stored.cancelRequestedAt !== null ||
      stored.phase === 'cancelled',
    recipient: contact.ok ? contact.value.fullname : nameOf(address),
    address: addressLines(address, contact.ok ? contact.value.fullname : '', printedDistrict),
    district: printedDistrict,
    phone: contact.ok ? contact.value.phone : cleanText(address?.phone ?? order.phone) || null,
    notes: mapNotes(fulfillment).value ?? null,
    service: DELIVERY_SERVICES.find((service) => service === stored.service) ?? null,
    promisedDate: stored.promisedDate,
    windowStart: stored.windowStart,
    windowEnd: stored.windowEnd,
    pickup: pickupOf(stored, fulfillment, settings),
    boxes: stored.boxes ?? boxesByRule(lines, settings.mapping.itemsPerBox),
    lines: lines.map((line) => pickedLine(line, fulfillment)),
  };
}

function nameOf(address: MailingAddress | null): string {
  return nameOfPerson(address) || cleanText(address?.company);
}

function addressLines(address: MailingAddress | null, recipient: string, district: string): string[] {
  const town = cleanTexts([address?.city, address?.province]).filter((part) => part !== district);
  const lines = cleanTexts([address?.company, address?.address1, address?.address2]);
  const place = [cleanText(address?.zip), town.join(', ')].filter((part) => part !== '').join(' ');
  return [...lines.filter((line) => line !== recipient), ...(place === '' ? [] : [place])];
}

function pickupOf(stored: StoredForPrint, { location }: PrintableFulfillment, settings: ShopSettings): Pickup {
  const chosen = choosePickup(location, settings.pickup);
  const identity = stored.pickup ?? (chosen.ok ? pickupIdentity(chosen.value, location?.id ?? null) : null);
  const point = chosen.ok ? chosen.value.location : null;
  if (point && 'name' in point && identity === location?.id) return { identity, name: point.name };
  const isOfLocation = location !== null && Boolean(settings.pickup.locations[location.id]?.point);
  return { identity, name: location && (isOfLocation || identity === location.id) ? location.name : null };
}

function pickedLine(line: PrintableLine, { location }: PrintableFulfillment): PickedLine {
  const { sku, title, variant, image, quantity } = line;
  const name = cleanText(line.name) || cleanText(sku);
  return {
    sku: cleanText(sku) || null,
    name,
    product: cleanText(title) || name,
    variant: cleanText(variant) || null,
    image,
    quantity,
    location: cleanText(location?.name) || null,
  };
}
