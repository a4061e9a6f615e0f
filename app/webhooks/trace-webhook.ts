import type { AppContext } from '../app-context.ts';
import type { Webhook } from '../shopify/webhooks.ts';
import type { Ingested } from '../persistence/webhook-inbox.ts';

/** A webhook begins the trace of its delivery. One that is repeated is a further step of the same trace. */
export function traceWebhook(
  { tracing }: Pick<AppContext, 'tracing'>,
  { shop, topic, webhookId }: Webhook,
  { ingested, startedAt }: { ingested: Ingested; startedAt: number },
): void {
  const attributes = { shop, topic, 'webhook.id': webhookId, result: ingested };
  const details = { name: 'webhook', kind: 'incoming', attributes } as const;
  if (ingested === 'repeated') tracing.ended(webhookId, details, startedAt);
  else tracing.began(webhookId, details, startedAt);
}
