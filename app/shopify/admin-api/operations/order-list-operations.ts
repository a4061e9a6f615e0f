import { z } from 'zod';
import { defineOperation } from '../admin-api.ts';
import { pageOf, text } from './order-parts.ts';

const listedFulfillment = z.object({ id: z.string(), name: z.string(), createdAt: z.string(), status: z.string() });

/** Costs about the product of the number of ids and `limit`. */
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
          fulfillments: z.array(listedFulfillment),
        })
        .nullable(),
    ),
  }),
);

/** The only way to read more than the 250 fulfillments that an order lists. */
export const fulfillmentOrdersOfOrder = defineOperation<{ id: string; after: string | null }>()(
  `#graphql
  query FulfillmentOrdersOfOrder($id: ID!, $after: String) {
    order(id: $id) { fulfillmentOrders(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { id } } }
  }`,
  z.object({
    order: z.object({ fulfillmentOrders: pageOf(z.object({ id: z.string() })) }).nullable(),
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
    fulfillmentOrder: z.object({ fulfillments: pageOf(listedFulfillment) }).nullable(),
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
    orders: pageOf(
      z.object({
        id: z.string(),
        createdAt: z.string(),
        updatedAt: z.string(),
        cancelledAt: text,
        displayFulfillmentStatus: z.string(),
        fulfillments: z.array(listedFulfillment),
      }),
    ),
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
    orders: pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: z.string(),
        fulfillments: z.array(listedFulfillment),
      }),
    ),
  }),
);

/** Only their ids: what was searched for may be a customer's name. */
export const ordersFound = defineOperation<{ query: string; size: number }>()(
  `#graphql
  query OrdersFound($query: String!, $size: Int!) {
    orders(first: $size, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { id } }
  }`,
  z.object({ orders: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
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
