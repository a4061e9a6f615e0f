import type { IncomingMessage, ServerResponse } from 'node:http';
import { ingest } from '../pipeline/ingest.ts';
import type { World } from '../pipeline/world.ts';
import { isSignedByShopify, parseWebhook } from '../shopify/webhooks.ts';

const LONGEST_BODY_BYTES = 1_048_576;

/**
 * `POST /webhooks`, every topic. 200 only after the commit; 401 without a right signature; 400 without Shopify's headers;
 * 413 over 1 MiB. A failure of the database is 500: Shopify sends it again.
 */
export async function receiveWebhook(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return answer(response, 405, 'POST only', { Allow: 'POST' });
  const rawBody = await readBody(request);
  if (!rawBody) return answer(response, 413, 'the body is longer than 1 MiB', { Connection: 'close' });
  const signature = request.headers['x-shopify-hmac-sha256'];
  const { SHOPIFY_API_SECRET: apiSecret } = world.environment;
  if (!isSignedByShopify(rawBody, typeof signature === 'string' ? signature : undefined, apiSecret)) {
    return answer(response, 401, 'X-Shopify-Hmac-Sha256 is missing or does not match the body');
  }
  const parsed = parseWebhook(request.headers, rawBody);
  if (!parsed.ok) return answer(response, 400, parsed.reason);
  const { shop, topic, webhookId } = parsed.webhook;
  try {
    const ingested = await ingest(world, parsed.webhook);
    world.metrics.webhook(topic, ingested);
    world.logger.debug({ shop, topic, webhookId, ingested }, 'webhook received');
    return answer(response, 200, ingested);
  } catch (error) {
    world.metrics.webhook(topic, 'failed');
    world.logger.error({ error, shop, topic, webhookId }, 'webhook not taken in');
    return answer(response, 500, 'not taken in');
  }
}

/** @returns null when it is too long, without reading the rest */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > LONGEST_BODY_BYTES) return null;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LONGEST_BODY_BYTES) {
        request.pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(text);
}
