import { z } from 'zod';

/** Parts of answers that several operations share, as zod schemas and as GraphQL fields. */

export const text = z.string().nullable();
const money = z.object({ amount: z.string(), currencyCode: z.string() });
export const attribute = z.object({ key: z.string(), value: text });
const page = z.object({ hasNextPage: z.boolean(), endCursor: text });
export const pageOf = <Node extends z.ZodType>(node: Node) => z.object({ pageInfo: page, nodes: z.array(node) });
export const userErrors = z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() }));
/** Names of the fields that Shopify refuses to show. */
export const withheldFields = z.array(z.string());
export const address = z.object({
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
  coordinatesValidated: z.boolean(),
});

export const ADDRESS_FIELDS =
  'firstName lastName company phone address1 address2 city province provinceCode zip countryCodeV2 latitude longitude coordinatesValidated';

/** The parts of an order that a plan needs, before and after the fulfillment, as zod schemas and as GraphQL fields. */

/** Shopify's fields for a line's total leave out the discounts of the order. The allocations contain all discounts. */
export const LINE_ITEM_FIELDS = `id quantity currentQuantity sku name vendor requiresShipping isGiftCard
    originalTotalSet { shopMoney { amount currencyCode } }
    discountAllocations { allocatedAmountSet { shopMoney { amount currencyCode } } } customAttributes { key value }`;

export const lineItem = z.object({
  id: z.string(),
  quantity: z.number().int(),
  currentQuantity: z.number().int(),
  sku: text,
  name: z.string(),
  vendor: text,
  requiresShipping: z.boolean(),
  isGiftCard: z.boolean(),
  originalTotalSet: z.object({ shopMoney: money }),
  discountAllocations: z.array(z.object({ allocatedAmountSet: z.object({ shopMoney: money }) })),
  customAttributes: z.array(attribute),
});

export const METHOD_FIELDS = `deliveryMethod {
  methodType minDeliveryDateTime maxDeliveryDateTime presentedName additionalInformation { instructions phone }
}`;

export const deliveryMethod = z
  .object({
    methodType: z.string(),
    minDeliveryDateTime: text,
    maxDeliveryDateTime: text,
    presentedName: text,
    additionalInformation: z.object({ instructions: text, phone: text }).nullable(),
  })
  .nullable();

export const LOCATION_FIELDS = 'location { id name address { address1 address2 city province zip countryCode } }';

export const location = z
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
  .nullable();

/** With the variables `$metafieldKeys`, `$metafields` and `$withMetafields`. */
export const ORDER_FIELDS = `id name test cancelledAt tags note email phone
        customAttributes { key value }
        totalPriceSet { shopMoney { amount currencyCode } }
        risk { assessments { riskLevel } }
        shippingLine { title code }
        shippingAddress { ${ADDRESS_FIELDS} }
        billingAddress { ${ADDRESS_FIELDS} }
        customer { firstName lastName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }
        metafields(first: $metafields, keys: $metafieldKeys) @include(if: $withMetafields) {
          nodes { namespace key type value }
        }`;

export interface MetafieldVariables {
  readonly metafieldKeys: readonly string[];
  readonly metafields: number;
  readonly withMetafields: boolean;
}

export const order = z.object({
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
    assessments: z.array(z.object({ riskLevel: z.string() })),
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
});

export const shop = z.object({
  name: z.string(),
  myshopifyDomain: z.string(),
  currencyCode: z.string(),
  ianaTimezone: z.string(),
});
