import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { parseStateDate } from '../domain/tracking/operator-state.ts';

/**
 * The order record of the Order Delivery Service Interface §2.6. It is read tolerantly, because operators answer in
 * many forms.
 */
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
  /**
   * In the operator's order, which is newest first in the interface's example. Of a longer history only the newest
   * entries.
   */
  readonly history: readonly { readonly status: string; readonly date: string }[];
  readonly packages: readonly RecordPackage[] | null;
  readonly trackingUrl: string | null;
}

export interface RecordPackage {
  readonly name: string;
  readonly price: number | null;
  readonly qty: number | null;
}

/**
 * Verbatim, without characters that nobody sees, and that would make another state or number of it. JSON can contain
 * U+0000 and half a surrogate pair, which a database cannot store: the former is removed, the latter replaced by U+FFFD.
 */
const text = z.string().transform((value) => value.replace(/[\p{Cf}\u0000]/gu, '').toWellFormed());
const stateName = text.transform((name) => name.trim());

const textOrNull = z
  .union([text, z.number().transform(String)])
  .transform((value) => value.trim().slice(0, BOUNDS.operatorText) || null)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/**
 * §2.4: `price` is read as a number and `qty` as digits, the other way round than they are sent. Both forms are
 * accepted.
 */
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

const list = <Item extends z.ZodType>(item: Item, limit = Infinity) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((items) => items?.slice(0, limit).flatMap((each) => item.safeParse(each).data ?? []) ?? null);

/** A number that is smaller is no time since 1970: it can be a day written in digits. */
const FIRST_SECOND = 1_000_000_000;

const recordSchema = z
  .looseObject({
    orderNumber: textOrNull,
    order_number: textOrNull,
    notes: textOrNull,
    created: textOrNull,
    updated: textOrNull,
    deliveryDate: textOrNull,
    contactName: textOrNull,
    contactPhone: textOrNull,
    contactEmail: textOrNull,
    last_state: textOrNull.pipe(stateName.nullable()).transform((name) => {
      return name === null || name === '' || name.length > BOUNDS.operatorState ? null : name;
    }),
    state: list(
      z.object({
        // a longer text is neither a state nor a date, and would not fit into the unique index of entries
        status: stateName.pipe(z.string().min(1).max(BOUNDS.operatorState)),
        // an entry counts even if its date cannot be read
        date: z
          .unknown()
          .transform((date) =>
            typeof date === 'string' ? date : typeof date === 'number' && date >= FIRST_SECOND ? String(date) : '',
          )
          .pipe(text)
          .pipe(z.string().max(BOUNDS.operatorState)),
      }),
    ),
    packages: list(
      z.object({ name: z.string().max(BOUNDS.sentText), price: numberOrDigits, qty: numberOrDigits }),
      BOUNDS.operatorPackages,
    ),
  })
  .transform(({ last_state: lastState, state, ...record }): OrderRecord => ({
    orderNumber: record.orderNumber ?? record.order_number,
    notes: record.notes,
    created: record.created,
    updated: record.updated,
    deliveryDate: record.deliveryDate,
    contactName: record.contactName,
    contactPhone: record.contactPhone,
    contactEmail: record.contactEmail,
    lastState,
    history: newestOf(state ?? []),
    packages: record.packages,
    trackingUrl: trackingUrlIn(record),
  }));

/** Only compares dates of one operator, so they are read in any one zone. A text that is no date is the oldest. */
function timeOf(date: string): number {
  return parseStateDate(date, 'UTC')?.getTime() ?? 0;
}

type Entry = OrderRecord['history'][number];

/** An operator may list any number of entries in any order. Only the newest are read, in their order. */
function newestOf(history: readonly Entry[]): readonly Entry[] {
  if (history.length <= BOUNDS.operatorHistory) return history;
  const places = history.map(({ date }, place) => ({ place, time: timeOf(date) }));
  places.sort((a, b) => b.time - a.time || a.place - b.place);
  const newest = new Set(places.slice(0, BOUNDS.operatorHistory).map(({ place }) => place));
  return history.filter((_, place) => newest.has(place));
}

