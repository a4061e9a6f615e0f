import type { Message } from '@aws-sdk/client-sqs';
import type { AppContext } from '../app-context.ts';
import { parseWebhookEvent } from '../shopify/webhooks.ts';
import { createSweep, every } from '../scheduling/sweep.ts';
import { StartError } from '../start-error.ts';
import { spanTime } from '../tracing/tracing.ts';
import { receive } from './ingest.ts';

/** Requests for messages that wait side by side. */
const RECEIVERS = 4;
/** The most that SQS gives at once. */
const MESSAGES_AT_ONCE = 10;

/** Webhooks from an SQS queue, which EventBridge fills. Each message is removed after its receipt is committed. */
export interface WebhookQueue {
  start(): void;
  /** Ends the requests that wait, and finishes what they have brought. */
  stop(): Promise<void>;
}

/**
 * @returns null unless the deployer names a queue; the client of AWS is then not even loaded
 * @throws StartError when the client is not installed
 */
export async function openWebhookQueue(app: AppContext): Promise<WebhookQueue | null> {
  const { WEBHOOK_QUEUE_URL: queueUrl } = app.environment;
  if (queueUrl === undefined) return null;
  const { SQSClient, ReceiveMessageCommand, DeleteMessageBatchCommand } = await loadClient();
  const region = regionOf(queueUrl);
  const { origin: endpoint } = new URL(queueUrl);
  const client = new SQSClient(region === null ? { endpoint } : { endpoint, region });
  const stopping = new AbortController();

  const receive = async (): Promise<boolean> => {
    const asked = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: MESSAGES_AT_ONCE,
      WaitTimeSeconds: app.pace.stream.longPollSeconds,
    });
    const answer = await client.send(asked, { abortSignal: stopping.signal }).catch((error: unknown) => {
      if (stopping.signal.aborted) return null;
      throw error;
    });
    const messages = answer?.Messages ?? [];
    const taken = await Promise.all(messages.map(async (message) => ((await takeIn(app, message)) ? [message] : [])));
    const entries = taken.flat().map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    if (entries.length > 0) {
      app.dueClock.wake();
      const { Failed: failed = [] } = await client.send(
        new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
      );
      // they come again, and are found to be repeated
      if (failed.length > 0)
        app.logger.warn({ count: failed.length }, 'handled messages were not removed from the queue');
    }
    return messages.length === entries.length && !stopping.signal.aborted;
  };
  const receivers = Array.from({ length: RECEIVERS }, () =>
    createSweep({ name: 'webhook-queue', logger: app.logger, wait: every(app.pace.stream.pauseMs), round: receive }),
  );
  return {
    start() {
      for (const receiver of receivers) receiver.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all(receivers.map((receiver) => receiver.stop()));
      client.destroy();
    },
  };
}

/** @returns whether the message may be removed. One that cannot be read stays, for the dead-letter queue */
async function takeIn(
  app: AppContext,
  { Body: text = '', MessageId: messageId }: Pick<Message, 'Body' | 'MessageId'>,
): Promise<boolean> {
  const startedAt = spanTime();
  const parsed = parseWebhookEvent(text);
  if (!parsed.ok) {
    app.metrics.webhook('', 'failed');
    app.logger.error({ messageId, reason: parsed.reason }, 'a message in the queue is not a webhook');
    return false;
  }
  return (await receive(app, parsed.webhook, startedAt)) !== null;
}

async function loadClient() {
  try {
    return await import('@aws-sdk/client-sqs');
  } catch (error) {
    throw new StartError(
      'WEBHOOK_QUEUE_URL: the client of AWS is not installed: run npm ci with optional dependencies, or remove the variable',
      { cause: error },
    );
  }
}

/** As it stands in the address of the queue; for another address AWS_REGION says it. */
function regionOf(queueUrl: string): string | null {
  return /^sqs\.([a-z0-9-]+)\.amazonaws\.com(\.cn)?$/.exec(new URL(queueUrl).hostname)?.[1] ?? null;
}
