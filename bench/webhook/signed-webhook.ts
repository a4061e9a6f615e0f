import { createHmac } from 'node:crypto';
import { TEST_API_SECRET } from '../../test/set-up/environment.ts';

export const BENCH_SHOP = 'tienda-banco.myshopify.com';

/**
 * A signed webhook about a new fulfillment with unique ids. It is cheap to make, because the sender shares the machine.
 */
export function newFulfillment(id: number): { body: string; headers: Record<string, string> } {
  const body = `{"id":${id},"admin_graphql_api_id":"gid://shopify/Fulfillment/${id}","order_id":${id},"status":"success"}`;
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': 'fulfillments/create',
      'X-Shopify-Shop-Domain': BENCH_SHOP,
      'X-Shopify-API-Version': '2026-07',
      'X-Shopify-Webhook-Id': `bench-${id}`,
      'X-Shopify-Event-Id': `event-${id}`,
      'X-Shopify-Triggered-At': '2026-11-21T15:00:00Z',
      'X-Shopify-Hmac-Sha256': createHmac('sha256', TEST_API_SECRET).update(body).digest('base64'),
    },
  };
}
