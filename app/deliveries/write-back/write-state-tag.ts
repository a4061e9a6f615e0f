import { stateTagOf, stateTagsOf } from '../../domain/order-data/state-tag.ts';
import { publishOrderTag } from '../../shopify/admin-api/publish.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import { beginPublication, tagsOfOrder, type OpenPublication } from './publications.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * Tags the order with the state of its deliveries. Our other tags are taken away: those of the namespace, and those that
 * were written before the merchant chose another namespace. Nothing is read from Shopify.
 *
 * @returns null when Shopify has the tag now; otherwise why it was left out
 * @throws ShopifyError
 */
export async function writeStateTag(
  app: AppContext,
  order: { shop: string; orderId: string },
  publication: OpenPublication,
): Promise<string | null> {
  const { stateTags, tagNamespace } = settingsOf(publication).publish;
  if (!stateTags) return 'the merchant has switched tags off';
  const { written, ...tagged } = await tagsOfOrder(app.database, order);
  const tag = stateTagOf(tagged, tagNamespace);
  if (tag === null && written.length === 0) return 'no state is known yet';
  const others = new Set([...stateTagsOf(tagNamespace), ...written]);
  if (tag !== null) others.delete(tag);
  await beginPublication(app.database, { id: publication.id, now: app.now(), tag });
  await publishOrderTag(app.adminApi, order.shop, order.orderId, { tag, others: [...others] });
  return null;
}
