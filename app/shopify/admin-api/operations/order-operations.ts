import { z } from 'zod';
import { defineCustomerDataOperation, defineOperation } from '../admin-api.ts';
import { address, ADDRESS_FIELDS, attribute, page, text, withheldFields } from './answer-parts.ts';

/** The documents that read an order after the hand-over, and those that read customers and files. */

/** The addresses of files, by the gids in metafields. A file that Shopify is still processing has no address yet. */
export const fileLinks = defineOperation<{ ids: readonly string[] }>()(
  `#graphql
  query FileLinks($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on GenericFile { id url }
      ... on MediaImage { id originalSource { url } }
    }
  }`,
  z.object({
    nodes: z.array(
      z
        .object({
          id: z.string().optional(),
          url: text.optional(),
          originalSource: z.object({ url: text }).nullish(),
        })
        .nullable(),
    ),
  }),
);

export const orderInReach = defineOperation<{ id: string }>()(
  `#graphql
  query OrderInReach($id: ID!) { order(id: $id) { id } }`,
  z.object({ order: z.object({ id: z.string() }).nullable() }),
);

const currentLines = z.object({
  pageInfo: page,
  nodes: z.array(z.object({ id: z.string(), currentQuantity: z.number().int() })),
});

export const orderAsItStands = defineCustomerDataOperation<{ id: string }>()(
  `#graphql
  query OrderAsItStands($id: ID!) {
    order(id: $id) {
      email phone note
      customAttributes { key value }
      shippingAddress { ${ADDRESS_FIELDS} }
      lineItems(first: 50) { pageInfo { hasNextPage endCursor } nodes { id currentQuantity } }
    }
  }`,
  z.object({
    withheldFields,
    order: z
      .object({
        email: text,
        phone: text,
        note: text,
        customAttributes: z.array(attribute),
        shippingAddress: address.nullable(),
        lineItems: currentLines,
      })
      .nullable(),
  }),
);

export const furtherOrderLines = defineOperation<{ id: string; after: string }>()(
  `#graphql
  query FurtherOrderLines($id: ID!, $after: String!) {
    order(id: $id) {
      lineItems(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { id currentQuantity } }
    }
  }`,
  z.object({ order: z.object({ lineItems: currentLines }).nullable() }),
);
