import { z } from 'zod';

/** What is kept of a check between two runs, so that no order is made twice. */

const exchange = z.object({ request: z.string(), answer: z.string() });

/** One order of the check. It is written before the order goes out, and again with each thing that is learnt of it. */
const sentOrder = z.object({
  number: z.string(),
  /** `sending` until an answer is read; a killed check leaves it so, and the order is looked for, never sent again. */
  outcome: z.enum(['sending', 'accepted', 'refused', 'unclear']),
  status: z.number().nullable(),
  words: z.string(),
  exchange: exchange.optional(),
  /** Milliseconds since 1970. */
  sentAt: z.number(),
  /** The answer was an envelope, a list, or something else. */
  answeredWith: z.string(),
  /** Whether a read did not find it. */
  wasMissed: z.boolean(),
  /** Null until the order can be read; 0 where the first read found it. */
  registeredAfterMs: z.number().nullable(),
  /** The record as it was read. */
  record: z.record(z.string(), z.unknown()).nullable(),
});
export type SentOrder = z.infer<typeof sentOrder>;

export const checkStateSchema = z.object({
  url: z.string(),
  /** A part of every order number of this check. */
  run: z.string(),
  content: z.record(z.string(), z.unknown()),
  /** What was adapted for the first order, with the order that showed it. */
  adapted: z.array(z.object({ what: z.string(), exchange: exchange.optional() })),
  orders: z.record(z.string(), sentOrder),
});
export type CheckState = z.infer<typeof checkStateSchema>;

/** The agreed recipient of test orders. */
export const recipientSchema = z.strictObject({
  fullname: z.string().min(1),
  email: z.email(),
  phone: z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be an international number such as +51987654321'),
  address: z.string().min(1),
  district: z.string().min(1),
  /** The operator's code of the district, if it takes codes. */
  districtCode: z.string().min(1).optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  pickup: z
    .strictObject({ name: z.string().min(1), address: z.string().min(1), district: z.string().min(1) })
    .optional(),
});
export type Recipient = z.infer<typeof recipientSchema>;
