import { BOUNDS } from '../bounds.ts';
import { PRINT_FORMATS, type PrintFormat } from '../printing/format.ts';

export { PRINT_FORMATS, type PrintFormat };

/** What extensions print. */
export const EXTENSION_DOCUMENTS = ['labels', 'pick-list', 'sheet'] as const;
export type ExtensionDocument = (typeof EXTENSION_DOCUMENTS)[number];

/** Orders that one document takes. */
export const PRINTED_ORDER_LIMIT = BOUNDS.printedDeliveries;

/** Boxes that a delivery may have. */
export const BOX_LIMIT = BOUNDS.printedLabels;

/** The address of a document, below the app's. */
export function printPath(given: {
  document: ExtensionDocument;
  /** Numbers of orders. */
  orders: readonly string[];
  locale: string;
  /** Lists are printed on the paper of the shop's country. */
  format?: PrintFormat;
  /** The number of boxes that each delivery has from now on; null leaves them as they are. */
  boxes?: number | null;
}): string {
  const { document, format, orders, locale, boxes } = given;
  const ofLabels = `${format ? `&format=${format}` : ''}${boxes ? `&boxes=${boxes}` : ''}`;
  return `/print/${document}?orders=${orders.join(',')}&locale=${locale}${ofLabels}`;
}
