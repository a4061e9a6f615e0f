import type { CustomerData } from '../../domain/planning/fulfillment.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { customersOfNewestOrders } from '../admin-api/operations.ts';

/** The fields of Shopify's that are protected customer data, by kind. */
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

/** The kinds of customer data that fields belong to which Shopify refused to show. */
export function kindsOf(withheldFields: readonly string[]): CustomerData[] {
  return [...new Set(withheldFields.flatMap((field) => KINDS[field] ?? []))];
}

/**
 * Which kinds of customer data Shopify shows of none of the newest orders. Shopify answers null for what it withholds, and
 * null for what a customer left out: of one order nobody can tell the two apart.
 *
 * @param kinds those that an order lacks
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
