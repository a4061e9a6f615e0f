import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { DateTime } from 'luxon';
import type { Database } from '../persistence/database.ts';
import { everyDelivery, type DeliveryFilter, type ListedDelivery } from '../persistence/delivery-list.ts';
import { storedDelivery } from '../web/stored-delivery.ts';

const BATCH = 1_000;

const COLUMNS = [
  ...['order', 'fulfillment', 'order_number', 'phase', 'state', 'state_group', 'state_at', 'service', 'pickup'],
  ...['promised_date', 'window_start', 'window_end', 'created_at', 'handed_over_at', 'checked_at', 'ended_at'],
  ...['tracking_url', 'problems', 'flags', 'skip_reason'],
] as const;
type Cells = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

/**
 * The deliveries of a filter, newest first, as CSV in UTF-8 with a byte-order mark, which spreadsheets need. Rows are
 * read as they are taken. Times are ISO 8601 in the shop's zone. A cell that a spreadsheet would take for a formula has
 * an apostrophe in front. Nothing in it is of the buyer: problems are their codes.
 */
export function deliveriesCsv(
  database: Database,
  given: { shop: string; filter: DeliveryFilter; timeZone: string | null },
): ReadableStream {
  const { shop, filter, timeZone } = given;
  async function* rows() {
    for await (const batch of everyDelivery(database, { shop, filter, batch: BATCH })) {
      for (const delivery of batch) yield cellsOf(delivery, timeZone);
    }
  }
  const csv = stringify({
    header: true,
    columns: [...COLUMNS],
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  const source = Readable.from(rows());
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return Readable.toWeb(source.pipe(csv)) as ReadableStream;
}

function cellsOf(delivery: ListedDelivery, timeZone: string | null): Cells {
  const { problems, flags, skipReason, trackingUrl } = storedDelivery.parse(delivery);
  const time = (at: Date | null) => at && DateTime.fromJSDate(at, { zone: timeZone ?? 'UTC' }).toISO();
  return {
    order: delivery.orderName,
    fulfillment: delivery.fulfillmentName,
    order_number: delivery.orderNumber,
    phase: delivery.phase,
    state: delivery.state,
    state_group: delivery.stateGroup,
    state_at: time(delivery.stateAt),
    service: delivery.service,
    pickup: delivery.pickup,
    promised_date: delivery.promisedDate,
    window_start: delivery.windowStart,
    window_end: delivery.windowEnd,
    created_at: time(delivery.createdAt),
    handed_over_at: time(delivery.handedOverAt),
    checked_at: time(delivery.lastReadAt),
    ended_at: time(delivery.endedAt),
    tracking_url: trackingUrl,
    problems: problems.map(({ code }) => code).join(' '),
    flags: flags.map(({ code }) => code).join(' '),
    skip_reason: skipReason?.code ?? null,
  };
}
