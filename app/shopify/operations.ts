import { z } from 'zod';
import { defineOperation } from './admin-api.ts';

/**
 * Every GraphQL document the app sends, with the shape of what it needs of the answer. `npm run check` validates the
 * documents against the Admin schema and the scopes in shopify.app.toml against the documents.
 * Pages are small: Shopify reserves what a query may cost at most, and a standard shop restores 100 points a second.
 */

const text = z.string().nullable();
const money = z.object({ amount: z.string(), currencyCode: z.string() });
const attribute = z.object({ key: z.string(), value: text });
const userErrors = z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() }));
const address = z.object({
  firstName: text,
  lastName: text,
  company: text,
  phone: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  provinceCode: text,
  zip: text,
  countryCodeV2: text,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

const ADDRESS_FIELDS =
  'firstName lastName company phone address1 address2 city province provinceCode zip countryCodeV2 latitude longitude';

const fulfillmentLine = z.object({
  id: z.string(),
  quantity: z.number().int().nullable(),
  discountedTotalSet: z.object({ shopMoney: money }),
  lineItem: z.object({
    id: z.string(),
    sku: text,
    name: z.string(),
    vendor: text,
    requiresShipping: z.boolean(),
    isGiftCard: z.boolean(),
    originalUnitPriceSet: z.object({ shopMoney: money }),
    customAttributes: z.array(attribute),
  }),
});

const LINE_FIELDS = `id quantity discountedTotalSet { shopMoney { amount currencyCode } }
  lineItem { id sku name vendor requiresShipping isGiftCard
    originalUnitPriceSet { shopMoney { amount currencyCode } } customAttributes { key value } }`;

const lines = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }),
  nodes: z.array(fulfillmentLine),
});

