import { z } from 'zod';
import { defineCustomerDataOperation } from '../admin-api.ts';
import { address, ADDRESS_FIELDS, attribute, page, text, withheldFields } from './answer-parts.ts';

/** The document that reads what is printed. It asks for much less than a hand-over, because it asks for many at once. */

const printableLine = z.object({
  quantity: z.number().int().nullable(),
  lineItem: z.object({
    sku: text,
    name: z.string(),
    requiresShipping: z.boolean(),
    isGiftCard: z.boolean(),
  }),
});

const location = z.object({
  id: z.string(),
  name: z.string(),
});

const fulfillment = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  location: location.nullable(),
  fulfillmentLineItems: z.object({ pageInfo: page, nodes: z.array(printableLine) }),
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

/** An answer costs about 15 points for each id, and 2 more for each line. */
export const fulfillmentsToPrint = defineCustomerDataOperation<{ ids: readonly string[] }>()(
  `#graphql
  query FulfillmentsToPrint($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Fulfillment {
        id name status
        location { id name }
        fulfillmentLineItems(first: ${LINES}) {
          pageInfo { hasNextPage endCursor }
          nodes { quantity lineItem { sku name requiresShipping isGiftCard } }
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
