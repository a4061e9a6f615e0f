import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import { tidyText } from '../../domain/mapping/clean-text.ts';
import { formatNamed, PRINT_FORMATS } from '../../printing/format.ts';
import { askedDay, askedPlace } from '../shell/asked-values.ts';
import { PACK_STEPS, type PackStep, type PrintQuery } from './print-query.ts';
import type { ScanRequest } from './scan/scan-state.ts';

const listed = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(item).min(1).max(BOUNDS.printedDeliveries));

const orderGid = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform((number) => `gid://shopify/Order/${number}`);

const format = z.preprocess((given) => formatNamed(given) ?? given, z.enum(PRINT_FORMATS).nullable().default(null));
const boxes = z.coerce.number().int().min(1).max(BOUNDS.printedLabels).nullable().default(null);
const pickup = z.string().min(1).max(BOUNDS.printedText);
const query = z.union([
  z
    .object({ handover: z.uuid(), format })
    .transform(({ handover: id, ...rest }) => ({ ...rest, boxes: null, selection: { kind: 'handover' as const, id } })),
  z
    .object({ deliveries: listed(z.uuid()), format, boxes })
    .transform(({ deliveries: ids, ...rest }) => ({ ...rest, selection: { kind: 'deliveries' as const, ids } })),
  z
    .object({ orders: listed(orderGid), format, boxes })
    .transform(({ orders: ids, ...rest }) => ({ ...rest, selection: { kind: 'orders' as const, ids } })),
  z
    .object({
      waiting: z.literal(''),
      pickup: pickup.nullable().default(null),
      day: askedDay.nullable().default(null),
      after: z
        .string()
        .refine((text) => askedPlace.safeParse(text).success)
        .nullable()
        .default(null),
      collected: z.literal('').optional(),
      format,
    })
    .transform(({ pickup: at, day, after, collected, ...rest }) => ({
      format: rest.format,
      boxes: null,
      selection: { kind: 'waiting' as const, pickup: at, day, after, collected: collected === '' },
    })),
]);

/**
 * What an address asks to print: `deliveries` or `orders` with their ids and perhaps their number of boxes, or `waiting` with a pickup, a day and the place
 * after which the part begins.
 *
 * @throws ZodError
 */
export function readPrintQuery(params: URLSearchParams): PrintQuery {
  return query.parse(Object.fromEntries(params));
}

const step = z.enum(PACK_STEPS).default('labels');

/** What the page is to show of which deliveries; null for neither. */
export type PackPage = Pick<PrintQuery, 'selection'> & { readonly step: PackStep };

/** @throws ZodError for an address that names a step or deliveries, and that asks for nothing */
export function readPackPage(params: URLSearchParams): PackPage | null {
  const given = Object.fromEntries(params);
  if (!['step', 'handover', 'deliveries', 'orders', 'waiting'].some((name) => params.has(name))) return null;
  return { selection: query.parse(given).selection, step: step.parse(given['step']) };
}

/** The address of the page that an address of before leads to, when each step had a page of its own. */
export function packAddressOf(url: string, page: 'print' | 'scan'): string {
  const { searchParams } = new URL(url);
  searchParams.set('step', page === 'scan' ? page : (searchParams.get('document') ?? 'labels'));
  searchParams.delete('document');
  return `/app/warehouse?${searchParams}`;
}

const box = z.object({ deliveryId: z.uuid(), box: z.int().min(1).max(BOUNDS.printedLabels) });

/** Cameras read any code that is on a box. What is longer or has other characters is none of ours. */
const codeOf = (text: string) => tidyText(text.slice(0, BOUNDS.printedText));

const scans = z.object({
  boxes: z.array(box.extend({ box: box.shape.box.nullable() })).max(BOUNDS.scannedDeliveries),
  asked: z.string().transform(codeOf).nullable(),
  number: z.object({ deliveryId: z.uuid(), boxes: box.shape.box }).nullable(),
  sign: z.uuid().nullable(),
  reset: z.boolean(),
});

const posted = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(scans);

/**
 * What a page that scans tells and asks.
 *
 * @throws ZodError, SyntaxError
 */
export function readScans(given: unknown): ScanRequest {
  return posted.parse(given);
}
