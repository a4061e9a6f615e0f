import { createHmac } from 'node:crypto';
import autocannon from 'autocannon';
import { TEST_API_SECRET } from '../../test/set-up/environment.ts';

let lastWebhook = 0;

/** Sends a signed webhook of each fulfillment, and ends when all are accepted. */
export async function sendWebhooks(
  url: string,
  shop: string,
  fulfillments: readonly { id: string; orderId: string }[],
): Promise<void> {
  const rest = fulfillments.values();
  const result = await autocannon({
    url: `${url}/webhooks`,
    method: 'POST',
    connections: Math.min(20, fulfillments.length),
    amount: fulfillments.length,
    requests: [
      {
        setupRequest: (request) => {
          const { id = '', orderId = '' } = rest.next().value ?? {};
          lastWebhook += 1;
          const body = `{"id":${id.split('/').at(-1)},"admin_graphql_api_id":"${id}","order_id":${orderId.split('/').at(-1)},"status":"success"}`;
          return {
            ...request,
            body,
            headers: {
              'Content-Type': 'application/json',
              'X-Shopify-Topic': 'fulfillments/create',
              'X-Shopify-Shop-Domain': shop,
              'X-Shopify-API-Version': '2026-07',
              'X-Shopify-Webhook-Id': `life-${lastWebhook}`,
              'X-Shopify-Event-Id': `life-event-${lastWebhook}`,
              'X-Shopify-Triggered-At': new Date().toISOString(),
              'X-Shopify-Hmac-Sha256': createHmac('sha256', TEST_API_SECRET).update(body).digest('base64'),
            },
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: not every webhook was accepted`);
}
