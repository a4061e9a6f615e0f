import { z } from 'zod';
import type { JobKind } from '../persistence/queue.ts';

/** Every kind of job. Webhooks, hand-overs, reads and publications are not jobs: their rows say when they are due. */

const RETRIES = 8;

/** One job for an order that has changed several times in a moment. */
export const noticeEditsJob = {
  name: 'notice-edits',
  payload: z.object({ shop: z.string(), orderId: z.string() }),
  queue: { retryLimit: RETRIES, policy: 'stately' },
  batches: 2,
  batchSize: 10,
} satisfies JobKind<object>;

export const JOB_KINDS: readonly JobKind<object>[] = [noticeEditsJob];
