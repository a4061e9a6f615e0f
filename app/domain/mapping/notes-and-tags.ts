import { cleanText, cleanTexts } from './clean-text.ts';
import { found, type Found } from '../fulfillment/mapping-result.ts';
import type { Fulfillment, Order } from '../fulfillment/fulfillment.ts';
import type { DeliveryOrder } from './delivery-order.ts';
import { shippableLines } from './package-lines.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';

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

/**
 * The tags (§2.1): `brand`, which is the shop's name unless the merchant has set another, and the merchant's own tags,
 * with {shop}, {order} and {vendor} replaced. A tag that ends up empty, for example because no line has a vendor, is
 * left out.
 */
export function mapTags(
  fulfillment: Fulfillment,
  shop: { readonly name: string },
  settings: ShopSettings['mapping']['tags'],
): Found<DeliveryOrder['tags']> {
  const values: Readonly<Record<string, string>> = {
    shop: cleanText(shop.name),
    order: cleanText(fulfillment.order.name),
    vendor: cleanTexts(shippableLines(fulfillment).map(({ vendor }) => vendor)).join(', '),
  };
  const own = Object.entries(settings).map(([key, template]) => ({
    key,
    value: cleanText(template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')),
    source: 'settings.mapping.tags',
  }));
  const brand = { key: 'brand', value: cleanText(shop.name), source: 'shop.name' };
  // the merchant's own brand replaces the shop's name, unless it is empty
  const tags = new Map([brand, ...own].filter(({ value }) => value !== '').map((tag) => [tag.key, tag]));
  return found(
    Object.fromEntries([...tags.values()].map(({ key, value }) => [key, value])),
    [...tags.values()].map(({ key, source }) => ({ field: `tags.${key}`, source })),
  );
}
