import { z } from 'zod';
import { defineCustomerDataOperation, defineOperation } from './admin-api.ts';
import { address, ADDRESS_FIELDS, attribute, money, page, text, withheldFields } from './answer-parts.ts';

/** The documents that read a live fulfillment and its order. Their answers name the buyer. */

const fulfillmentLine = z.object({
  id: z.string(),
  quantity: z.number().int().nullable(),
  lineItem: z.object({
    id: z.string(),
    quantity: z.number().int(),
    sku: text,
    name: z.string(),
    vendor: text,
    requiresShipping: z.boolean(),
    isGiftCard: z.boolean(),
    originalTotalSet: z.object({ shopMoney: money }),
    discountAllocations: z.array(z.object({ allocatedAmountSet: z.object({ shopMoney: money }) })),
    customAttributes: z.array(attribute),
  }),
});

/** Shopify's fields for a line's total leave out the discounts of the order. The allocations contain all discounts. */
const LINE_FIELDS = `id quantity
  lineItem { id quantity sku name vendor requiresShipping isGiftCard
    originalTotalSet { shopMoney { amount currencyCode } }
    discountAllocations { allocatedAmountSet { shopMoney { amount currencyCode } } } customAttributes { key value } }`;

const lines = z.object({ pageInfo: page, nodes: z.array(fulfillmentLine) });

const METHOD_FIELDS = `deliveryMethod {
  methodType minDeliveryDateTime maxDeliveryDateTime presentedName additionalInformation { instructions phone }
}`;

const methods = z.object({
  pageInfo: page,
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
});

export const fulfillmentToHandOver = defineCustomerDataOperation<{
  id: string;
  metafieldKeys: readonly string[];
  metafields: number;
  withMetafields: boolean;
}>()(
  `#graphql
  query FulfillmentToHandOver($id: ID!, $metafieldKeys: [String!]!, $metafields: Int!, $withMetafields: Boolean!) {
    fulfillment(id: $id) {
      id name status createdAt updatedAt
      location { id name address { address1 address2 city province zip countryCode } }
      trackingInfo(first: 10) { company number url }
      fulfillmentLineItems(first: 20) { pageInfo { hasNextPage endCursor } nodes { ${LINE_FIELDS} } }
      fulfillmentOrders(first: 3) { pageInfo { hasNextPage endCursor } nodes { ${METHOD_FIELDS} } }
      order {
        id name test cancelledAt tags note email phone
        customAttributes { key value }
        totalPriceSet { shopMoney { amount currencyCode } }
        risk { assessments { riskLevel } }
        shippingLine { title code }
        shippingAddress { ${ADDRESS_FIELDS} }
        billingAddress { ${ADDRESS_FIELDS} }
        customer { firstName lastName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }
        metafields(first: $metafields, keys: $metafieldKeys) @include(if: $withMetafields) {
          nodes { namespace key type value }
        }
      }
    }
    shop { name myshopifyDomain currencyCode ianaTimezone }
  }`,
  z.object({
    withheldFields,
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
        fulfillmentOrders: methods,
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
            .object({
              nodes: z.array(z.object({ namespace: z.string(), key: z.string(), type: z.string(), value: z.string() })),
            })
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

export const furtherDeliveryMethods = defineCustomerDataOperation<{ id: string; after: string }>()(
  `#graphql
  query FurtherDeliveryMethods($id: ID!, $after: String!) {
    fulfillment(id: $id) {
      fulfillmentOrders(first: 10, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${METHOD_FIELDS} } }
    }
  }`,
  z.object({ withheldFields, fulfillment: z.object({ fulfillmentOrders: methods }).nullable() }),
);
