import { HANDLED_TOPICS, type Webhook } from '../shopify/webhooks.ts';
import type { AppContext } from '../app-context.ts';
import type { Ingested } from '../persistence/webhook-inbox.ts';

const ABOUT_AN_ORDER = new Set(['orders/create', 'orders/updated', 'orders/fulfilled', 'orders/cancelled']);
const ABOUT_A_FULFILLMENT = new Set(['fulfillments/create', 'fulfillments/update']);

/**
 * Takes a webhook in, counts and traces it.
 *
 * @param startedAt when it arrived, by `spanTime`
 * @returns null when it was not recorded
 */
export async function receive(app: AppContext, webhook: Webhook, startedAt: number): Promise<Ingested | null> {
  const { shop, topic, webhookId } = webhook;
  try {
    const ingested = await ingest(app, webhook);
    app.metrics.webhook(topic, ingested);
    traceWebhook(app, webhook, { ingested, startedAt });
    app.logger.debug({ shop, topic, webhookId, ingested }, 'webhook received');
    return ingested;
  } catch (error) {
    app.metrics.webhook(topic, 'failed');
    app.logger.error({ error, shop, topic, webhookId }, 'webhook not recorded');
    return null;
  }
}

/**
 * Takes a webhook in: its receipt is committed, and stays in the inbox until it is handled. It makes no
 * calls and stores no buyer's data. It does not depend on HTTP, because the reader of the SQS queue calls it as well.
 */
export async function ingest(app: Pick<AppContext, 'webhookInbox' | 'now'>, webhook: Webhook): Promise<Ingested> {
  const { shop, topic, webhookId, eventId, triggeredAt, body } = webhook;
  const reason = reasonToSkip(webhook);
  const receivedAt = app.now();
  const isNew = await app.webhookInbox.put({
    shop,
    topic,
    webhookId,
    eventId,
    triggeredAt,
    receivedAt,
    subjectId: body?.subjectId ?? null,
    orderId: body?.orderId ?? null,
    status: body?.status ?? null,
    subjectName: ABOUT_A_FULFILLMENT.has(topic) ? (body?.name ?? null) : null,
    orderIds: [...(body?.orderIds ?? [])],
    outcome: reason === null ? null : 'skipped',
    reason,
    handledAt: reason === null ? null : receivedAt,
  });
  if (!isNew) return 'repeated';
  return reason ? 'skipped' : 'taken-in';
}

/** A body that can never be handled is accepted too: refusing it would only make Shopify send it again. */
function reasonToSkip({ topic, body }: Webhook): string | null {
  if (!HANDLED_TOPICS.has(topic)) return 'the topic is not handled';
  if (!body) return 'the body cannot be read';
  if (body.orderIds === null) return 'the body names too many orders';
  if (ABOUT_AN_ORDER.has(topic) && !body.subjectId?.startsWith('gid://shopify/Order/'))
    return 'the body names no order';
  if (!ABOUT_A_FULFILLMENT.has(topic)) return null;
  if (!body.subjectId?.startsWith('gid://shopify/Fulfillment/')) return 'the body names no fulfillment';
  return body.orderId ? null : 'the body names no order';
}

/** A webhook begins the trace of its delivery. One that is repeated is a further step of the same trace. */
function traceWebhook(
  { tracing }: Pick<AppContext, 'tracing'>,
  { shop, topic, webhookId }: Webhook,
  { ingested, startedAt }: { ingested: Ingested; startedAt: number },
): void {
  const attributes = { shop, topic, 'webhook.id': webhookId, result: ingested };
  const details = { name: 'webhook', kind: 'incoming', attributes } as const;
  if (ingested === 'repeated') tracing.ended(webhookId, details, startedAt);
  else tracing.began(webhookId, details, startedAt);
}
