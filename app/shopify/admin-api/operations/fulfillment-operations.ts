import { z } from 'zod';
import { defineCustomerDataOperation, defineOperation } from '../admin-api.ts';
import {
  deliveryMethod,
  LINE_ITEM_FIELDS,
  lineItem,
  location,
  LOCATION_FIELDS,
  METHOD_FIELDS,
  order,
  ORDER_FIELDS,
  pageOf,
  shop,
  text,
  withheldFields,
  type MetafieldVariables,
} from './order-parts.ts';

/** The documents that read a live fulfillment and its order. Their answers name the buyer. */

const fulfillmentLine = z.object({ id: z.string(), quantity: z.number().int().nullable(), lineItem });

const LINE_FIELDS = `id quantity lineItem { ${LINE_ITEM_FIELDS} }`;

const lines = pageOf(fulfillmentLine);

const methods = pageOf(z.object({ deliveryMethod }));

export const fulfillmentToHandOver = defineCustomerDataOperation<{ id: string } & MetafieldVariables>()(
  `#graphql
  query FulfillmentToHandOver($id: ID!, $metafieldKeys: [String!]!, $metafields: Int!, $withMetafields: Boolean!) {
    fulfillment(id: $id) {
      id name status createdAt updatedAt
      ${LOCATION_FIELDS}
      trackingInfo(first: 10) { company number url }
      fulfillmentLineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes { ${LINE_FIELDS} } }
      fulfillmentOrders(first: 3) { pageInfo { hasNextPage endCursor } nodes { ${METHOD_FIELDS} } }
      order { ${ORDER_FIELDS} }
    }
    shop { name myshopifyDomain currencyCode ianaTimezone }
  }`,
  z.object({
    withheldFields,
    fulfillment: z
      .object({
        id: z.string(),
        name: z.string(),
        status: z.string(),
        createdAt: z.string(),
        updatedAt: z.string(),
        location,
        trackingInfo: z.array(z.object({ company: text, number: text, url: text })),
        fulfillmentLineItems: lines,
        fulfillmentOrders: methods,
        order,
      })
      .nullable(),
    shop,
  }),
);

export const furtherFulfillmentLines = defineOperation<{ id: string; after: string }>()(
  `#graphql
  query FurtherFulfillmentLines($id: ID!, $after: String!) {
    fulfillment(id: $id) {
      fulfillmentLineItems(first: 20, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${LINE_FIELDS} } }
    }
  }`,
  z.object({ fulfillment: z.object({ fulfillmentLineItems: lines }).nullable() }),
);

export const furtherDeliveryMethods = defineCustomerDataOperation<{ id: string; after: string }>()(
  `#graphql
  query FurtherDeliveryMethods($id: ID!, $after: String!) {
    fulfillment(id: $id) {
      fulfillmentOrders(first: 10, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${METHOD_FIELDS} } }
    }
  }`,
  z.object({ withheldFields, fulfillment: z.object({ fulfillmentOrders: methods }).nullable() }),
);
