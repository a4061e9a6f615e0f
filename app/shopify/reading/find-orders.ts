import { parsePhone } from '../../domain/mapping/dropoff/phone.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { ordersFound } from '../admin-api/operations.ts';

/**
 * Asks Shopify which orders are those of a customer, newest first. It answers with ids alone: nothing of the customer
 * comes back.
 *
 * @param given.text a customer's name, e-mail or phone, as it was typed
 * @param given.country ISO 3166-1 alpha-2, of which a phone number without a country code is
 * @throws ShopifyError
 */
export async function findOrders(
  adminApi: AdminApi,
  shop: string,
  { text, country, limit }: { text: string; country: string | null; limit: number },
): Promise<string[]> {
  const query = orderQuery(text, country);
  if (query === null) return [];
  const { orders } = await adminApi.request(shop, ordersFound, { query, size: limit });
  return orders.nodes.map(({ id }) => id);
}

/** Fewer characters would find everybody. */
const SHORTEST = 2;
/** In digits. */
const SHORTEST_PHONE = 6;

/**
 * What was typed in Shopify's search syntax. Each word is quoted, so that none of them is an operator or a filter. A
 * phone number is searched as it was typed, as its digits alone, and with its country code, because Shopify keeps some in
 * one form and some in the other.
 *
 * @returns null for what finds nobody in particular
 */
export function orderQuery(text: string, country: string | null): string | null {
  const plain = text.replaceAll(/["\\\p{C}]/gu, ' ').trim();
  const digits = plain.replaceAll(/\D/g, '');
  if (digits.length >= SHORTEST_PHONE && !/[\p{L}@]/u.test(plain)) {
    const forms = new Set([plain, digits, parsePhone(plain, country) ?? digits]);
    return [...forms].map((form) => `"${form}"`).join(' OR ');
  }
  const words = plain.split(/\s+/).map((word) => `"${word}"`);
  return plain.length < SHORTEST ? null : words.join(' ');
}
