import { BOUNDS } from '../../bounds.ts';
import { ShopifyError } from '../admin-api/shopify-error.ts';

/** A page of a Shopify connection. */
export interface Page<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Node[];
}

/** The nodes of all pages, from the first one on. @throws ShopifyError when there are more than are read */
export async function readPages<Node>(read: (after: string | null) => Promise<Page<Node>>): Promise<Node[]> {
  return readOn(await read(null), read);
}

/**
 * The nodes of a page that has been read, and of all behind it.
 *
 * @param read gives null when what is paged is not there any more
 * @throws ShopifyError when there are more than are read, or pages without an end
 */
export async function readOn<Node>(
  first: Page<Node>,
  read: (after: string) => Promise<Page<Node> | null>,
): Promise<Node[]> {
  const nodes = [...first.nodes];
  let { pageInfo } = first;
  let pages = 1;
  while (pageInfo.hasNextPage && pageInfo.endCursor) {
    pages += 1;
    if (Math.max(nodes.length, pages) > BOUNDS.shopifyItems) {
      throw new ShopifyError('unreadable', `a list has more than ${BOUNDS.shopifyItems} items`);
    }
    const page = await read(pageInfo.endCursor);
    if (!page) break;
    nodes.push(...page.nodes);
    ({ pageInfo } = page);
  }
  return nodes;
}
