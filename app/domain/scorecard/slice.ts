import { z } from 'zod';
import { isStorable } from '../mapping/clean-text.ts';
import { DELIVERY_SERVICES } from '../mapping/delivery-services.ts';
import { PROMISE_OUTCOMES } from './scorecard.ts';

/** What deliveries can be grouped by. */
export const DIMENSIONS = ['district', 'service', 'account', 'pickup', 'weekday'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What a figure counts: how the promise ended, or what else happened to the delivery. */
export const COUNTED = [...PROMISE_OUTCOMES, 'first-attempt', 'failed-attempt', 'needed-person'] as const;

/** The longest name of a district. */
const NAME_LIMIT = 100;

const day = z.iso.date();
const name = z.string().max(NAME_LIMIT).refine(isStorable).nullable().catch(null);
const slice = z.object({
  from: day,
  to: day,
  /** An empty text stands for deliveries without one. */
  district: name,
  service: z.enum(DELIVERY_SERVICES).nullable().catch(null),
  account: z.uuid().nullable().catch(null),
  pickup: name,
  /** 1 to 7, from Monday. */
  weekday: z
    .string()
    .regex(/^[1-7]$/)
    .nullable()
    .catch(null),
  counted: z.enum(COUNTED).nullable().catch(null),
});

/**
 * Some of the deliveries that the scorecard counts: promised for a day of the span (`YYYY-MM-DD`, both included), and with
 * all of what is not null in common. It stands in the address of the list behind a figure.
 */
export type Slice = z.infer<typeof slice>;

const NAMES = ['from', 'to', ...DIMENSIONS, 'counted'] as const;

export function sliceText(asked: Slice): string {
  const parts = NAMES.flatMap((name) => (asked[name] === null ? [] : [[name, asked[name]]]));
  return new URLSearchParams(parts).toString();
}

/** @returns null when the text names no span of days */
export function readSlice(text: string): Slice | null {
  const search = new URLSearchParams(text);
  return slice.safeParse(Object.fromEntries(NAMES.map((name) => [name, search.get(name)]))).data ?? null;
}
