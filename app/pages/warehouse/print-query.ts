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
      /** The place after which this part of the list begins, as `printPlace` writes it; null for the first part. */
      readonly after: string | null;
      /** With those that the operator has collected already. */
      readonly collected: boolean;
    }
  /** What a courier took, and what was missing. */
  | { readonly kind: 'handover'; readonly id: string };

export interface PrintQuery {
  readonly selection: PrintSelection;
  readonly format: PrintFormat;
  /** The number of boxes that each of the deliveries has from now on; null leaves them as they are. */
  readonly boxes: number | null;
}

/** The place of a delivery in the list of those that wait for collection, which is in this order. */
export interface WaitingPlace {
  readonly handedOverAt: Date;
  readonly id: string;
}

/** A place as an address names it. `readPlace` reads it. */
export function printPlace({ handedOverAt, id }: WaitingPlace): string {
  return `${handedOverAt.getTime()}_${id}`;
}

/** The headers of a document that say where the next part begins, and how many deliveries follow. */
export const NEXT_PART = { after: 'Handoff-Next-Part', more: 'Handoff-More-Deliveries' } as const;

/** Stands for deliveries without a pickup. */
export const NO_PICKUP = 'none';

export const DEFAULT_FORMAT: PrintFormat = '100x150';

/** The page that prints the labels of deliveries. */
export function printLabelsPath(deliveryIds: readonly string[]): string {
  return `/app/warehouse/print?document=labels&deliveries=${deliveryIds.join(',')}`;
}

/** The part of an address that `readPrintQuery` reads. */
export function printSearch({ selection, format, boxes }: PrintQuery): URLSearchParams {
  const params = new URLSearchParams({ format });
  if (boxes !== null) params.set('boxes', String(boxes));
  if (selection.kind === 'waiting') {
    params.set('waiting', '');
    if (selection.pickup !== null) params.set('pickup', selection.pickup);
    if (selection.day !== null) params.set('day', selection.day);
    if (selection.after !== null) params.set('after', selection.after);
    if (selection.collected) params.set('collected', '');
    return params;
  }
  if (selection.kind === 'handover') {
    params.set('handover', selection.id);
    return params;
  }
  params.set(
    selection.kind,
    selection.ids.map((id) => (selection.kind === 'orders' ? (id.split('/').at(-1) ?? '') : id)).join(','),
  );
  return params;
}
