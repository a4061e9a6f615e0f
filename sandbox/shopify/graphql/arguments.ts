import type { PageArguments } from './connection.ts';

/** Arguments of a field, which the schema has already checked. */
export type Arguments = Readonly<Record<string, unknown>>;

/** An argument that is text or an id; empty when it is absent. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The arguments for paging. */
export function pageArguments(args: Arguments): PageArguments {
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    first: number(args.first),
    last: number(args.last),
    after: text(args.after) || null,
    before: text(args.before) || null,
    reverse: args.reverse === true,
  };
}
