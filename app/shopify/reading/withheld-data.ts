import type { CustomerData } from '../../domain/planning/fulfillment.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { customersOfNewestOrders } from '../admin-api/operations.ts';

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

/** The kinds of customer data that the withheld fields belong to. */
export function kindsOf(withheldFields: readonly string[]): CustomerData[] {
  return [...new Set(withheldFields.flatMap((field) => KINDS[field] ?? []))];
}

/**
 * The kinds of customer data that none of the newest orders shows. Shopify returns null both for what it withholds and
 * for what a customer left empty, so one order alone does not tell which it is.
 *
 * @param kinds the kinds that an order lacks
 * @throws ShopifyError
 */
export async function shownOfNoOrder(
  adminApi: AdminApi,
  shop: string,
  kinds: readonly CustomerData[],
): Promise<CustomerData[]> {
  const answer = await adminApi.request(shop, customersOfNewestOrders, {});
  const orders = answer.orders.nodes.flatMap((order) => order ?? []);
  const shown: Readonly<Record<CustomerData, boolean>> = {
    name: orders.some(({ shippingAddress: to }) => Boolean(to?.firstName ?? to?.lastName)),
    address: orders.some(({ shippingAddress: to }) => Boolean(to?.address1)),
    phone: orders.some(({ phone, shippingAddress: to }) => Boolean(phone ?? to?.phone)),
    email: orders.some(({ email }) => Boolean(email)),
  };
  const refused = kindsOf(answer.withheldFields);
  return kinds.filter((kind) => refused.includes(kind) || !shown[kind]);
}
