import { BOUNDS } from '../../bounds.ts';
import {
  countBoxes,
  lastHandovers,
  readBoxes,
  signHandover,
  uncountBoxes,
} from '../../deliveries/packing/handovers.ts';
import { boxesOf, readPrints, type Prints } from '../../deliveries/printing/prints.ts';
import { readColumn } from '../../domain/lifecycle/stored-columns.ts';
import { isAtPickup } from '../../domain/tracking/operator-state.ts';
import type { PrintSelection } from '../../pages/warehouse/print-query.ts';
import type { FoundElsewhere, ScanAnswer, ScanList, ScanRequest, Stop } from '../../pages/warehouse/scan/scan-state.ts';
import { printMoment } from '../../extension-api/printed-times.ts';
import { waitingPickups } from '../../pages/warehouse/waiting-view.ts';
import { findShop, settingsOf } from '../../shops/shop-store.ts';
import { readerOf, type ShopContext } from '../shop-context.ts';
import { nameOf } from './live-deliveries.ts';
import { countWaiting, PRINTED, sayBoxes, selectDeliveries, type SelectedDelivery } from './selected-deliveries.ts';

const SHOWN_HANDOVERS = 10;

export async function warehousePage(own: ShopContext) {
  const [shop, counts, handovers] = await Promise.all([
    findShop(own.database, own.domain),
    countWaiting(own),
    lastHandovers(own, SHOWN_HANDOVERS),
  ]);
  const { cutoffs } = settingsOf({ settings: shop?.settings ?? {} }).service;
  const reader = readerOf(own, shop);
  return {
    pickups: waitingPickups(counts, cutoffs, own.locale),
    /** Newest first. */
    handovers: handovers.map((each) => ({ ...each, at: printMoment(each.at, reader) })),
  };
}

/**
 * The deliveries that are expected at the door, with what all devices have scanned of them. It contains nothing about
 * buyers, and Shopify is not asked.
 *
 * @returns null when one of the deliveries is not the shop's
 */
export async function scanList(own: ShopContext, selection: PrintSelection): Promise<ScanList | null> {
  const selected = await selectDeliveries(own, selection, BOUNDS.scannedDeliveries);
  if (!selected) return null;
  const { rows, next } = selected;
  const ids = rows.map(({ id }) => id);
  // a box that was scanned before an edit is the box of before: it is checked, labelled and scanned again
  for (const row of rows) {
    const until = editOf(row)?.at;
    if (until) await uncountBoxes(own, [row.id], until);
  }
  const [prints, scanned] = await Promise.all([readPrints(own, ids), readBoxes(own, ids, own.app.now())]);
  const expected = rows.flatMap((row) => {
    const { id, orderNumber } = row;
    if (orderNumber === null || !isAtPickup(row.stateGroup)) return [];
    const { open = [], gone = [] } = scanned.get(id) ?? {};
    const boxes = boxesOf(row, prints, 1);
    return [{ id, orderNumber, name: nameOf(row), stop: stopOf(row, prints), boxes, scanned: open, gone }];
  });
  return { expected, next };
}

/** Why a delivery must not leave, although its box is ready. An edit is in order once the label was printed after it. */
function stopOf(row: SelectedDelivery, prints: Prints): Stop | null {
  if (row.cancelRequestedAt !== null || row.phase === 'cancelled') return 'cancelled';
  if (row.handedOverAt === null) return 'held';
  const edit = editOf(row);
  const printedAt = prints.get(row.id)?.printedAt;
  return edit && (!printedAt || (edit.at && printedAt <= edit.at)) ? 'edited' : null;
}

/** The last edit after the hand-over; null without one. */
function editOf(row: SelectedDelivery): { readonly at: Date | null } | null {
  const edit = readColumn(row, 'problems').find(({ code }) => code === 'edited-after-hand-over');
  const { editedAt } = edit?.details ?? {};
  // edits that an earlier version noticed have no time of their own
  return edit ? { at: typeof editedAt === 'string' ? new Date(editedAt) : row.attentionSince } : null;
}

/** Counts what one device has scanned, does what it asks besides, and answers with the list of all devices. */
export async function scan(
  own: ShopContext,
  selection: PrintSelection,
  { boxes, asked, number, sign, reset }: ScanRequest,
): Promise<ScanAnswer | null> {
  const { app, staff: by } = own;
  const now = app.now();
  if (number) await sayBoxes(own, [number.deliveryId], number.boxes);
  const before = boxes.length > 0 ? await scanList(own, selection) : null;
  const stopped = before?.expected.filter(({ stop }) => stop !== null).map(({ id }) => id) ?? [];
  const leaving = boxes.filter(({ deliveryId }) => !stopped.includes(deliveryId));
  await countBoxes(own, leaving, now);
  const list = await scanList(own, selection);
  if (!list) return null;
  const found = asked === null ? null : await findElsewhere(own, asked);
  const ids = list.expected.map(({ id }) => id);
  if (reset) await uncountBoxes(own, ids, now);
  const pickup = selection.kind === 'waiting' ? selection.pickup : null;
  const expected = list.expected.filter(({ stop }) => stop === null);
  const isSigned = sign !== null && (await signHandover(own, { id: sign, by, pickup, expected, now }));
  const after = reset || isSigned ? await scanList(own, selection) : list;
  return after && { ...after, found, handover: isSigned ? sign : null };
}

/** A delivery of the shop that is not on the list, by what its label says. */
async function findElsewhere(own: ShopContext, text: string): Promise<FoundElsewhere | null> {
  const numbers = [text, text.replace(/\/\d{1,4}$/, '')];
  const row = await own.database.delivery.findFirst({ where: { orderNumber: { in: numbers } }, select: PRINTED });
  if (row?.orderNumber == null) return null;
  const prints = await readPrints(own, [row.id]);
  const kind = isAtPickup(row.stateGroup) ? (stopOf(row, prints) ?? 'elsewhere') : 'collected';
  return { kind, name: nameOf(row), orderNumber: row.orderNumber, day: row.promisedDate };
}
