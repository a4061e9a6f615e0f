import type { PrintFormat } from '../../printing/format.ts';

export const PRINT_DOCUMENTS = ['labels', 'pick-list', 'sheet'] as const;
export type PrintDocument = (typeof PRINT_DOCUMENTS)[number];

/** From the shelf to the courier, in their order. */
export const PACK_STEPS = ['labels', 'pick-list', 'scan', 'sheet'] as const;
export type PackStep = (typeof PACK_STEPS)[number];

/** Which deliveries are printed. */
export type PrintSelection =
  | { readonly kind: 'deliveries'; readonly ids: readonly string[] }
  /** gids */
  | { readonly kind: 'orders'; readonly ids: readonly string[] }
  /** Deliveries that wait for collection. */
  | {
      readonly kind: 'waiting';
      /** As it is stored with deliveries, or NO_PICKUP; null for every pickup. */
      readonly pickup: string | null;
      /** The promised day as `YYYY-MM-DD`; null for every day. */
      readonly day: string | null;
      /** The place after which this part of the list begins, by hand-over and id; null for the first part. */
      readonly after: string | null;
      /** With those that the operator has collected already. */
      readonly collected: boolean;
    }
  /** What a courier took, and what was missing. */
  | { readonly kind: 'handover'; readonly id: string };

export interface PrintQuery {
  readonly selection: PrintSelection;
  /** Null for the usual paper. */
  readonly format: PrintFormat | null;
  /** The number of boxes that each of the deliveries has from now on; null leaves them as they are. */
  readonly boxes: number | null;
}

/** The header of a document that says where the next part of the list begins. */
export const NEXT_PART = 'Handoff-Next-Part';

/** Stands for deliveries without a pickup. */
export const NO_PICKUP = 'none';

/** The page of a step. */
export const packPath = (step: PackStep, selection: PrintSelection) =>
  `/app/warehouse?step=${step}&${printSearch(selection)}`;

/** The page that prints the labels of deliveries. */
export const printLabelsPath = (ids: readonly string[]) => packPath('labels', { kind: 'deliveries', ids });

/** The part of an address that `readPrintQuery` reads. */
export function printSearch(selection: PrintSelection, on: Partial<PrintQuery> = {}): string {
  const params = new URLSearchParams();
  if (on.format) params.set('format', on.format);
  if (on.boxes) params.set('boxes', String(on.boxes));
  if (selection.kind === 'waiting') {
    params.set('waiting', '');
    if (selection.pickup !== null) params.set('pickup', selection.pickup);
    if (selection.day !== null) params.set('day', selection.day);
    if (selection.after !== null) params.set('after', selection.after);
    if (selection.collected) params.set('collected', '');
  } else if (selection.kind === 'handover') params.set('handover', selection.id);
  else params.set(selection.kind, selection.ids.map((id) => id.split('/').at(-1)).join(','));
  return params.toString();
}
