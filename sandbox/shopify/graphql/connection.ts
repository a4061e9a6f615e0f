import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { numericId } from '../shop/gid.ts';

export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
  readonly reverse?: boolean | null;
}

export interface Connection<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly nodes: readonly T[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

const cursorShape = z.object({ last_id: z.number(), last_value: z.union([z.number(), z.string()]) });
type SortValue = number | string;
interface Place {
  readonly value: SortValue;
  readonly id: number;
}

/**
 * One page of a connection. A cursor contains the sort value and the id of its record, so that records which change or
 * are added between two pages shift nothing.
 * @throws GraphQLError without `first` or `last`, with more than 250, or with a cursor that this function did not make
 */
export function pageOf<T>(
  records: readonly T[],
  page: PageArguments,
  sortValue?: (record: T, index: number) => SortValue,
): Connection<T> {
  const size = page.first ?? page.last;
  if (size === null || size === undefined) throw badRequest('you must provide one of first or last');
  if (typeof page.first === 'number' && typeof page.last === 'number')
    throw badRequest('providing both first and last is not supported');
  if (size < 0 || size > 250) throw badRequest(`${page.first === size ? 'first' : 'last'} must be between 0 and 250`);
  const direction = page.reverse ? -1 : 1;
  const placed = records
    .map((record, index) => ({
      record,
      place: { value: sortValue?.(record, index) ?? index, id: idOf(record, index) },
    }))
    .toSorted((a, b) => direction * compare(a.place, b.place));
  const after = page.after ? decode(page.after) : null;
  const before = page.before ? decode(page.before) : null;
  const range = placed.filter(
    ({ place }) =>
      (!after || direction * compare(place, after) > 0) && (!before || direction * compare(place, before) < 0),
  );
  const chosen = typeof page.first === 'number' ? range.slice(0, size) : range.slice(Math.max(0, range.length - size));
  const edges = chosen.map(({ record, place }) => ({ cursor: encode(place), node: record }));
  const [head] = chosen;
  const tail = chosen.at(-1);
  return {
    edges,
    nodes: chosen.map(({ record }) => record),
    pageInfo: {
      hasNextPage: tail ? tail !== placed.at(-1) : range.length > 0,
      hasPreviousPage: head ? head !== placed[0] : false,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function compare(a: Place, b: Place): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return a.id - b.id;
}

function idOf(record: unknown, index: number): number {
  const id = typeof record === 'object' && record !== null && 'id' in record ? record.id : null;
  return typeof id === 'string' ? numericId(id) : index;
}

function encode({ value, id }: Place): string {
  return Buffer.from(JSON.stringify({ last_id: id, last_value: value })).toString('base64');
}

function decode(cursor: string): Place {
  try {
    const { last_id, last_value } = cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')));
    return { id: last_id, value: last_value };
  } catch {
    throw badRequest(`Invalid cursor for current pagination sort: ${cursor}`);
  }
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}
