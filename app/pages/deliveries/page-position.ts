import { z } from 'zod';
import { askedPlace, placeOf } from '../shell/asked-values.ts';

/** The place of a delivery in the list. */
export interface DeliveryCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** The position of a page: the deliveries after a cursor, or before one; without a cursor, the first page. */
export interface PagePosition {
  readonly after?: DeliveryCursor | null;
  readonly before?: DeliveryCursor | null;
  /** In a list that is sorted by a column: the number of deliveries before the page. */
  readonly skip?: number;
}

const cursor = askedPlace.transform(({ at, id }) => ({ createdAt: at, id }));

const SKIPPED_LIMIT = 1_000_000;
const skipped = z.coerce.number().int().min(0).max(SKIPPED_LIMIT).catch(0);

/** The page that an address asks for. If it cannot be read, the first page. */
export function pagePosition(search: URLSearchParams): PagePosition {
  const read = (name: string) => cursor.safeParse(search.get(name)).data ?? null;
  return { after: read('after'), before: read('before'), skip: skipped.parse(search.get('skip')) };
}

/** How an address names the position of a delivery in the list. */
export function printCursor({ createdAt, id }: DeliveryCursor): string {
  return placeOf(createdAt, id);
}
