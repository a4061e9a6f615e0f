import { z } from 'zod';

/** Parts of answers that several operations share, as zod schemas and as GraphQL fields. */

export const text = z.string().nullable();
export const money = z.object({ amount: z.string(), currencyCode: z.string() });
export const attribute = z.object({ key: z.string(), value: text });
const page = z.object({ hasNextPage: z.boolean(), endCursor: text });
export const pageOf = <Node extends z.ZodType>(node: Node) => z.object({ pageInfo: page, nodes: z.array(node) });
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
