import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import { PRINT_FORMATS } from '../../printing/format.ts';
import { askedDay } from '../shell/asked-day.ts';
import { DEFAULT_FORMAT, PRINT_DOCUMENTS, type PrintDocument, type PrintQuery } from './print-query.ts';

const listed = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(item).min(1).max(BOUNDS.printedDeliveries));

const orderGid = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform((number) => `gid://shopify/Order/${number}`);

const format = z.enum(PRINT_FORMATS).default(DEFAULT_FORMAT);
const pickup = z.string().min(1).max(BOUNDS.printedText);
const query = z.union([
  z
    .object({ deliveries: listed(z.uuid()), format })
    .transform(({ deliveries: ids, ...rest }) => ({ ...rest, selection: { kind: 'deliveries' as const, ids } })),
  z
    .object({ orders: listed(orderGid), format })
    .transform(({ orders: ids, ...rest }) => ({ ...rest, selection: { kind: 'orders' as const, ids } })),
  z
    .object({
      waiting: z.literal(''),
      pickup: pickup.nullable().default(null),
      day: askedDay.nullable().default(null),
      part: z.coerce.number().int().min(1).max(BOUNDS.printedDeliveries).default(1),
      format,
    })
    .transform(({ pickup: at, day, part, ...rest }) => ({
      format: rest.format,
      selection: { kind: 'waiting' as const, pickup: at, day, part },
    })),
]);

/**
 * What an address asks to print: `deliveries` or `orders` with their ids, or `waiting` with a pickup, a day and a part.
 *
 * @throws ZodError
 */
export function readPrintQuery(params: URLSearchParams): PrintQuery {
  return query.parse(Object.fromEntries(params));
}

const page = z.object({ document: z.enum(PRINT_DOCUMENTS).default('labels') });

/** What the address of a page asks for; null for an address that asks for nothing. */
export function readPrintPage(params: URLSearchParams): (PrintQuery & { readonly document: PrintDocument }) | null {
  const asked = query.safeParse(Object.fromEntries(params)).data;
  const chosen = page.safeParse(Object.fromEntries(params)).data;
  return asked && chosen ? { ...asked, ...chosen } : null;
}
