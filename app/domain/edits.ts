import type { Fulfillment, MailingAddress } from './fulfillment.ts';

/** What of an order the operator is told at the hand-over, and cannot be told again. */
export interface WatchedOrder {
  readonly email: string | null;
  readonly phone: string | null;
  readonly shippingAddress: MailingAddress | null;
}

/** As merchants know them; texts name them. */
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
] as const;
export type WatchedField = (typeof WATCHED_FIELDS)[number];

/** The watched fields as Shopify has them, whatever the merchant's rules make of them. */
export function watchedFields({ email, phone, shippingAddress }: WatchedOrder): Record<WatchedField, string> {
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
  };
}

/** How many of each line item a fulfillment ships, by the line item's gid. */
export function shippedQuantities({ lines }: Pick<Fulfillment, 'lines'>): Record<string, number> {
  const quantities: Record<string, number> = {};
  for (const { lineItemId, quantity } of lines) quantities[lineItemId] = (quantities[lineItemId] ?? 0) + quantity;
  return quantities;
}

/** Whether an order holds fewer of something than was handed over; a line that is not among `current` is not judged. */
export function haveLinesShrunk(
  shipped: Readonly<Record<string, number>>,
  current: readonly { readonly id: string; readonly currentQuantity: number }[],
): boolean {
  return current.some(({ id, currentQuantity }) => currentQuantity < (shipped[id] ?? 0));
}
