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

/** The documents that read an order before it is fulfilled, and that hold it and release it. */

const openLines = pageOf(z.object({ id: z.string(), remainingQuantity: z.number().int(), lineItem }));

const OPEN_LINE_FIELDS = `id remainingQuantity lineItem { ${LINE_ITEM_FIELDS} }`;

/** Without `heldByApp`, which needs another scope. */
const FULFILLMENT_ORDER_FIELDS = `id status ${METHOD_FIELDS}
  assignedLocation { ${LOCATION_FIELDS} }
  fulfillmentHolds { id handle heldByRequestingApp }
  lineItems(first: 6) { pageInfo { hasNextPage endCursor } nodes { ${OPEN_LINE_FIELDS} } }`;

const fulfillmentOrders = pageOf(
  z.object({
    id: z.string(),
    status: z.string(),
    deliveryMethod,
    assignedLocation: z.object({ location }),
    fulfillmentHolds: z.array(z.object({ id: z.string(), handle: text, heldByRequestingApp: z.boolean() })),
    lineItems: openLines,
  }),
);

/** Costs about 210 points at most, and about 45 for an order of three lines. */
export const openOrder = defineCustomerDataOperation<{ id: string } & MetafieldVariables>()(
  `#graphql
  query OpenOrder($id: ID!, $metafieldKeys: [String!]!, $metafields: Int!, $withMetafields: Boolean!) {
    order(id: $id) {
      ${ORDER_FIELDS}
      createdAt updatedAt
      fulfillmentOrders(first: 3, displayable: true) {
        pageInfo { hasNextPage endCursor } nodes { ${FULFILLMENT_ORDER_FIELDS} }
      }
    }
    shop { name myshopifyDomain currencyCode ianaTimezone }
  }`,
  z.object({
    withheldFields,
    order: order.extend({ createdAt: z.string(), updatedAt: z.string(), fulfillmentOrders }).nullable(),
    shop,
  }),
);

export const furtherOpenFulfillmentOrders = defineCustomerDataOperation<{ id: string; after: string }>()(
  `#graphql
  query FurtherOpenFulfillmentOrders($id: ID!, $after: String!) {
    order(id: $id) {
      fulfillmentOrders(first: 3, after: $after, displayable: true) {
        pageInfo { hasNextPage endCursor } nodes { ${FULFILLMENT_ORDER_FIELDS} }
      }
    }
  }`,
  z.object({ withheldFields, order: z.object({ fulfillmentOrders }).nullable() }),
);

export const furtherOpenLines = defineOperation<{ id: string; after: string }>()(
  `#graphql
  query FurtherOpenLines($id: ID!, $after: String!) {
    fulfillmentOrder(id: $id) {
      lineItems(first: 20, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${OPEN_LINE_FIELDS} } }
    }
  }`,
  z.object({ fulfillmentOrder: z.object({ lineItems: openLines }).nullable() }),
);

const codedErrors = z.array(
  z.object({ field: z.array(z.string()).nullable(), message: z.string(), code: z.string().nullable() }),
);

export const holdFulfillmentOrder = defineOperation<{
  id: string;
  hold: { reason: 'OTHER'; reasonNotes: string; handle: string; externalId: string; notifyMerchant: boolean };
}>()(
  `#graphql
  mutation HoldFulfillmentOrder($id: ID!, $hold: FulfillmentOrderHoldInput!) {
    fulfillmentOrderHold(id: $id, fulfillmentHold: $hold) {
      fulfillmentHold { id } userErrors { field message code }
    }
  }`,
  z.object({
    fulfillmentOrderHold: z
      .object({ fulfillmentHold: z.object({ id: z.string() }).nullable(), userErrors: codedErrors })
      .nullable(),
  }),
);

/** Without ids it would release the holds of others too. */
export const releaseFulfillmentOrder = defineOperation<{ id: string; holdIds: readonly string[] }>()(
  `#graphql
  mutation ReleaseFulfillmentOrder($id: ID!, $holdIds: [ID!]!) {
    fulfillmentOrderReleaseHold(id: $id, holdIds: $holdIds) { userErrors { field message code } }
  }`,
  z.object({ fulfillmentOrderReleaseHold: z.object({ userErrors: codedErrors }).nullable() }),
);
