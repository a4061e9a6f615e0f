/** A delivery that is expected at the door. */
export interface ExpectedDelivery {
  readonly id: string;
  readonly orderNumber: string;
  /** As the merchant knows it. */
  readonly name: string;
  readonly isCancelled: boolean;
  /** How many packages were printed of it; 1 when nothing was printed. */
  readonly packages: number;
}

/** The boxes that were scanned, by delivery. They count from 1. */
export type ScannedBoxes = Readonly<Record<string, readonly number[]>>;

export interface ScanResult {
  readonly kind: 'good' | 'double' | 'cancelled' | 'unknown';
  /** What was scanned. */
  readonly text: string;
  /** Null when it is unknown. */
  readonly delivery: ExpectedDelivery | null;
  /** Packages of the delivery that are scanned now. */
  readonly count: number;
}

/** What was scanned of the deliveries that are expected now, without those that were collected or belong elsewhere. */
export function expectedBoxes(expected: readonly ExpectedDelivery[], boxes: ScannedBoxes): ScannedBoxes {
  return Object.fromEntries(
    expected.flatMap(({ id, isCancelled, packages }) => {
      const scanned = isCancelled ? [] : (boxes[id] ?? []).filter((box) => box <= packages);
      return scanned.length > 0 ? [[id, scanned]] : [];
    }),
  );
}

/**
 * What one scan means, and the boxes after it. Only a good scan counts. A code that names its box counts once, whoever
 * scans it how often. Bars, a typed number and a label of a former version name none: they count as the next box that is
 * missing.
 */
export function scan(
  expected: readonly ExpectedDelivery[],
  boxes: ScannedBoxes,
  scanned: string,
): { readonly result: ScanResult; readonly boxes: ScannedBoxes } {
  const text = scanned.trim();
  const found = find(expected, text);
  if (!found) return { result: { kind: 'unknown', text, delivery: null, count: 0 }, boxes };
  const { delivery, box } = found;
  const before = boxes[delivery.id] ?? [];
  const said = (kind: ScanResult['kind'], count: number) => ({ kind, text, delivery, count });
  if (delivery.isCancelled) return { result: said('cancelled', before.length), boxes };
  const missing = Array.from({ length: delivery.packages }, (_, index) => index + 1).filter(
    (each) => !before.includes(each),
  );
  const counted = box === null ? missing[0] : missing.find((each) => each === box);
  if (counted === undefined) return { result: said('double', before.length), boxes };
  const after = [...before, counted].sort((one, other) => one - other);
  return { result: said('good', after.length), boxes: { ...boxes, [delivery.id]: after } };
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

/** Where the scanning stands. Cancelled deliveries are not expected. */
export function progressOf(expected: readonly ExpectedDelivery[], boxes: ScannedBoxes): ScanProgress {
  const wanted = expected.filter(({ isCancelled }) => !isCancelled);
  const countOf = ({ id }: ExpectedDelivery) => boxes[id]?.length ?? 0;
  const isDone = (delivery: ExpectedDelivery) => countOf(delivery) >= delivery.packages;
  return {
    scanned: wanted.reduce((sum, delivery) => sum + Math.min(countOf(delivery), delivery.packages), 0),
    total: wanted.reduce((sum, { packages }) => sum + packages, 0),
    missing: wanted.filter((delivery) => !isDone(delivery)),
    done: wanted.filter(isDone),
  };
}