export const fulfillmentToHandOver = defineOperation<{
  id: string;
  metafieldKeys: readonly string[];
  withMetafields: boolean;
}>()(
  `#graphql
  query FulfillmentToHandOver($id: ID!, $metafieldKeys: [String!]!, $withMetafields: Boolean!) {
    fulfillment(id: $id) {
      id name status createdAt updatedAt
      location { id name address { address1 address2 city province zip countryCode } }
      trackingInfo(first: 10) { company number url }
      fulfillmentLineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes { ${LINE_FIELDS} } }
      fulfillmentOrders(first: 3) { nodes { deliveryMethod {
        methodType minDeliveryDateTime maxDeliveryDateTime presentedName additionalInformation { instructions phone }
      } } }
      order {
        id name test cancelledAt tags note email phone
        customAttributes { key value }
        totalPriceSet { shopMoney { amount currencyCode } }
        risk { assessments { riskLevel } }
        shippingLine { title code }
        shippingAddress { ${ADDRESS_FIELDS} }
        billingAddress { ${ADDRESS_FIELDS} }
        customer { firstName lastName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }
        metafields(first: 10, keys: $metafieldKeys) @include(if: $withMetafields) { nodes { namespace key value } }
      }
    }
    shop { name myshopifyDomain currencyCode ianaTimezone }
  }`,
  z.object({
    fulfillment: z
      .object({
        id: z.string(),
        name: z.string(),
        status: z.enum(['SUCCESS', 'CANCELLED', 'ERROR', 'FAILURE', 'OPEN', 'PENDING']),
        createdAt: z.string(),
        updatedAt: z.string(),
        location: z
          .object({
            id: z.string(),
            name: z.string(),
            address: z.object({
              address1: text,
              address2: text,
              city: text,
              province: text,
              zip: text,
              countryCode: text,
            }),
          })
          .nullable(),
        trackingInfo: z.array(z.object({ company: text, number: text, url: text })),
        fulfillmentLineItems: lines,
        fulfillmentOrders: z.object({
          nodes: z.array(
            z.object({
              deliveryMethod: z
                .object({
                  methodType: z.enum(['LOCAL', 'NONE', 'PICKUP_POINT', 'PICK_UP', 'RETAIL', 'SHIPPING']),
                  minDeliveryDateTime: text,
                  maxDeliveryDateTime: text,
                  presentedName: text,
                  additionalInformation: z.object({ instructions: text, phone: text }).nullable(),
                })
                .nullable(),
            }),
          ),
        }),
        order: z.object({
          id: z.string(),
          name: z.string(),
          test: z.boolean(),
          cancelledAt: text,
          tags: z.array(z.string()),
          note: text,
          email: text,
          phone: text,
          customAttributes: z.array(attribute),
          totalPriceSet: z.object({ shopMoney: money }),
          risk: z.object({
            assessments: z.array(z.object({ riskLevel: z.enum(['HIGH', 'LOW', 'MEDIUM', 'NONE', 'PENDING']) })),
          }),
          shippingLine: z.object({ title: z.string(), code: text }).nullable(),
          shippingAddress: address.nullable(),
          billingAddress: address.nullable(),
          customer: z
            .object({
              firstName: text,
              lastName: text,
              defaultEmailAddress: z.object({ emailAddress: z.string() }).nullable(),
              defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullable(),
            })
            .nullable(),
          metafields: z
            .object({ nodes: z.array(z.object({ namespace: z.string(), key: z.string(), value: z.string() })) })
            .optional(),
        }),
      })
      .nullable(),
    shop: z.object({
      name: z.string(),
      myshopifyDomain: z.string(),
      currencyCode: z.string(),
      ianaTimezone: z.string(),
    }),
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

/** Costs about the product of the number of ids and `most`. */
export const fulfillmentsOfOrders = defineOperation<{ ids: readonly string[]; most: number }>()(
  `#graphql
  query FulfillmentsOfOrders($ids: [ID!]!, $most: Int!) {
    nodes(ids: $ids) { ... on Order { id name fulfillments(first: $most) { id name createdAt status } } }
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

/** Costs one point for each of the ids. */
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

/** A page of it costs about 230 points, by the product of both sizes. */
export const ordersUpdatedSince = defineOperation<{ query: string; after: string | null }>()(
  `#graphql
  query OrdersUpdatedSince($query: String!, $after: String) {
    orders(first: 10, after: $after, query: $query, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id updatedAt fulfillments(first: 20) { id createdAt status } }
    }
  }`,
  z.object({
    orders: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }),
      nodes: z.array(
        z.object({
          id: z.string(),
          updatedAt: z.string(),
          fulfillments: z.array(z.object({ id: z.string(), createdAt: z.string(), status: z.string() })),
        }),
      ),
    }),
  }),
);

/** The same, in an order that no later change of an order disturbs. A page costs about the product of both sizes. */
export const ordersMade = defineOperation<{ query: string; after: string | null; size: number; most: number }>()(
  `#graphql
  query OrdersMade($query: String!, $after: String, $size: Int!, $most: Int!) {
    orders(first: $size, after: $after, query: $query, sortKey: CREATED_AT) {
      pageInfo { hasNextPage endCursor }
      nodes { id name createdAt fulfillments(first: $most) { id name createdAt status } }
    }
  }`,
  z.object({
    orders: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }),
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

/** The orders that changed last, each with one of its fulfillments. */
export const recentOrders = defineOperation<object>()(
  `#graphql
  query RecentOrders {
    orders(first: 20, sortKey: UPDATED_AT, reverse: true) {
      nodes { id name fulfillments(first: 3) { status } }
    }
  }`,
  z.object({
    orders: z.object({
      nodes: z.array(
        z.object({ id: z.string(), name: z.string(), fulfillments: z.array(z.object({ status: z.string() })) }),
      ),
    }),
  }),
);

export const locations = defineOperation<object>()(
  `#graphql
  query Locations { locations(first: 100) { nodes { id name } } }`,
  z.object({ locations: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }) }),
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

export const orderAsItStands = defineOperation<{ id: string }>()(
  `#graphql
  query OrderAsItStands($id: ID!) {
    order(id: $id) {
      email phone
      shippingAddress { ${ADDRESS_FIELDS} }
      lineItems(first: 50) { nodes { id currentQuantity } }
    }
  }`,
  z.object({
    order: z
      .object({
        email: text,
        phone: text,
        shippingAddress: address.nullable(),
        lineItems: z.object({ nodes: z.array(z.object({ id: z.string(), currentQuantity: z.number().int() })) }),
      })
      .nullable(),
  }),
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

export const createFulfillmentEvent = defineOperation<{
  event: { fulfillmentId: string; status: string; happenedAt?: string };
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
