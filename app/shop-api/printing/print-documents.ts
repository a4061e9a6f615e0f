import { Readable } from 'node:stream';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { BOUNDS } from '../../bounds.ts';
import { readHandover } from '../../deliveries/packing/handovers.ts';
import { boxesOf, changedSince, notePrinted, readPrints } from '../../deliveries/printing/prints.ts';
import { isAtPickup } from '../../domain/tracking/operator-state.ts';
import type { PrintDocument, PrintQuery } from '../../pages/warehouse/print-query.ts';
import { loadBarcodes } from '../../printing/label/barcode.ts';
import { policyOf, writeDocument, type Markup } from '../../printing/document.ts';
import type { PaperName } from '../../printing/format.ts';
import { labelPages, labelsOf } from '../../printing/label/label.ts';
import { labelStyle } from '../../printing/label/label-layout.ts';
import { listStyle, notPrintedPart, sheetOf, type SheetEntry } from '../../printing/lists/sheet.ts';
import { pickListOf } from '../../printing/lists/pick-list.ts';
import type { NotPrinted, PrintedDelivery } from '../../printing/printed-delivery.ts';
import { findShop, type ShopWithAccount } from '../../shops/shop-store.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import type { AnsweredClient } from '../answered-client.ts';
import type { ShopContext } from '../shop-context.ts';
import { nameOf, readLiveDeliveries, type LiveDelivery } from './live-deliveries.ts';
import { sayBoxes, selectDeliveries, type SelectedDelivery } from './selected-deliveries.ts';

/** A printed document, as it is sent: HTML that has no scripts. */
export interface PrintedDocument {
  readonly body: ReadableStream;
  /** Its Content-Security-Policy. */
  readonly policy: string;
  /** Where the next part of the list begins; null at its end. */
  readonly next: string | null;
}

/** What is asked for. */
export interface PrintOrder extends PrintQuery {
  readonly document: PrintDocument;
  readonly client: AnsweredClient;
}

interface Printing {
  readonly own: ShopContext;
  readonly shop: ShopWithAccount;
  readonly order: PrintOrder;
  readonly format: PaperName;
  readonly batches: AsyncIterable<readonly LiveDelivery[]>;
  /** Grows while the document is written: it is told at the end. */
  readonly left: NotPrinted[];
}

/**
 * Makes a document of live orders. Nothing of it is kept but when it was printed, how many boxes it has, and a hash
 * with a key.
 *
 * @returns null when one of the deliveries, or every one of the orders, is not the shop's, and for labels and pick lists
 *   of a list in which nothing waits
 * @throws ShopifyError when no order can be read
 */
export async function printDocument(own: ShopContext, order: PrintOrder): Promise<PrintedDocument | null> {
  const { locale } = own;
  const { document, selection } = order;
  // a label on a box that is gone helps nobody
  const asked = document !== 'sheet' && selection.kind === 'waiting' ? { ...selection, collected: false } : selection;
  const [shop, selected] = await Promise.all([
    findShop(own.database, own.domain),
    selectDeliveries(own, asked, BOUNDS.printedDeliveries),
  ]);
  if (!shop || !selected) return null;
  if (selected.rows.length === 0 && document !== 'sheet') return null;
  const rows = order.boxes === null ? selected.rows : await withBoxes(own, selected.rows, order.boxes);
  const withImages = document === 'pick-list';
  const batches = readLiveDeliveries(own, { shop, rows, client: order.client, withImages });
  // the first orders are read before the answer begins, so that a failure has a status
  const first = await batches.next();
  const all = async function* () {
    if (first.done) return;
    yield first.value;
    yield* batches;
  };
  const format = formatOf(order, shop);
  const left: NotPrinted[] = selected.more > 0 ? [{ name: `+${selected.more}`, reason: 'too-many' }] : [];
  const printing: Printing = { own, shop, order, format, batches: all(), left };
  const texts = textsIn(locale).print;
  const isOfLabels = document === 'labels';
  const head = {
    title: { labels: texts.labels, sheet: texts.sheet, 'pick-list': texts.pickList }[document],
    locale,
    format,
    images: withImages ? imageOriginOf(own) : null,
    style: isOfLabels ? `${labelStyle(format)}${NOTE_STYLE}` : listStyle(format),
  };
  const parts = { labels, sheet: sheets, 'pick-list': pickList }[document];
  const text = writeDocument(head, withEnd(printing, parts(printing)));
  return {
    body: Readable.toWeb(Readable.from(text)) as ReadableStream,
    policy: policyOf(head),
    next: selected.next,
  };
}

/** Of the countries whose offices print on Letter. */
const LETTER_CURRENCIES = new Set('CAD CLP COP CRC DOP GTQ HNL MXN NIO PAB PHP USD VES'.split(' '));

/** Lists are printed on what offices of the shop's country have, and labels where that is chosen. */
function formatOf({ document, format }: PrintOrder, { currency }: ShopWithAccount): PaperName {
  if (document === 'labels' && format !== 'a4') return format ?? '100x150';
  return LETTER_CURRENCIES.has(currency ?? '') ? 'letter' : 'a4';
}

/** The deliveries with that many boxes, except those whose number is fixed. */
async function withBoxes(own: ShopContext, rows: readonly SelectedDelivery[], boxes: number) {
  const ids = rows.map(({ id }) => id);
  const changed = await sayBoxes(own, ids, boxes);
  return rows.map((row) => (changed.has(row.id) ? { ...row, boxes } : row));
}

