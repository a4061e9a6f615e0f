import type { CustomerData } from '../../domain/fulfillment/fulfillment.ts';

/** Shopify's fields of protected customer data, by kind. */
const KINDS: Readonly<Record<string, readonly CustomerData[]>> = {
  firstName: ['name'],
  lastName: ['name'],
  address1: ['address'],
  address2: ['address'],
  zip: ['address'],
  latitude: ['address'],
  longitude: ['address'],
  phone: ['phone'],
  phoneNumber: ['phone'],
  email: ['email'],
  emailAddress: ['email'],
  shippingAddress: ['name', 'address', 'phone'],
};

/**
 * The kinds of customer data that the withheld fields belong to. A field that is blank, and that Shopify does not say it
 * withholds, was left empty.
 */
export function kindsOf(withheldFields: readonly string[]): CustomerData[] {
  return [...new Set(withheldFields.flatMap((field) => KINDS[field] ?? []))];
}
