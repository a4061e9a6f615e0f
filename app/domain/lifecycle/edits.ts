import { readDateAttributes, type DateAttributes } from '../mapping/dates/date-pickers.ts';
import type { CustomerData, Fulfillment, Order } from '../fulfillment/fulfillment.ts';

/** The parts of an order that the operator is told at the hand-over. They cannot be corrected later. */
export type WatchedOrder = Pick<Order, 'email' | 'phone' | 'note' | 'attributes' | 'shippingAddress'>;

/** The names are those that merchants know, and texts exist for them. */
export const WATCHED_FIELDS = [
  'name',
  'company',
  'phone',
  'email',
  'street',
  'city',
  'province',
  'zip',
  'country',
  'note',
  'deliveryDate',
] as const;
export type WatchedField = (typeof WATCHED_FIELDS)[number];

/** The watched fields that are unknown while Shopify withholds a kind of customer data. */
const HIDDEN_BY: Readonly<Record<CustomerData, readonly WatchedField[]>> = {
  name: ['name'],
  address: ['street', 'zip'],
  phone: ['phone'],
  email: ['email'],
};

/** The watched fields that can be compared. */
export function comparableFields(withheld: readonly CustomerData[]): WatchedField[] {
  const hidden = new Set(withheld.flatMap((kind) => HIDDEN_BY[kind]));
  return WATCHED_FIELDS.filter((field) => !hidden.has(field));
}

/**
 * The watched fields as they are in Shopify, before any of the merchant's rules.
 *
 * @param dateAttributes the note attributes in which buyers choose the day and the window
 */
export function watchedFields(
  { email, phone, note, attributes, shippingAddress }: WatchedOrder,
  dateAttributes: DateAttributes,
): Record<WatchedField, string> {
  const text = (...parts: (string | null | undefined)[]) => parts.map((part) => part ?? '').join('\n');
  return {
    name: text(shippingAddress?.firstName, shippingAddress?.lastName),
    company: text(shippingAddress?.company),
    phone: text(shippingAddress?.phone, phone),
    email: text(email),
    street: text(shippingAddress?.address1, shippingAddress?.address2),
    city: text(shippingAddress?.city),
    province: text(shippingAddress?.province),
    zip: text(shippingAddress?.zip),
    country: text(shippingAddress?.countryCode),
    note: text(note),
    deliveryDate: text(...readDateAttributes(attributes, dateAttributes)),
  };
}

/** How many of each line item a fulfillment ships, by the line item's gid. */
export function shippedQuantities({ lines }: Pick<Fulfillment, 'lines'>): Record<string, number> {
  const quantities: Record<string, number> = {};
  for (const { lineItemId, quantity } of lines) quantities[lineItemId] = (quantities[lineItemId] ?? 0) + quantity;
  return quantities;
}

/**
 * Whether an order contains fewer units of a line than were handed over. A line that is not in `current` is ignored.
 */
export function haveLinesShrunk(
  shipped: Readonly<Record<string, number>>,
  current: readonly { readonly id: string; readonly currentQuantity: number }[],
): boolean {
  return current.some(({ id, currentQuantity }) => currentQuantity < (shipped[id] ?? 0));
}

/** Fingerprints of watched fields: the id of the key, a point, and the fingerprint. */
type Fingerprints = Readonly<Partial<Record<WatchedField, string>>>;

/** The fields of which two fingerprints of the same key differ. */
export function fieldsThatDiffer(before: Fingerprints, now: Fingerprints): WatchedField[] {
  const keyOf = (fingerprint: string | undefined) => fingerprint?.split('.')[0];
  return WATCHED_FIELDS.filter((field) => keyOf(before[field]) === keyOf(now[field]) && before[field] !== now[field]);
}

/** Whether the buyer is another one, as far as the operator's record can say. */
export function concernsContact(edited: readonly WatchedField[]): boolean {
  return edited.some((field) => field === 'name' || field === 'phone' || field === 'email');
}