/** What was left out of labels stands on a page of its own. */
const NOTE_STYLE = '\n.sheet{padding:4mm;font-size:4mm}.left h2{font-weight:800}';

async function* withEnd({ left, own }: Printing, parts: AsyncIterable<Markup>): AsyncGenerator<Markup> {
  yield* parts;
  const end = notPrintedPart(left, own.locale);
  if (end) yield end;
}

/** The deliveries that can be printed; the others are remembered for the end. */
async function* printable({ batches, left }: Printing): AsyncGenerator<LiveOf<'printed'>[]> {
  for await (const batch of batches) {
    for (const each of batch) if ('left' in each) left.push(each.left);
    yield batch.filter((each): each is LiveOf<'printed'> => 'printed' in each);
  }
}

type LiveOf<Key extends string> = Extract<LiveDelivery, Readonly<Record<Key, unknown>>>;

function labels(printing: Printing): AsyncGenerator<Markup> {
  return labelPages(eachLabel(printing), printing.format);
}

async function* eachLabel(printing: Printing): AsyncGenerator<Markup> {
  const { own, shop, left, format } = printing;
  const { locale, domain } = own;
  const reader = { locale, format, shopName: shop.name ?? domain, drawBarcodes: await loadBarcodes() };
  let room = BOUNDS.printedLabels;
  for await (const batch of printable(printing)) {
    const fitting: PrintedDelivery[] = [];
    for (const { row, printed } of batch) {
      room -= printed.boxes;
      if (room >= 0) fitting.push(printed);
      else left.push({ name: nameOf(row), reason: 'too-many' });
    }
    left.push(...(await labelsOfBefore(own, fitting)));
    await note(printing, fitting, 'labels');
    for (const delivery of fitting) {
      yield* labelsOf(delivery, reader);
      await letOthersRun(); // drawing the codes takes a few milliseconds
    }
  }
}

/** Deliveries whose labels were printed with another number of boxes. */
async function labelsOfBefore(own: ShopContext, deliveries: readonly PrintedDelivery[]): Promise<NotPrinted[]> {
  const ids = deliveries.map(({ id }) => id);
  const prints = await readPrints(own, ids);
  return deliveries.flatMap(({ id, name, boxes }) => {
    const { packages = boxes } = prints.get(id) ?? {};
    return packages === boxes ? [] : [{ name: `${name} (${packages})`, reason: 'old-labels' }];
  });
}

async function* sheets(printing: Printing): AsyncGenerator<Markup> {
  const { own, shop, order } = printing;
  const { selection } = order;
  const handover = selection.kind === 'handover' ? await readHandover(own, selection.id) : null;
  const pickups = new Map<string | null, SheetEntry[]>();
  for await (const batch of printable(printing)) {
    const ids = batch.map(({ row }) => row.id);
    const prints = await readPrints(own, ids);
    for (const { row, printed } of batch) {
      const handed = handover?.boxes.get(row.id);
      const entry: SheetEntry = {
        delivery: {
          ...printed,
          ...(handover && { isCancelled: false }),
          boxes: handed ? handed.taken + handed.missing : boxesOf(row, prints, printed.boxes),
        },
        changedSince: changedSince(printed, prints, own.app.encryption),
        isCollected: !handed && !isAtPickup(row.stateGroup),
        scanned: handed?.taken ?? null,
      };
      const { identity } = printed.pickup;
      pickups.set(identity, [...(pickups.get(identity) ?? []), entry]);
    }
    const deliveries = batch.map(({ printed }) => printed);
    await note(printing, deliveries, 'sheet');
  }
  const reader = {
    ...readerOf(own, shop),
    handedOverAt: handover?.at ?? null,
    day: selection.kind === 'waiting' ? selection.day : null,
  };
  if (pickups.size === 0) {
    const identity = selection.kind === 'waiting' ? selection.pickup : null;
    yield sheetOf({ identity, name: null }, [], reader);
  }
  for (const entries of pickups.values()) {
    const named = entries.find(({ delivery }) => delivery.pickup.name !== null) ?? entries[0];
    if (named) yield sheetOf(named.delivery.pickup, entries, reader);
  }
}

async function* pickList(printing: Printing): AsyncGenerator<Markup> {
  const deliveries: PrintedDelivery[] = [];
  for await (const batch of printable(printing)) deliveries.push(...batch.map(({ printed }) => printed));
  yield pickListOf(deliveries, { ...readerOf(printing.own, printing.shop), images: imageOriginOf(printing.own) });
}

/** Images of products and App Bridge come from the same place: Shopify's CDN. */
const imageOriginOf = ({ app }: ShopContext) => new URL(app.environment.APP_BRIDGE_URL).origin;

function readerOf({ locale, domain, app }: ShopContext, { name, timeZone }: ShopWithAccount) {
  return { locale, shopName: name ?? domain, timeZone, printedAt: app.now() };
}

async function note({ own }: Printing, deliveries: readonly PrintedDelivery[], document: 'labels' | 'sheet') {
  if (deliveries.length === 0) return;
  await notePrinted(own, { deliveries, document, encryption: own.app.encryption, now: own.app.now() });
}
