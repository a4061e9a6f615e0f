import { z } from 'zod';
import { defineOperation } from './admin-api.ts';
import { page, text } from './answer-parts.ts';

export * from './fulfillment-operations.ts';
export * from './open-order-operations.ts';
export * from './order-operations.ts';
export * from './print-operations.ts';
export * from './order-tag-operations.ts';
export * from './flow-operations.ts';

/**
 * Every GraphQL document that the app sends, with a zod schema of the part of the answer that the app reads.
 * `npm run check` checks both against the Admin schema, and the scopes in shopify.app.toml against the documents.
 * Pages are small, because Shopify reserves the highest possible cost of a query, and a standard shop restores only 100
 * points a second.
 */

const userErrors = z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() }));

/** Costs about the product of the number of ids and `most`. */
export const fulfillmentsOfOrders = defineOperation<{ ids: readonly string[]; limit: number }>()(
  `#graphql
  query FulfillmentsOfOrders($ids: [ID!]!, $limit: Int!) {
    nodes(ids: $ids) { ... on Order { id name fulfillments(first: $limit) { id name createdAt status } } }
  }`,
  z.object({
    nodes: z.array(
      z
        .object({
          id: z.string(),
          name: z.string(),
          fulfillments: z.array(
            z.object({ id: z.string(), name: z.string(), createdAt: z.string(), status: z.string() }),
          ),
        })
        .nullable(),
    ),
  }),
);

const listedFulfillment = z.object({ id: z.string(), name: z.string(), createdAt: z.string(), status: z.string() });

/** The only way to read more than the 250 fulfillments that an order lists. */
export const fulfillmentOrdersOfOrder = defineOperation<{ id: string; after: string | null }>()(
  `#graphql
  query FulfillmentOrdersOfOrder($id: ID!, $after: String) {
    order(id: $id) { fulfillmentOrders(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { id } } }
  }`,
  z.object({
    order: z
      .object({ fulfillmentOrders: z.object({ pageInfo: page, nodes: z.array(z.object({ id: z.string() })) }) })
      .nullable(),
  }),
);

export const fulfillmentsOfFulfillmentOrder = defineOperation<{ id: string; after: string | null }>()(
  `#graphql
  query FulfillmentsOfFulfillmentOrder($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) {
      fulfillments(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id name createdAt status }
      }
    }
  }`,
  z.object({
    fulfillmentOrder: z
      .object({ fulfillments: z.object({ pageInfo: page, nodes: z.array(listedFulfillment) }) })
      .nullable(),
  }),
);

/** Costs one point for each id. */
export const fulfillmentStatuses = defineOperation<{ ids: readonly string[] }>()(
  `#graphql
  query FulfillmentStatuses($ids: [ID!]!) { nodes(ids: $ids) { ... on Fulfillment { id status } } }`,
  z.object({ nodes: z.array(z.object({ id: z.string(), status: z.string() }).nullable()) }),
);

export const orderOfFulfillment = defineOperation<{ id: string }>()(
  `#graphql
  query OrderOfFulfillment($id: ID!) { fulfillment(id: $id) { order { id } } }`,
  z.object({ fulfillment: z.object({ order: z.object({ id: z.string() }) }).nullable() }),
);

/** A page costs about 230 points, the product of both sizes. */
export const ordersUpdatedSince = defineOperation<{
  query: string;
  after: string | null;
  size: number;
  limit: number;
}>()(
  `#graphql
  query OrdersUpdatedSince($query: String!, $after: String, $size: Int!, $limit: Int!) {
    orders(first: $size, after: $after, query: $query, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id createdAt updatedAt cancelledAt displayFulfillmentStatus
        fulfillments(first: $limit) { id name createdAt status }
      }
    }
  }`,
  z.object({
    orders: z.object({
      pageInfo: page,
      nodes: z.array(
        z.object({
          id: z.string(),
          createdAt: z.string(),
          updatedAt: z.string(),
          cancelledAt: text,
          displayFulfillmentStatus: z.string(),
          fulfillments: z.array(
            z.object({ id: z.string(), name: z.string(), createdAt: z.string(), status: z.string() }),
          ),
        }),
      ),
    }),
  }),
);

/** Like `ordersUpdatedSince`, in an order that edits do not change. A page costs about the product of both sizes. */
export const ordersMade = defineOperation<{ query: string; after: string | null; size: number; limit: number }>()(
  `#graphql
  query OrdersMade($query: String!, $after: String, $size: Int!, $limit: Int!) {
    orders(first: $size, after: $after, query: $query, sortKey: CREATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id name createdAt fulfillments(first: $limit) { id name createdAt status } }
    }
  }`,
  z.object({
    orders: z.object({
      pageInfo: page,
      nodes: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          createdAt: z.string(),
          fulfillments: z.array(
            z.object({ id: z.string(), name: z.string(), createdAt: z.string(), status: z.string() }),
          ),
        }),
      ),
    }),
  }),
);

