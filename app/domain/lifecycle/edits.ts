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

type Quantities = Readonly<Record<string, number>>;

/**
 * What is left of the units that deliveries of one order ship, when the order contains fewer of a line than all of them
 * together. Nobody knows which delivery has too many, so each that ships the line is meant.
 *
 * @param current lines of the order; others are ignored
 * @returns for each delivery its lines as they stand; null where none has become fewer
 */
export function linesLeft(
  shipped: readonly Quantities[],
  current: readonly { readonly id: string; readonly currentQuantity: number }[],
): (Quantities | null)[] {
  const left = new Map(current.map(({ id, currentQuantity }) => [id, currentQuantity]));
  const shippedOf = (id: string) => shipped.reduce((sum, lines) => sum + (lines[id] ?? 0), 0);
  const short = current.filter(({ id, currentQuantity }) => currentQuantity < shippedOf(id)).map(({ id }) => id);
  return shipped.map((lines) => {
    const fewer = short.flatMap((id): [string, number][] => {
      const units = lines[id] ?? 0;
      const stay = Math.min(units, left.get(id) ?? 0);
      left.set(id, (left.get(id) ?? 0) - stay);
      return units > 0 ? [[id, stay]] : [];
    });
    return fewer.length > 0 ? { ...lines, ...Object.fromEntries(fewer) } : null;
  });
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
