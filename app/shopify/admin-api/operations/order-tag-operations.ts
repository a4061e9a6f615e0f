import { z } from 'zod';
import { defineOperation } from '../admin-api.ts';

const userErrors = z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() }));

/** Replaces our tag of an order. Shopify takes the tags away first, so the order never has two of them. */
export const replaceOrderTag = defineOperation<{
  id: string;
  others: readonly string[];
  tag: string;
  /** False to take the tags away alone. */
  isTagged: boolean;
}>()(
  `#graphql
  mutation ReplaceOrderTag($id: ID!, $others: [String!]!, $tag: String!, $isTagged: Boolean!) {
    tagsRemove(id: $id, tags: $others) { userErrors { field message } }
    tagsAdd(id: $id, tags: [$tag]) @include(if: $isTagged) { userErrors { field message } }
  }`,
  z.object({ tagsRemove: z.object({ userErrors }).nullable(), tagsAdd: z.object({ userErrors }).nullish() }),
);
