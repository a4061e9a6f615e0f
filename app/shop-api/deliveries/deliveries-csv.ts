import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { DateTime } from 'luxon';
import type { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import type { ShopCountry } from '../../domain/settings/shop-country.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import type { AnsweredClient } from '../answered-client.ts';
import type { ShopRows } from '../shop-context.ts';
import { everyDelivery } from './delivery-list.ts';
import type { ListedDelivery } from '../../pages/deliveries/delivery-list-view.ts';
import { pickupName } from '../../pages/deliveries/delivery-query.ts';
import type { DeliveryFilter } from './delivery-statements.ts';
import { storedDelivery } from '../../extension-api/stored-delivery.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import { describeProblem, describeSkip } from '../../texts/describe-problem.ts';
import type { Locale } from '../../texts/locale.ts';

/** Rows that are read, written as one chunk, and sent before the next: other requests wait for no more than these. */
const BATCH = 100;

const COLUMNS = [
  'order',
  'fulfillment',
  'order_number',
  'phase',
  'state',
  'state_group',
  'state_at',
  'service',
  'pickup',
  'promised_date',
  'window_start',
  'window_end',
  'created_at',
  'handed_over_at',
  'checked_at',
  'ended_at',
  'tracking_url',
  'problems',
  'flags',
  'skip_reason',
] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Readonly<Record<Column, string | null>>;

interface Form {
  /** IANA name; null when the shop's is not known yet. */
  readonly timeZone: string | null;
  /** The reader's language, for a person; null for codes and ISO 8601 times, which other software reads. */
  readonly locale: Locale | null;
  /** The shop's, for its words. */
  readonly country: ShopCountry | null;
}

/**
 * The deliveries of a filter, newest first, as CSV in UTF-8 with a byte-order mark, which spreadsheets need. A batch is
 * read once the client has received the one before it, and no more batches are read when the client has gone. Times are
 * in the shop's zone. A cell that a spreadsheet would treat as a formula starts with an apostrophe. The file contains
 * nothing about buyers: problems are described without such details. If there are more rows than the limit, the last
 * line says so.
 */
export function deliveriesCsv(
  own: ShopRows,
  given: Form & { filter: DeliveryFilter; client: AnsweredClient; limit?: number },
): ReadableStream {
  const { filter, client, limit = BOUNDS.exportRows, ...form } = given;
  const time = timesIn(form);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield encode(form, []);
    let left = limit;
    for await (const batch of everyDelivery(own, { filter, batch: BATCH })) {
      const rows: Partial<Cells>[] = batch.slice(0, left).map((delivery) => cellsOf(delivery, { ...form, time }));
      if (batch.length > left)
        rows.push({ order: textsIn(form.locale ?? 'en').deliveryList.exportCut({ count: limit }) });
      if (rows.length > 0) yield encode(form, rows);
      left -= batch.length;
      if (left < 0 || !(await client.ready())) return;
      await nextTurn();
    }
  }
  return Readable.toWeb(Readable.from(chunks(), { objectMode: false })) as ReadableStream;
}

/** @param rows none for the line with the headings, which begins the file */
function encode({ locale }: Form, rows: readonly Partial<Cells>[]): Uint8Array {
  const isBeginning = rows.length === 0;
  const csv = stringify([...rows], {
    header: isBeginning,
    columns: COLUMNS.map((key) => ({ key, header: locale ? textsIn(locale).csv.columns[key] : key })),
    bom: isBeginning,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  return Buffer.from(csv);
}

type ToTime = (at: Date | null) => string | null;

function timesIn({ timeZone, locale }: Form): ToTime {
  const zone = timeZone ?? 'UTC';
  if (!locale) return (at) => at && DateTime.fromJSDate(at, { zone }).toISO();
  // Swedish has years first. One formatter for all cells is far faster than one for each.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => at && format.format(at);
}

function cellsOf(delivery: ListedDelivery, { time, locale, country }: Form & { time: ToTime }): Cells {
  const stored = storedDelivery.parse(delivery);
  return {
    order: delivery.orderName,
    fulfillment: delivery.fulfillmentName,
    order_number: delivery.orderNumber,
    state: delivery.state,
    state_at: time(delivery.stateAt),
    promised_date: delivery.promisedDate,
    window_start: delivery.windowStart,
    window_end: delivery.windowEnd,
    created_at: time(delivery.createdAt),
    handed_over_at: time(delivery.handedOverAt),
    checked_at: time(delivery.lastReadAt),
    ended_at: time(delivery.endedAt),
    tracking_url: stored.trackingUrl,
    ...(locale ? inWords(delivery, stored, { locale, country }) : inCodes(delivery, stored)),
  };
}

type NamedColumn = 'phase' | 'state_group' | 'service' | 'pickup' | 'problems' | 'flags' | 'skip_reason';

type StoredDelivery = z.output<typeof storedDelivery>;

function inCodes(delivery: ListedDelivery, { problems, flags, skipReason }: StoredDelivery): Pick<Cells, NamedColumn> {
  return {
    phase: delivery.phase,
    state_group: delivery.stateGroup,
    service: delivery.service,
    pickup: delivery.pickup,
    problems: problems.map((problem) => problem?.code ?? 'unknown').join(' '),
    flags: flags.map(({ code }) => code).join(' '),
    skip_reason: skipReason?.code ?? null,
  };
}

/** The columns in the words of the screens. */
function inWords(
  delivery: ListedDelivery,
  { phase, stateGroup, service, problems, flags, skipReason }: StoredDelivery,
  { locale, country }: { locale: Locale; country: ShopCountry | null },
): Pick<Cells, NamedColumn> {
  const texts = textsIn(locale, country);
  return {
    phase: texts.phases[phase],
    state_group: stateGroup && texts.stateGroups[stateGroup],
    service: service && texts.services[service].name,
    pickup: delivery.pickup && pickupName(texts.deliveryList, delivery.pickup),
    problems: problems.map((problem) => sentenceOf(problem, locale, country)).join(' '),
    flags: flags.map(({ code }) => texts.flags[code].name).join(', '),
    skip_reason: skipReason && describeSkip(skipReason, locale).sentence,
  };
}

function sentenceOf(problem: Problem | null, locale: Locale, country: ShopCountry | null): string {
  const { sentence } = problem
    ? describeProblem(withoutBuyer(problem), locale, country)
    : textsIn(locale).deliveries.unknownProblem;
  return sentence;
}

const OF_THE_BUYER: ReadonlySet<string> = new Set(['message', 'district', 'written', 'nearest']);

/** The operator's message and the names of towns may come from what a buyer wrote. */
function withoutBuyer({ details, ...problem }: Problem): Problem {
  const others = Object.entries(details).filter(([name]) => !OF_THE_BUYER.has(name));
  return { ...problem, details: Object.fromEntries(others) };
}
