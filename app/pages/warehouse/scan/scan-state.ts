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

/** Packages that were scanned, by delivery. */
export type ScanCounts = Readonly<Record<string, number>>;

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
export function countsOf(expected: readonly ExpectedDelivery[], counts: ScanCounts): ScanCounts {
  return Object.fromEntries(
    expected.flatMap(({ id, isCancelled }) => {
      const count = isCancelled ? 0 : (counts[id] ?? 0);
      return count > 0 ? [[id, count]] : [];
    }),
  );
}

/** What one scan means, and the counts after it. Only a good scan counts. */
export function scan(
  expected: readonly ExpectedDelivery[],
  counts: ScanCounts,
  scanned: string,
): { readonly result: ScanResult; readonly counts: ScanCounts } {
  const text = scanned.trim();
  const delivery = find(expected, text);
  if (!delivery) return { result: { kind: 'unknown', text, delivery, count: 0 }, counts };
  const before = counts[delivery.id] ?? 0;
  if (delivery.isCancelled) return { result: { kind: 'cancelled', text, delivery, count: before }, counts };
  if (before >= delivery.packages) return { result: { kind: 'double', text, delivery, count: before }, counts };
  const count = before + 1;
  return { result: { kind: 'good', text, delivery, count }, counts: { ...counts, [delivery.id]: count } };
}

/** The operator's number as it is; or typed by hand, in any case, or the order's name with or without '#'. */
function find(expected: readonly ExpectedDelivery[], text: string): ExpectedDelivery | null {
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
export function progressOf(expected: readonly ExpectedDelivery[], counts: ScanCounts): ScanProgress {
  const wanted = expected.filter(({ isCancelled }) => !isCancelled);
  const isDone = ({ id, packages }: ExpectedDelivery) => (counts[id] ?? 0) >= packages;
  return {
    scanned: wanted.reduce((sum, { id, packages }) => sum + Math.min(counts[id] ?? 0, packages), 0),
    total: wanted.reduce((sum, { packages }) => sum + packages, 0),
    missing: wanted.filter((delivery) => !isDone(delivery)),
    done: wanted.filter(isDone),
  };
}
