import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { DateTime } from 'luxon';
import { BOUNDS } from '../../bounds.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import type { AnsweredClient } from '../answered-client.ts';
import type { OwnRows } from '../own-shop.ts';
import { everyDelivery, type DeliveryFilter, type ListedDelivery } from './delivery-list.ts';
import { storedDelivery } from '../../pages/delivery-state/stored-delivery.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import { describeProblem, describeSkip } from '../../texts/describe-problem.ts';
import type { Locale } from '../../texts/locale.ts';

const BATCH = 1_000;

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
}

/**
 * The deliveries of a filter, newest first, as CSV in UTF-8 with a byte-order mark, which spreadsheets need. A batch is
 * read once the client has received the one before it, and no more batches are read when the client has gone. Times are
 * in the shop's zone. A cell that a spreadsheet would treat as a formula starts with an apostrophe. The file contains
 * nothing about buyers: problems are described without such details. If there are more rows than the limit, the last
 * line says so.
 */
export function deliveriesCsv(
  own: OwnRows,
  given: Form & { filter: DeliveryFilter; client: AnsweredClient; limit?: number },
): ReadableStream {
  const { filter, client, limit = BOUNDS.exportRows, ...form } = given;
  async function* rows(): AsyncGenerator<Partial<Cells>> {
    let left = limit;
    for await (const batch of everyDelivery(own, { filter, batch: BATCH })) {
      for (const delivery of batch.slice(0, left)) yield cellsOf(delivery, form);
      if (batch.length > left) yield { order: textsIn(form.locale ?? 'en').deliveryList.exportCut({ count: limit }) };
      left -= batch.length;
      if (left < 0 || !(await client.ready())) return;
    }
  }
  const csv = stringify({
    header: true,
    columns: COLUMNS.map((key) => ({ key, header: form.locale ? textsIn(form.locale).csv.columns[key] : key })),
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  const source = Readable.from(rows());
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return Readable.toWeb(source.pipe(csv)) as ReadableStream;
}

function cellsOf(delivery: ListedDelivery, { timeZone, locale }: Form): Cells {
  const { trackingUrl } = storedDelivery.parse(delivery);
  const time = (at: Date | null) => {
    const local = at && DateTime.fromJSDate(at, { zone: timeZone ?? 'UTC' });
    return local && (locale ? local.toFormat('yyyy-MM-dd HH:mm') : local.toISO());
  };
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
    tracking_url: trackingUrl,
    ...(locale ? inWords(delivery, locale) : inCodes(delivery)),
  };
}

type NamedColumn = 'phase' | 'state_group' | 'service' | 'pickup' | 'problems' | 'flags' | 'skip_reason';

function inCodes(delivery: ListedDelivery): Pick<Cells, NamedColumn> {
  const { problems, flags, skipReason } = storedDelivery.parse(delivery);
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
function inWords(delivery: ListedDelivery, locale: Locale): Pick<Cells, NamedColumn> {
  const { phase, stateGroup, service, problems, flags, skipReason } = storedDelivery.parse(delivery);
  const texts = textsIn(locale);
  return {
    phase: texts.phases[phase],
    state_group: stateGroup && texts.stateGroups[stateGroup],
    service: service && texts.services[service].name,
    pickup: delivery.pickup && pickupName(delivery.pickup, locale),
    problems: problems.map((problem) => sentenceOf(problem, locale)).join(' '),
    flags: flags.map(({ code }) => texts.flags[code].name).join(', '),
    skip_reason: skipReason && describeSkip(skipReason, locale).sentence,
  };
}

function sentenceOf(problem: Problem | null, locale: Locale): string {
  const { sentence } = problem
    ? describeProblem(withoutBuyer(problem), locale)
    : textsIn(locale).deliveries.unknownProblem;
  return sentence;
}

const OF_THE_BUYER: ReadonlySet<string> = new Set(['message', 'district', 'written', 'nearest']);

/** The operator's message and the names of towns may come from what a buyer wrote. */
function withoutBuyer({ details, ...problem }: Problem): Problem {
  const others = Object.entries(details).filter(([name]) => !OF_THE_BUYER.has(name));
  return { ...problem, details: Object.fromEntries(others) };
}

function pickupName(pickup: string, locale: Locale): string {
  const { pickupBranch, pickupLocation } = textsIn(locale).deliveryList;
  return pickup.startsWith('gid:')
    ? pickupLocation({ number: pickup.split('/').at(-1) ?? '' })
    : pickupBranch({ id: pickup });
}
