import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';

export interface WebhooksToSend {
  readonly url: string;
  readonly webhooks: readonly { readonly body: string; readonly headers: Readonly<Record<string, string>> }[];
  /** From the start of one webhook to the start of the next. */
  readonly everyMs: number;
}

/**
 * Sends webhooks from a thread of its own, so that the sandbox and the attack in the main thread do not count as
 * waiting.
 *
 * @returns how long each answer took, in milliseconds
 * @throws Error when a webhook is not answered with success
 */
export async function sendWebhooks(given: WebhooksToSend): Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: given });
  const [times] = (await once(worker, 'message')) as [number[]];
  return times;
}

async function sendOne(url: string, { body, headers }: WebhooksToSend['webhooks'][number]): Promise<number> {
  const start = performance.now();
  const answer = await fetch(url, { method: 'POST', body, headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`a webhook was answered with ${answer.status}`);
  return performance.now() - start;
}

if (!isMainThread) {
  const { url, webhooks, everyMs } = workerData as WebhooksToSend;
  const sent: Promise<number>[] = [];
  for (const webhook of webhooks) {
    sent.push(sendOne(url, webhook));
    await pause(everyMs);
  }
  parentPort?.postMessage(await Promise.all(sent));
}
