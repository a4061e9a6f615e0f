import { BOUNDS } from '../../bounds.ts';

/**
 * How many boxes the warehouse packs by the shop's rule: one for the delivery, or as many as its items need. What
 * somebody has said about one delivery goes before it.
 *
 * @param itemsPerBox null for one box
 */
export function boxesByRule(lines: readonly { readonly quantity: number }[], itemsPerBox: number | null): number {
  const boxes = itemsPerBox === null ? 1 : Math.ceil(itemsOf(lines) / itemsPerBox);
  return Math.min(BOUNDS.printedLabels, Math.max(1, boxes));
}

export function itemsOf(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
