import type { PageArguments } from './connection.ts';
import type { Arguments } from './context.ts';

/** The paging part of a field's arguments, which the schema has already checked. */
export function pageArguments(args: Arguments): PageArguments {
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    first: number(args.first),
    last: number(args.last),
    after: text(args.after),
    before: text(args.before),
    reverse: args.reverse === true,
  };
}
