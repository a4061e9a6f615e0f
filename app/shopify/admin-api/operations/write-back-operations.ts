import { z } from 'zod';
import { defineOperation } from '../admin-api.ts';
import { text, userErrors } from './order-parts.ts';

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

/** Shopify sets up to 25 metafields at once, all or none, for the points of one. */
export const setOrderMetafields = defineOperation<{
  metafields: readonly { ownerId: string; key: string; type: string; value: string }[];
  gone: readonly { ownerId: string; namespace: string; key: string }[];
  hasGone: boolean;
}>()(
  `#graphql
  mutation SetOrderMetafields(
    $metafields: [MetafieldsSetInput!]!, $gone: [MetafieldIdentifierInput!]!, $hasGone: Boolean!
  ) {
    metafieldsSet(metafields: $metafields) { userErrors { field message } }
    metafieldsDelete(metafields: $gone) @include(if: $hasGone) { userErrors { field message } }
  }`,
  z.object({
    metafieldsSet: z.object({ userErrors }).nullable(),
    metafieldsDelete: z.object({ userErrors }).nullish(),
  }),
);

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