/** The orders that changed last, each with some of its fulfillments. */
export const recentOrders = defineOperation<object>()(
  `#graphql
  query RecentOrders {
    orders(first: 20, sortKey: UPDATED_AT, reverse: true) {
      nodes { id name cancelledAt fulfillments(first: 3) { status } }
    }
  }`,
  z.object({
    orders: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          cancelledAt: text,
          fulfillments: z.array(z.object({ status: z.string() })),
        }),
      ),
    }),
  }),
);

/** Of recent orders only what the shop itself has chosen. It costs about a hundred points. */
export const recentChoices = defineOperation<{ size: number }>()(
  `#graphql
  query RecentChoices($size: Int!) {
    orders(first: $size, sortKey: CREATED_AT, reverse: true) { nodes { tags shippingLine { title code } } }
  }`,
  z.object({
    orders: z.object({
      nodes: z.array(
        z.object({
          tags: z.array(z.string()),
          shippingLine: z.object({ title: z.string(), code: text }).nullable(),
        }),
      ),
    }),
  }),
);

/** Includes the locations of fulfillment services, which Shopify calls legacy. */
export const locations = defineOperation<{ after: string | null }>()(
  `#graphql
  query Locations($after: String) {
    locations(first: 100, after: $after, includeLegacy: true) {
      pageInfo { hasNextPage endCursor } nodes { id name }
    }
  }`,
  z.object({
    locations: z.object({ pageInfo: page, nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
);

export const trackingOfFulfillment = defineOperation<{ id: string }>()(
  `#graphql
  query TrackingOfFulfillment($id: ID!) { fulfillment(id: $id) { trackingInfo(first: 10) { company number url } } }`,
  z.object({
    fulfillment: z.object({ trackingInfo: z.array(z.object({ company: text, number: text, url: text })) }).nullable(),
  }),
);

export const setTrackingInfo = defineOperation<{
  fulfillmentId: string;
  tracking: { company: string; number: string; url?: string };
  notifyCustomer: boolean;
}>()(
  `#graphql
  mutation SetTrackingInfo($fulfillmentId: ID!, $tracking: FulfillmentTrackingInput!, $notifyCustomer: Boolean!) {
    fulfillmentTrackingInfoUpdate(
      fulfillmentId: $fulfillmentId, trackingInfoInput: $tracking, notifyCustomer: $notifyCustomer
    ) { fulfillment { id } userErrors { field message } }
  }`,
  z.object({ fulfillmentTrackingInfoUpdate: z.object({ userErrors }).nullable() }),
);

export const fulfillmentEvents = defineOperation<{ id: string }>()(
  `#graphql
  query FulfillmentEvents($id: ID!) {
    fulfillment(id: $id) { events(first: 30, reverse: true) { nodes { status happenedAt } } }
  }`,
  z.object({
    fulfillment: z
      .object({ events: z.object({ nodes: z.array(z.object({ status: z.string(), happenedAt: z.string() })) }) })
      .nullable(),
  }),
);

/** The estimated delivery that Shopify shows, and the event that decides the displayed status. */
export const estimateOfFulfillment = defineOperation<{ id: string }>()(
  `#graphql
  query EstimateOfFulfillment($id: ID!) {
    fulfillment(id: $id) { estimatedDeliveryAt events(first: 1, reverse: true) { nodes { status happenedAt } } }
  }`,
  z.object({
    fulfillment: z
      .object({
        estimatedDeliveryAt: text,
        events: z.object({ nodes: z.array(z.object({ status: z.string(), happenedAt: z.string() })) }),
      })
      .nullable(),
  }),
);

export const createFulfillmentEvent = defineOperation<{
  event: { fulfillmentId: string; status: string; happenedAt?: string; estimatedDeliveryAt?: string };
}>()(
  `#graphql
  mutation CreateFulfillmentEvent($event: FulfillmentEventInput!) {
    fulfillmentEventCreate(fulfillmentEvent: $event) { fulfillmentEvent { id } userErrors { field message } }
  }`,
  z.object({ fulfillmentEventCreate: z.object({ userErrors }).nullable() }),
);

export const setOrderMetafield = defineOperation<{
  metafields: readonly { ownerId: string; key: string; type: string; value: string }[];
}>()(
  `#graphql
  mutation SetOrderMetafield($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { metafields { id } userErrors { field message } }
  }`,
  z.object({ metafieldsSet: z.object({ userErrors }).nullable() }),
);

export const grantedScopes = defineOperation<object>()(
  `#graphql
  query GrantedScopes {
    currentAppInstallation { accessScopes { handle } }
  }`,
  z.object({ currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }) }),
);

export const shopProfile = defineOperation<object>()(
  `#graphql
  query ShopProfile { shop { name currencyCode ianaTimezone } }`,
  z.object({ shop: z.object({ name: z.string(), currencyCode: z.string(), ianaTimezone: z.string() }) }),
);
