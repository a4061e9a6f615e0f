import { z } from 'zod';
import { defineOperation } from '../admin-api.ts';
import { pageOf } from './answer-parts.ts';

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
