import { z } from 'zod';
import { defineCustomerDataOperation, defineOperation } from '../admin-api.ts';
import { address, ADDRESS_FIELDS, attribute, pageOf, text, userErrors, withheldFields } from './order-parts.ts';

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

const currentLines = pageOf(z.object({ id: z.string(), currentQuantity: z.number().int() }));

export const orderAsItStands = defineCustomerDataOperation<{ id: string }>()(
  `#graphql
  query OrderAsItStands($id: ID!) {
    order(id: $id) {
      cancelledAt email phone note
      customAttributes { key value }
      shippingAddress { ${ADDRESS_FIELDS} }
      lineItems(first: 50) { pageInfo { hasNextPage endCursor } nodes { id currentQuantity } }
    }
  }`,
  z.object({
    withheldFields,
    order: z
      .object({
        cancelledAt: text,
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

const name = z.object({ firstName: text, lastName: text });
const phoned = z.object({ defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullable() });

/** What the desk shows of each order's customer. */
export const ordersAtTheDesk = defineCustomerDataOperation<{ ids: readonly string[] }>()(
  `#graphql
  query OrdersAtTheDesk($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order {
        id name email phone customerLocale
        shippingAddress { ${ADDRESS_FIELDS} }
        customer { firstName lastName defaultPhoneNumber { phoneNumber } }
      }
    }
  }`,
  z.object({
    withheldFields,
    nodes: z.array(
      z
        .object({
          id: z.string(),
          name: z.string(),
          email: text,
          phone: text,
          customerLocale: text,
          shippingAddress: address.nullable(),
          customer: name.extend(phoned.shape).nullable(),
        })
        .nullable(),
    ),
  }),
);

export const correctableOrder = defineOperation<{ id: string }>()(
  `#graphql
  query CorrectableOrder($id: ID!) {
    order(id: $id) { customAttributes { key value } shippingAddress { ${ADDRESS_FIELDS} } }
  }`,
  z.object({
    order: z.object({ customAttributes: z.array(attribute), shippingAddress: address.nullable() }).nullable(),
  }),
);

/** Replaces the shipping address as a whole, or all attributes. */
export const changeOrder = defineOperation<{
  input: { id: string; shippingAddress?: object; customAttributes?: readonly object[] };
}>()(
  `#graphql
  mutation ChangeOrder($input: OrderInput!) {
    orderUpdate(input: $input) { userErrors { field message } }
  }`,
  z.object({ orderUpdate: z.object({ userErrors }).nullable() }),
);
