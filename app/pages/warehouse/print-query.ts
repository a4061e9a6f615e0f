import type { PrintFormat } from '../../printing/format.ts';

export const PRINT_DOCUMENTS = ['labels', 'sheet', 'pick-list'] as const;
export type PrintDocument = (typeof PRINT_DOCUMENTS)[number];

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
      /** The part of a list that is longer than a document, from 1. */
      readonly part: number;
    };

export interface PrintQuery {
  readonly selection: PrintSelection;
  readonly format: PrintFormat;
}

/** Stands for deliveries without a pickup. */
export const NO_PICKUP = 'none';

export const DEFAULT_FORMAT: PrintFormat = '100x150';

/** The page that prints the labels of deliveries. */
export function printLabelsPath(deliveryIds: readonly string[]): string {
  return `/app/warehouse/print?document=labels&deliveries=${deliveryIds.join(',')}`;
}

/** The part of an address that `readPrintQuery` reads. */
export function printSearch({ selection, format: paper }: PrintQuery): URLSearchParams {
  const params = new URLSearchParams({ format: paper });
  if (selection.kind === 'waiting') {
    params.set('waiting', '');
    if (selection.pickup !== null) params.set('pickup', selection.pickup);
    if (selection.day !== null) params.set('day', selection.day);
    if (selection.part > 1) params.set('part', String(selection.part));
    return params;
  }
  params.set(
    selection.kind,
    selection.ids.map((id) => (selection.kind === 'orders' ? (id.split('/').at(-1) ?? '') : id)).join(','),
  );
  return params;
}
