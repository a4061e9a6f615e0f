import type { IncomingMessage, ServerResponse } from 'node:http';
import { BOUNDS } from '../../bounds.ts';
import { receive } from '../../webhooks/ingest.ts';
import { spanTime } from '../../tracing/tracing.ts';
import type { AppContext } from '../../app-context.ts';
import { isSignedByShopify, parseWebhook } from '../../shopify/webhooks.ts';
import { refuseUnread } from '../answering.ts';
import type { UnfinishedBodies } from '../unfinished-bodies.ts';

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

/** These name orders. */
const PRIVACY_TOPICS: ReadonlySet<string> = new Set(['customers/data_request', 'customers/redact']);

/**
 * `POST /webhooks`, for every topic. It answers 200 only after the commit, 401 without a valid signature, 400 without
 * Shopify's headers, 413 over 1 MiB, and 503 while too many bodies are arriving at once. A failure of the database is a
 * 500, so that Shopify sends the webhook again.
 */
export async function receiveWebhook(
  app: AppContext,
  bodies: UnfinishedBodies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    return refuseUnread(request, response, 405, { text: 'POST only', headers: { ...TEXT, Allow: 'POST' } });
  }
  const rawBody = await bodies.read(request);
  if (rawBody === 'too-long') {
    return refuseUnread(request, response, 413, { text: 'the body is longer than 1 MiB', headers: TEXT });
  }
  if (rawBody === 'too-many') {
    app.logger.warn({ bytes: BOUNDS.unfinishedBodiesBytes }, 'too many bodies are arriving at once');
    const headers = { ...TEXT, 'Retry-After': '5' };
    return refuseUnread(request, response, 503, { text: 'too many bodies are arriving at once', headers });
  }
  const signature = request.headers['x-shopify-hmac-sha256'];
  if (!isSignedByShopify(rawBody, signature, app.environment.SHOPIFY_API_SECRET)) {
    return answer(response, 401, 'X-Shopify-Hmac-Sha256 is missing or does not match the body');
  }
  const parsed = parseWebhook(request.headers, rawBody);
  if (!parsed.ok) return answer(response, 400, parsed.reason);
  const { shop, topic, webhookId } = parsed.webhook;
  const ingested = await receive(app, parsed.webhook, spanTime());
  if (ingested === null) return answer(response, 500, 'not recorded');
  if (PRIVACY_TOPICS.has(topic) && parsed.webhook.body?.orderIds === null) {
    app.logger.error({ shop, topic, webhookId }, 'a privacy webhook names too many orders: answer it by hand');
  }
  return answer(response, 200, ingested);
}

function answer(response: ServerResponse, status: number, text: string): void {
  // an answer without its length is sent in chunks, which is more writes
  response.writeHead(status, { ...TEXT, 'Content-Length': Buffer.byteLength(text) }).end(text);
}