/** Without a user and a password: a buyer takes `https://courier.example@other.example` for the courier's. */
const trackingUrl = z
  .url({ protocol: /^https?$/, normalize: true })
  .max(BOUNDS.url)
  .refine((url) => !/^https?:\/\/[^/?#]*@/.test(url));

/**
 * The tracking URL under any of its names. On creation `url_tracking` is our request for it, and some operators answer
 * in it.
 */
function trackingUrlIn(record: Fields): string | null {
  for (const key of ['trackingURL', 'trackingUrl', 'tracking_url', 'url_tracking']) {
    if (typeof record[key] !== 'string') continue;
    const url = trackingUrl.safeParse(record[key]);
    if (url.success && url.data.length <= BOUNDS.url) return url.data;
  }
  return null;
}

/**
 * The tracking URL of the envelope, for a record that has none itself. With several records it could be another order's.
 *
 * @param record the record of our order among those of the answer; null when there is none
 */
export function trackingUrlOf(
  record: OrderRecord | null,
  content: unknown,
  records: readonly OrderRecord[],
): string | null {
  const isAlone = records.length === 0 || (records.length === 1 && record !== null);
  if (record?.trackingUrl || !isAlone || !isFields(content)) return record?.trackingUrl ?? null;
  return trackingUrlIn(content) ?? (isFields(content.data) ? trackingUrlIn(content.data) : null);
}

/** Every part of an answer that can be an order record: in the envelope of a read, in an array, or alone. */
export function recordsIn(content: unknown): OrderRecord[] {
  return candidates(content)
    .slice(0, BOUNDS.operatorRecords)
    .flatMap((candidate) => recordSchema.safeParse(candidate).data ?? []);
}

/** Whether a record is more than the order number, which operators repeat in refusals as well. */
export function saysMoreThanItsNumber(record: OrderRecord): boolean {
  const { lastState, history, trackingUrl: url, created, contactName, contactPhone, contactEmail } = record;
  return history.length > 0 || [lastState, url, created, contactName, contactPhone, contactEmail].some(Boolean);
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a part of an answer is an object. This is asked many times of each answer, and a schema makes a copy each time. */
export function isFields(content: unknown): content is Fields {
  return typeof content === 'object' && content !== null && !Array.isArray(content);
}

/** Other names under which operators and gateways put records. */
const WRAPPERS = ['order', 'orders', 'delivery', 'result', 'results', 'items', 'response', 'payload', 'body'];

function candidates(content: unknown, depth = 0): unknown[] {
  if (depth >= BOUNDS.operatorAnswerDepth) return [];
  if (Array.isArray(content)) {
    const items: readonly unknown[] = content.slice(0, BOUNDS.operatorRecords);
    return items.flatMap((item) => candidates(item, depth + 1));
  }
  if (!isFields(content)) return [];
  const { data, deliveries } = content;
  if (deliveries !== undefined && deliveries !== null) return candidates(deliveries, depth + 1);
  if (typeof data === 'object' && data !== null) return candidates(data, depth + 1);
  if (isRecordLike(content)) return [content];
  const wrapped = WRAPPERS.map((name) => content[name]).find((each) => typeof each === 'object' && each !== null);
  return wrapped === undefined ? [] : candidates(wrapped, depth + 1);
}

/** Whether every place of an answer that can hold a record is there and holds null or an empty list. */
export function listsNothing(content: unknown, depth = 0): boolean {
  if (content === null) return depth > 0;
  if (Array.isArray(content)) return content.every((item) => item === null);
  if (!isFields(content) || depth >= BOUNDS.operatorAnswerDepth) return false;
  const places = ['data', 'deliveries', ...WRAPPERS].map((name) => content[name]).filter((each) => each !== undefined);
  return places.length > 0 && places.every((place) => listsNothing(place, depth + 1));
}

function isRecordLike(value: Fields): boolean {
  return ['orderNumber', 'order_number', 'trackingURL', 'trackingUrl', 'tracking_url', 'last_state', 'state'].some(
    (key) => key in value,
  );
}

/**
 * Of several records under one order number, the newest. Operators write numbers in capitals or with other spaces, so
 * such a record counts if no record has the number as it was sent. A record without a number counts last.
 */
export function recordOf(orderNumber: string, records: readonly OrderRecord[]): OrderRecord | null {
  const plain = (number: string) => number.replace(/\s+/g, '').toLowerCase();
  const [chosen = []] = [
    records.filter((record) => record.orderNumber === orderNumber.trim()),
    records.filter((record) => record.orderNumber !== null && plain(record.orderNumber) === plain(orderNumber)),
    records.filter((record) => record.orderNumber === null),
  ].filter(({ length }) => length > 0);
  return [...chosen].sort((a, b) => timeOf(b.created ?? '') - timeOf(a.created ?? ''))[0] ?? null;
}
