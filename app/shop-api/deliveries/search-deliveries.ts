import { Prisma } from '@prisma/client';
import { z } from 'zod';
import { shopCountry } from '../../domain/settings/shop-country.ts';
import { FOUND_ORDERS, NO_ORDERS, type OrdersFound } from '../../pages/deliveries/delivery-query.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { findOrders } from '../../shopify/reading/read-orders.ts';
import type { ShopContext, ShopRows } from '../shop-context.ts';
import { conditions } from './delivery-statements.ts';

/** In characters. A longer text is nobody's name. */
const SEARCH_LIMIT = 100;
const posted = z.object({ text: z.string().trim().max(SEARCH_LIMIT) });

/**
 * The orders that a text means: by their names and operator numbers, and if there are none, those of a customer, whom
 * Shopify is asked for. The text may name a customer, so it is neither kept nor logged, and is no part of the answer.
 *
 * @param body as it was posted, not validated yet
 */
export async function searchDeliveries(own: ShopContext, body: unknown): Promise<OrdersFound> {
  const { success, data } = posted.safeParse(body);
  if (!success) return { kind: 'found', orders: NO_ORDERS };
  const named = await ordersNamed(own, data.text);
  if (named.length > 0) return found(named);
  const shop = await own.database.shop.findUnique({ where: { domain: own.domain }, select: { currency: true } });
  const country = shopCountry(shop?.currency);
  try {
    return found(await findOrders(own.adminApi, own.domain, { text: data.text, country, limit: FOUND_ORDERS }));
  } catch (error) {
    if (error instanceof ShopifyError) return { kind: 'not-asked' };
    throw error;
  }
}

/** Every name and number of an order has a digit: without one, a text that begins the numbers of a shop finds them all. */
async function ordersNamed({ domain, database }: ShopRows, text: string): Promise<string[]> {
  if (!/\d/.test(text)) return [];
  const rows = await database.$queryRaw<{ orderId: string }[]>`
    SELECT DISTINCT "orderId" FROM "Delivery" WHERE ${Prisma.join(conditions(domain, { text }), ' AND ')}
    ORDER BY "orderId" DESC LIMIT ${FOUND_ORDERS}`;
  return rows.map(({ orderId }) => orderId);
}

function found(orderIds: readonly string[]): OrdersFound {
  const numbers = orderIds.map((id) => id.split('/').at(-1) ?? '');
  return { kind: 'found', orders: numbers.join(',') || NO_ORDERS };
}
