import { createHmac, randomUUID } from 'node:crypto';
import { TEST_API_SECRET } from './environment.ts';

interface WebhookToSend {
  readonly topic: string;
  readonly shop?: string;
  readonly body: string | object;
  readonly webhookId?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** A webhook as Shopify sends it, signed with the test app's secret. A test can change or leave out each header. */
export function signedWebhook(given: WebhookToSend): { body: string; headers: Headers } {
  const { topic, shop = 'tienda-lima.myshopify.com', webhookId = randomUUID() } = given;
  const body = typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
  const headers = new Headers({
    'Content-Type': 'application/json',
    'X-Shopify-Topic': topic,
    'X-Shopify-Shop-Domain': shop,
    'X-Shopify-API-Version': '2026-07',
    'X-Shopify-Webhook-Id': webhookId,
    'X-Shopify-Event-Id': randomUUID(),
    'X-Shopify-Triggered-At': new Date().toISOString(),
    'X-Shopify-Hmac-Sha256': createHmac('sha256', TEST_API_SECRET).update(body).digest('base64'),
  });
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return { body, headers };
}

export async function postWebhook(url: string, given: WebhookToSend): Promise<Response> {
  return fetch(`${url}/webhooks`, { method: 'POST', ...signedWebhook(given) });
}
