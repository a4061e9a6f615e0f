import { z } from 'zod';
import { defineOperation } from '../admin-api.ts';
import { pageOf, text, userErrors } from './order-parts.ts';

/** Includes the locations of fulfillment services, which Shopify calls legacy. */
export const locations = defineOperation<{ after: string | null }>()(
  `#graphql
  query Locations($after: String) {
    locations(first: 100, after: $after, includeLegacy: true) {
      pageInfo { hasNextPage endCursor } nodes { id name }
    }
  }`,
  z.object({
    locations: pageOf(z.object({ id: z.string(), name: z.string() })),
  }),
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

/**
 * Starts the workflows of a trigger, and then keeps with the app's installation which trigger that was. Shopify offers
 * no way to ask whether a trigger arrived, so this mark is read after an unknown outcome. The owner is the installation
 * because its metafields need no scope and cause no webhook.
 */
export const sendFlowTrigger = defineOperation<{
  handle: string;
  payload: object;
  marks: readonly { ownerId: string; key: string; type: string; value: string }[];
}>()(
  `#graphql
  mutation SendFlowTrigger($handle: String!, $payload: JSON!, $marks: [MetafieldsSetInput!]!) {
    flowTriggerReceive(handle: $handle, payload: $payload) { userErrors { field message } }
    metafieldsSet(metafields: $marks) { metafields { id } userErrors { field message } }
  }`,
  z.object({
    flowTriggerReceive: z.object({ userErrors }).nullable(),
    metafieldsSet: z.object({ userErrors }).nullable(),
  }),
);

/** The app itself: its number is in the namespace of its metafields. */
export const appOfInstallation = defineOperation<Record<string, never>>()(
  `#graphql
  query AppOfInstallation { currentAppInstallation { app { id } } }`,
  z.object({ currentAppInstallation: z.object({ app: z.object({ id: z.string() }) }) }),
);

/** The app's installation, and the last trigger of a lane that arrived. */
export const flowMark = defineOperation<{ key: string }>()(
  `#graphql
  query FlowMark($key: String!) { currentAppInstallation { id metafield(key: $key) { value } } }`,
  z.object({
    currentAppInstallation: z.object({ id: z.string(), metafield: z.object({ value: text }).nullable() }),
  }),
);
