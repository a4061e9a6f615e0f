import { cleanText, cleanTexts } from './clean-text.ts';
import { type Found, found } from '../fulfillment/mapping-result.ts';
import type { Fulfillment, Order } from '../fulfillment/fulfillment.ts';

/** The notes (§2.1): the buyer's delivery instructions, then the order's note; left out when there are none. */
export function mapNotes({
  order,
  deliveryMethods,
}: Pick<Fulfillment, 'deliveryMethods'> & { readonly order: Pick<Order, 'note'> }): Found<string | undefined> {
  const places = [
    ...deliveryMethods.map(({ instructions }, index) => ({
      source: `fulfillment.deliveryMethods[${index}].instructions`,
      text: cleanText(instructions),
    })),
    { source: 'order.note', text: cleanText(order.note) },
  ].filter(({ text }) => text !== '');
  if (places.length === 0) return found(undefined, []);
  return found(cleanTexts(places.map(({ text }) => text)).join(' | '), [
    { field: 'notes', source: places.map(({ source }) => source).join(' + ') },
  ]);
}
