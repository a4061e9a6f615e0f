import { z } from 'zod';
import { defineCustomerDataOperation, defineOperation } from '../admin-api.ts';
import { address, ADDRESS_FIELDS, attribute, pageOf, text, withheldFields } from './order-parts.ts';

/** The document that reads what is printed. It asks for much less than a hand-over, because it asks for many at once. */

const printableLine = z.object({
  quantity: z.number().int().nullable(),
  lineItem: z.object({
    sku: text,
    name: z.string(),
    title: z.string(),
    variantTitle: text,
    requiresShipping: z.boolean(),
    isGiftCard: z.boolean(),
    image: z.object({ url: z.string() }).nullish(),
  }),
});

/** Only the pick list asks for images, since each costs a point. They have the size that is printed, on any screen. */
const PRINTABLE_LINE = `quantity lineItem {
  sku name title variantTitle requiresShipping isGiftCard
  image @include(if: $images) { url(transform: { maxWidth: 160, maxHeight: 160 }) }
}`;
const lines = pageOf(printableLine);

const location = z.object({
  id: z.string(),
  name: z.string(),
});

const fulfillment = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  location: location.nullable(),
  fulfillmentLineItems: lines,
  fulfillmentOrders: z.object({
    nodes: z.array(
      z.object({
        deliveryMethod: z
          .object({
            methodType: z.string(),
            additionalInformation: z.object({ instructions: text, phone: text }).nullable(),
          })
          .nullable(),
      }),
    ),
  }),
  order: z.object({
    name: z.string(),
    cancelledAt: text,
    note: text,
    email: text,
    phone: text,
    customAttributes: z.array(attribute),
    shippingAddress: address.nullable(),
    billingAddress: address.nullable(),
    customer: z
      .object({ firstName: text, lastName: text, defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullable() })
      .nullable(),
  }),
});

/** Lines of a fulfillment that are read at first. Most have fewer. */
const LINES = 8;

/** An answer costs about 15 points for each id, and 2 more for each line, or 3 with its image. */
export const fulfillmentsToPrint = defineCustomerDataOperation<{ ids: readonly string[]; images: boolean }>()(
  `#graphql
  query FulfillmentsToPrint($ids: [ID!]!, $images: Boolean!) {
    nodes(ids: $ids) {
      ... on Fulfillment {
        id name status
        location { id name }
        fulfillmentLineItems(first: ${LINES}) {
          pageInfo { hasNextPage endCursor }
          nodes { ${PRINTABLE_LINE} }
        }
        fulfillmentOrders(first: 1) {
          nodes { deliveryMethod { methodType additionalInformation { instructions phone } } }
        }
        order {
          name cancelledAt note email phone
          customAttributes { key value }
          shippingAddress { ${ADDRESS_FIELDS} }
          billingAddress { ${ADDRESS_FIELDS} }
          customer { firstName lastName defaultPhoneNumber { phoneNumber } }
        }
      }
    }
  }`,
  z.object({ withheldFields, nodes: z.array(fulfillment.nullable()) }),
);

export const furtherLinesToPrint = defineOperation<{ id: string; after: string; images: boolean }>()(
  `#graphql
  query FurtherLinesToPrint($id: ID!, $after: String!, $images: Boolean!) {
    fulfillment(id: $id) {
      fulfillmentLineItems(first: 20, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${PRINTABLE_LINE} } }
    }
  }`,
  z.object({ fulfillment: z.object({ fulfillmentLineItems: lines }).nullable() }),
);
