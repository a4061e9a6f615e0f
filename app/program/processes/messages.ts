import { z } from 'zod';

/** What the processes of one start tell each other, over the channel that Node opens between parent and child. */

const counted = z.array(z.looseObject({ name: z.string(), type: z.unknown() }));
/** What one process has counted, as prom-client writes it. */
export type Counted = z.infer<typeof counted>;

const standing = z.object({
  problem: z.string().nullable(),
  processes: z.record(z.string(), z.object({ ready: z.number(), of: z.number() })),
});

const toParent = z.discriminatedUnion('say', [
  z.object({ say: z.literal('ready') }),
  z.object({ say: z.literal('alive') }),
  /** Without an id: nobody asked, because the process is about to end. */
  z.object({ say: z.literal('counted'), id: z.number().nullable(), counted }),
  z.object({ say: z.literal('ask'), id: z.number(), what: z.enum(['counted', 'standing']) }),
]);
export type ToParent = z.infer<typeof toParent>;

const toChild = z.discriminatedUnion('say', [
  z.object({ say: z.literal('are-you-alive') }),
  z.object({ say: z.literal('count'), id: z.number() }),
  z.object({ say: z.literal('answer'), id: z.number(), answer: z.union([z.string(), standing]) }),
  /** Another process has taken its place. */
  z.object({ say: z.literal('retire') }),
]);
export type ToChild = z.infer<typeof toChild>;

export const readCounted = (metrics: readonly object[]): Counted => counted.parse(metrics);

/** @returns null for a message of somebody else, such as Node itself */
export function readToParent(message: unknown): ToParent | null {
  return toParent.safeParse(message).data ?? null;
}

/** @returns null for a message of somebody else */
export function readToChild(message: unknown): ToChild | null {
  return toChild.safeParse(message).data ?? null;
}
