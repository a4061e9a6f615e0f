import { z } from 'zod';

const number = z.string().regex(/^\d{1,20}$/, 'must be the number of a gid');

/**
 * The gid of a record that an address names by its number.
 *
 * @throws ZodError
 */
export function gidOf(type: 'Order' | 'Fulfillment', param: string | undefined): string {
  return `gid://shopify/${type}/${number.parse(param)}`;
}
