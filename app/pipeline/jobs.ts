import { z } from 'zod';
import type { JobKind } from '../persistence/queue.ts';

/** Every kind of job. The rows are the truth and the sweeps read them; a job says that there is something to do now. */

const retried = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, heartbeatSeconds: 15 } as const;

export const handleWebhookJob = {
  name: 'handle-webhook',
  payload: z.object({
    receiptId: z.string(),
    status: z.string().nullable(),
    orderIds: z.array(z.string()),
  }),
  queue: retried,
  concurrency: 5,
} satisfies JobKind<object>;

/** Decides by itself when to try again: what the operator answers is no failure of the job. */
export const handOverJob = {
  name: 'hand-over',
  payload: z.object({ deliveryId: z.uuid() }),
  queue: { ...retried, retryLimit: 3 },
  concurrency: 20,
} satisfies JobKind<object>;

/** One at a time for an order, since its metafield tells of all its deliveries. */
export const publishJob = {
  name: 'publish',
  payload: z.object({ shop: z.string(), orderId: z.string() }),
  queue: { ...retried, policy: 'stately' },
  concurrency: 5,
} satisfies JobKind<object>;

export const JOB_KINDS: readonly JobKind<object>[] = [handleWebhookJob, handOverJob, publishJob];
