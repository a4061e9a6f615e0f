import { z } from 'zod';
import type { DateAttributes } from '../mapping/dates/date-pickers.ts';
import type { Decision } from '../planning/delivery-plan.ts';
import { SKIP_CODES, type SkipReason } from '../planning/skip-reason.ts';
import { PROBLEM_CODES, type Problem } from '../problems/problem.ts';
import { FLAG_CODES, type Flag } from '../tracking/promise-watch.ts';
import { WATCHED_FIELDS, type WatchedField } from './edits.ts';

/** The content of a delivery's JSON columns: one schema for each column, used by all readers and writers. */

export const problemSchema: z.ZodType<Problem> = z.object({
  code: z.enum(PROBLEM_CODES),
  field: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
});

const flagSchema: z.ZodType<Flag> = z.object({ code: z.enum(FLAG_CODES), since: z.string() });

export const skipReasonSchema: z.ZodType<SkipReason> = z.object({
  code: z.enum(SKIP_CODES),
  detail: z.string().optional(),
});

const decisionSchema: z.ZodType<Decision> = z.object({
  field: z.string(),
  source: z.string(),
  rule: z.string().optional(),
});

/** What the operator was told at the hand-over. It cannot be corrected later. */
export interface HandedOverWith {
  /** Fingerprints made with a key, never the values. */
  readonly fields: Readonly<Partial<Record<WatchedField, string>>>;
  /** Quantities by the line item's gid. */
  readonly lines: Readonly<Record<string, number>>;
  /** The note attributes that the delivery date was read from. The merchant may have chosen others since. */
  readonly dateAttributes?: DateAttributes | undefined;
}

const handedOverWithSchema: z.ZodType<HandedOverWith> = z.object({
  fields: z.partialRecord(z.enum(WATCHED_FIELDS), z.string()),
  lines: z.record(z.string(), z.number()),
  dateAttributes: z.union([z.array(z.string()), z.literal('recognised')]).optional(),
});

const listOf = <Item>(item: z.ZodType<Item>): z.ZodType<readonly Item[]> => z.array(item);

export const STORED_COLUMNS = {
  problems: listOf(problemSchema),
  flags: listOf(flagSchema),
  decisions: listOf(decisionSchema),
  skipReason: skipReasonSchema.nullable(),
  handedOverWith: handedOverWithSchema.nullable(),
} as const;
export type StoredColumn = keyof typeof STORED_COLUMNS;
export type StoredValue<Column extends StoredColumn> = z.output<(typeof STORED_COLUMNS)[Column]>;

/** A JSON column has content that this version of the program does not know. The row is left as it is. */
class UnreadableColumnError extends Error {
  override name = 'UnreadableColumnError';

  constructor(column: StoredColumn, deliveryId: string, cause: unknown) {
    super(
      `the column "${column}" of delivery ${deliveryId} cannot be read: ` +
        'run the newest version of the program, or correct the row',
      { cause },
    );
  }
}

/** @throws UnreadableColumnError */
export function readColumn<Column extends StoredColumn>(
  delivery: { readonly id: string } & { readonly [Name in Column]: unknown },
  column: Column,
): StoredValue<Column> {
  const parsed = STORED_COLUMNS[column].safeParse(delivery[column]);
  if (!parsed.success) throw new UnreadableColumnError(column, delivery.id, parsed.error);
  return parsed.data as StoredValue<Column>;
}
