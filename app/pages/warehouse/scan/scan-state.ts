/** Why a delivery must not leave, although its box is ready. */
export type Stop = 'cancelled' | 'held' | 'edited';

/** A delivery that is expected at the door. Boxes count from 1. */
export interface ExpectedDelivery {
  readonly id: string;
  readonly orderNumber: string;
  /** As the merchant knows it. */
  readonly name: string;
  readonly stop: Stop | null;
  /** How many there are. */
  readonly boxes: number;
  /** Those that any device has scanned. */
  readonly scanned: readonly number[];
  /** Those that a courier took at an earlier handover. */
  readonly gone: readonly number[];
}

export interface ScanList {
  readonly expected: readonly ExpectedDelivery[];
  /** Where the next part of a longer list begins; null at the end. */
  readonly next: string | null;
}

export interface SeenBox {
  readonly deliveryId: string;
  /** Null for a code that names none: it counts only where the delivery has one box. */
  readonly box: number | null;
}

/** What a page tells and asks at once. Everything can be repeated. */
export interface ScanRequest {
  readonly boxes: readonly SeenBox[];
  /** A code of no delivery of the list. */
  readonly asked: string | null;
  /** A new number of boxes. */
  readonly number: { readonly deliveryId: string; readonly boxes: number } | null;
  /** The id of the handover that is closed. */
  readonly sign: string | null;
  /** Whether the count begins again. */
  readonly reset: boolean;
}

export interface ScanAnswer extends ScanList {
  readonly found: FoundElsewhere | null;
  /** Null when nothing was closed. */
  readonly handover: string | null;
}

/** A delivery that is not on the list. */
export interface FoundElsewhere {
  readonly kind: 'elsewhere' | 'collected' | Stop;
  readonly name: string;
  readonly orderNumber: string;
  /** The promised day as `YYYY-MM-DD`. */
  readonly day: string | null;
}

export interface ScanResult {
  readonly kind: 'good' | 'double' | 'which' | 'unknown' | FoundElsewhere['kind'];
  /** What was scanned. */
  readonly text: string;
  /** Null when it is unknown. */
  readonly delivery: (Pick<ExpectedDelivery, 'name' | 'orderNumber'> & Partial<ExpectedDelivery>) | null;
  /** Boxes of the delivery that are scanned now. */
  readonly count: number;
}

/** The list with boxes that the server does not know yet. */
export function withSeen(expected: readonly ExpectedDelivery[], seen: readonly SeenBox[]): ExpectedDelivery[] {
  return expected.map((delivery) => {
    const own = seen.filter(({ deliveryId }) => deliveryId === delivery.id);
    const counted = own.map(({ box }) => box ?? (delivery.boxes === 1 ? 1 : Infinity));
    const boxes = new Set([...delivery.scanned, ...counted.filter((box) => box <= delivery.boxes)]);
    const scanned = delivery.stop === null ? [...boxes].filter((box) => !delivery.gone.includes(box)) : [];
    return { ...delivery, scanned: scanned.sort((one, other) => one - other) };
  });
}

/**
 * What one scan means, and the box that counts; only a good scan has one. A code that names its box counts once, whoever
 * scans it how often. Bars, a typed number and a label of a former version name none: of several boxes, a person says
 * which one it is.
 */
export function scan(expected: readonly ExpectedDelivery[], text: string): Scan {
  const found = find(expected, text.trim());
  if (found) return scanBox(found.delivery, found.box, text.trim());
  return { result: { kind: 'unknown', text: text.trim(), delivery: null, count: 0 }, seen: null };
}

interface Scan {
  readonly result: ScanResult;
  readonly seen: SeenBox | null;
}

/** @param box null where the code does not name it */
export function scanBox(delivery: ExpectedDelivery, box: number | null, text: string): Scan {
  const { id, stop, boxes, scanned, gone } = delivery;
  const count = scanned.length + gone.length;
  const said = (kind: ScanResult['kind']) => ({ result: { kind, text, delivery, count }, seen: null });
  if (stop !== null) return said(stop);
  const missing = missingBoxes(delivery);
  if (box === null ? boxes === 1 && missing.length === 1 : missing.includes(box)) {
    return { result: { kind: 'good', text, delivery, count: count + 1 }, seen: { deliveryId: id, box } };
  }
  if (box === null && missing.length > 0) return said('which');
  return said((box === null ? gone.length === boxes : gone.includes(box)) ? 'collected' : 'double');
}

/** The boxes that no device has scanned, and no courier took. */
export function missingBoxes({ boxes, scanned, gone }: ExpectedDelivery): number[] {
  const numbers = Array.from({ length: boxes }, (_, index) => index + 1);
  return numbers.filter((each) => !scanned.includes(each) && !gone.includes(each));
}

interface Found {
  readonly delivery: ExpectedDelivery;
  /** Null where the code does not name it. */
  readonly box: number | null;
}

/** A number that is expected comes first, because it may end like the code of a box. */
function find(expected: readonly ExpectedDelivery[], text: string): Found | null {
  const whole = findNumber(expected, text);
  if (whole) return { delivery: whole, box: null };
  const [, number = '', box = ''] = /^(.+)\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const delivery = number === '' ? null : findNumber(expected, number);
  return delivery && { delivery, box: Number(box) };
}

/** The operator's number as it is; or typed by hand, in any case, or the order's name with or without '#'. */
function findNumber(expected: readonly ExpectedDelivery[], text: string): ExpectedDelivery | null {
  const exact = expected.find(({ orderNumber }) => orderNumber === text);
  if (exact) return exact;
  const typed = plain(text);
  const [only, ...others] = expected.filter(
    ({ orderNumber, name }) => plain(orderNumber) === typed || plain(name) === typed,
  );
  return only && others.length === 0 ? only : null;
}

const plain = (text: string) => text.toLowerCase().replace(/^#/, '');

export interface ScanProgress {
  readonly scanned: number;
  readonly total: number;
  readonly missing: readonly ExpectedDelivery[];
  readonly done: readonly ExpectedDelivery[];
}

/** Where the scanning stands, without what must not leave and what left at an earlier handover. */
export function progressOf(expected: readonly ExpectedDelivery[]): ScanProgress {
  const wanted = expected.filter(({ stop, boxes, gone }) => stop === null && gone.length < boxes);
  const isDone = ({ boxes, scanned, gone }: ExpectedDelivery) => scanned.length + gone.length >= boxes;
  return {
    scanned: wanted.reduce((sum, { scanned }) => sum + scanned.length, 0),
    total: wanted.reduce((sum, { boxes, gone }) => sum + boxes - gone.length, 0),
    missing: wanted.filter((delivery) => !isDone(delivery)),
    done: wanted.filter(isDone),
  };
}
