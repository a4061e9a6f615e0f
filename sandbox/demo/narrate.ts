import { z } from 'zod';
import type { LogLine } from './app-process.ts';

const fields = z.looseObject({
  topic: z.string().optional(),
  verb: z.string().optional(),
  outcome: z.string().optional(),
  httpStatus: z.number().nullish(),
  orderNumber: z.string().nullish(),
  state: z.string().nullish(),
  kind: z.string().optional(),
  eventStatus: z.string().nullish(),
  reason: z.string().nullish(),
  heldFor: z.string().optional(),
  phase: z.string().optional(),
});

type Sentence = (line: z.infer<typeof fields>) => string;

/** Sentences for somebody who watches the demo, by the log line of the app. Other log lines print nothing. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  'webhook handled': ({ topic }) => `webhook ${topic ?? ''} recorded: its receipt is committed`,
  'operator called': ({ verb, outcome, httpStatus, orderNumber }) =>
    `${verb === 'create' ? 'POST /order' : 'GET /order'} ${orderNumber ?? ''}: ${outcome ?? ''} (${httpStatus ?? 'no answer'})`,
  'handed over': ({ orderNumber }) => `the operator has ${orderNumber ?? ''}`,
  'order found at the operator, not sent again': ({ orderNumber }) =>
    `${orderNumber ?? ''} found at the operator, not sent again`,
  'held back': ({ heldFor }) => `held back: ${heldFor ?? ''}`,
  'new state': ({ state }) => `the operator reports: ${state ?? ''}`,
  'new state with an unknown name': ({ state }) => `the operator reports an unknown state: ${state ?? ''}`,
  published: ({ kind, eventStatus }) => `told Shopify: ${kind ?? ''}${eventStatus ? ` ${eventStatus}` : ''}`,
  'hand-over ended': ({ phase }) => `not handed over: ${phase ?? ''}`,
};

export function narrate(line: LogLine): string | null {
  const sentence = SENTENCES[line.msg];
  const parsed = fields.safeParse(line);
  return sentence && parsed.success ? sentence(parsed.data) : null;
}
