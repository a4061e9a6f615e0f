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
  /** Where the next part of a longer list begins, as `printPlace` writes it; null at the end. */
  readonly next: string | null;
}

export interface SeenBox {
  readonly deliveryId: string;
  readonly box: number;
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
  readonly kind: 'good' | 'double' | 'unknown' | FoundElsewhere['kind'];
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
    const own = seen.filter(({ deliveryId }) => deliveryId === delivery.id).map(({ box }) => box);
    const boxes = new Set([...delivery.scanned, ...own.filter((box) => box <= delivery.boxes)]);
    const scanned = delivery.stop === null ? [...boxes].filter((box) => !delivery.gone.includes(box)) : [];
    return { ...delivery, scanned: scanned.sort((one, other) => one - other) };
  });
}

/**
 * What one scan means, and the box that counts; only a good scan has one. A code that names its box counts once, whoever
 * scans it how often. Bars, a typed number and a label of a former version name none: they count as the next box that is
 * missing.
 */
export function scan(
  expected: readonly ExpectedDelivery[],
  text: string,
): { readonly result: ScanResult; readonly seen: SeenBox | null } {
  const found = find(expected, text.trim());
  if (!found) return { result: { kind: 'unknown', text: text.trim(), delivery: null, count: 0 }, seen: null };
  const { delivery, box } = found;
  const { id, stop, scanned, gone } = delivery;
  const said = (kind: ScanResult['kind'], count = scanned.length + gone.length) => {
    return { kind, text: text.trim(), delivery, count };
  };
  if (stop !== null) return { result: said(stop), seen: null };
  const numbers = Array.from({ length: delivery.boxes }, (_, index) => index + 1);
  const missing = numbers.filter((each) => !scanned.includes(each) && !gone.includes(each));
  const counted = box === null ? missing[0] : missing.find((each) => each === box);
  if (counted !== undefined) {
    return { result: said('good', scanned.length + gone.length + 1), seen: { deliveryId: id, box: counted } };
  }
  const isGone = box === null ? gone.length === delivery.boxes : gone.includes(box);
  return { result: said(isGone ? 'collected' : 'double'), seen: null };
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
