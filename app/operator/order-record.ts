import { z } from 'zod';

/** The order record of the Order Delivery Service Interface §2.6, as tolerantly read as it is answered variously. */
export interface OrderRecord {
  readonly orderNumber: string | null;
  readonly notes: string | null;
  /** ISO 8601 UTC. */
  readonly created: string | null;
  readonly updated: string | null;
  readonly deliveryDate: string | null;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly contactEmail: string | null;
  readonly lastState: string | null;
  /** As listed, which in the example is newest first. */
  readonly history: readonly { readonly status: string; readonly date: string }[];
  readonly packages: readonly RecordPackage[] | null;
  readonly trackingUrl: string | null;
}

export interface RecordPackage {
  readonly name: string;
  readonly price: number | null;
  readonly qty: number | null;
}

/** JSON can carry U+0000 and half a surrogate pair, which a database cannot keep: passed over, and replaced by U+FFFD. */
const text = z.string().transform((value) => value.replaceAll('\u0000', '').toWellFormed());

/** A text longer than this is no name of a state and no date, and would not fit the index that keeps an entry once. */
const LONGEST_IN_HISTORY = 200;

const textOrNull = z
  .union([text, z.number().transform(String)])
  .transform((value) => value.trim() || null)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** §2.4: `price` comes as a number and `qty` as digits, the other way round than they are sent; both ways are read. */
const numberOrDigits = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null)
  .transform((number) => number ?? null);

const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((items) => items?.flatMap((each) => item.safeParse(each).data ?? []) ?? null);

const recordSchema = z
  .looseObject({
    orderNumber: textOrNull,
    notes: textOrNull,
    created: textOrNull,
    updated: textOrNull,
    deliveryDate: textOrNull,
    contactName: textOrNull,
    contactPhone: textOrNull,
    contactEmail: textOrNull,
    last_state: textOrNull,
    state: list(
      z.object({
        status: text.pipe(z.string().trim().min(1).max(LONGEST_IN_HISTORY)),
        date: text.pipe(z.string().max(LONGEST_IN_HISTORY)),
      }),
    ),
    packages: list(z.object({ name: z.string(), price: numberOrDigits, qty: numberOrDigits })),
  })
  .transform(({ last_state: lastState, state, ...record }): OrderRecord => ({
    orderNumber: record.orderNumber,
    notes: record.notes,
    created: record.created,
    updated: record.updated,
    deliveryDate: record.deliveryDate,
    contactName: record.contactName,
    contactPhone: record.contactPhone,
    contactEmail: record.contactEmail,
    lastState,
    history: state ?? [],
    packages: record.packages,
    trackingUrl: trackingUrlIn(record),
  }));

/** Under whichever name: on creation `url_tracking` is our request for it, and some operators answer in it. */
function trackingUrlIn(record: Readonly<Record<string, unknown>>): string | null {
  for (const key of ['trackingURL', 'trackingUrl', 'tracking_url', 'url_tracking']) {
    const url = z.url({ protocol: /^https?$/, normalize: true }).safeParse(record[key]);
    if (url.success) return url.data;
  }
  return null;
}

/** Whatever in an answer can be an order record: in the read envelope, in an array, or standing alone. */
export function recordsIn(content: unknown): OrderRecord[] {
  return candidates(content).flatMap((candidate) => recordSchema.safeParse(candidate).data ?? []);
}

const envelope = z.looseObject({ data: z.unknown().optional(), deliveries: z.unknown().optional() });

function candidates(content: unknown, depth = 0): unknown[] {
  if (depth > 4) return [];
  if (Array.isArray(content)) return content.flatMap((item: unknown) => candidates(item, depth + 1));
  const parsed = envelope.safeParse(content);
  if (!parsed.success) return [];
  const { data, deliveries } = parsed.data;
  if (deliveries !== undefined && deliveries !== null) return candidates(deliveries, depth + 1);
  if (typeof data === 'object' && data !== null) return candidates(data, depth + 1);
  return isRecordLike(parsed.data) ? [parsed.data] : [];
}

function isRecordLike(value: Readonly<Record<string, unknown>>): boolean {
  return ['orderNumber', 'trackingURL', 'trackingUrl', 'tracking_url', 'last_state', 'state'].some(
    (key) => key in value,
  );
}

/** Of several records under one order number, the newest. */
export function recordOf(orderNumber: string, records: readonly OrderRecord[]): OrderRecord | null {
  const own = records.filter((record) => record.orderNumber === orderNumber.trim());
  const chosen = own.length > 0 ? own : records.filter((record) => record.orderNumber === null);
  const createdAt = ({ created }: OrderRecord) => Date.parse(created ?? '') || 0;
  return [...chosen].sort((a, b) => createdAt(b) - createdAt(a))[0] ?? null;
}
