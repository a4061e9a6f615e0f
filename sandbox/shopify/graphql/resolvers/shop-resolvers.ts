import { DateTime } from 'luxon';
import { fulfillmentServiceOf } from '../../fulfillments/fulfillment-service.ts';
import { numericId } from '../../shop/gid.ts';
import type { ShopRecord } from '../../shop/records.ts';
import type { FieldResolvers, RequestContext } from '../context.ts';
import { metafieldOf, metafieldsOf } from './metafields.ts';
import { resolversOf } from './record-resolvers.ts';

export const shopResolvers: Readonly<Record<string, FieldResolvers>> = {
  Shop: resolversOf('Shop', {
    url: ({ myshopifyDomain }) => `https://${myshopifyDomain}`,
    primaryDomain: ({ id, myshopifyDomain }) => ({
      __typename: 'Domain',
      id: id.replace('/Shop/', '/Domain/'),
      host: myshopifyDomain,
      url: `https://${myshopifyDomain}`,
      sslEnabled: true,
    }),
    plan: () => ({ publicDisplayName: 'Basic', partnerDevelopment: false, shopifyPlus: false }),
    unitSystem: () => 'METRIC_SYSTEM',
    timezoneOffset: (shop, { sandbox }) => shopTime(shop, sandbox.clock.now()).toFormat('ZZZ'),
    timezoneOffsetMinutes: (shop, { sandbox }) => shopTime(shop, sandbox.clock.now()).offset,
    timezoneAbbreviation: (shop, { sandbox }) => shopTime(shop, sandbox.clock.now()).toFormat('ZZZZ'),
    enabledPresentmentCurrencies: ({ currencyCode }) => [currencyCode],
    metafield: ({ id }, context, args) => metafieldOf(id, context, args),
    metafields: ({ id }, context, args) => metafieldsOf(id, context, args),
  }),
  ShopAddress: resolversOf('ShopAddress', {
    countryCode: ({ countryCodeV2 }) => countryCodeV2,
    formatted: ({ address1, address2, city, province, zip, country }) =>
      [address1, address2, [zip, city, province].filter(Boolean).join(' '), country].filter(Boolean),
    formattedArea: ({ city, province, country }) => [city, province, country].filter(Boolean).join(', ') || null,
  }),
  Location: resolversOf('Location', {
    legacyResourceId: ({ id }) => String(numericId(id)),
    fulfillmentService: fulfillmentServiceOf,
    addressVerified: () => false,
    activatable: ({ isActive }) => !isActive,
    deactivatable: ({ isActive }) => isActive,
    deactivatedAt: ({ isActive, updatedAt }) => (isActive ? null : updatedAt),
    hasUnfulfilledOrders: ({ id }, { shop }) =>
      [...shop.fulfillmentOrders.values()].some(({ locationId, status }) => locationId === id && status === 'OPEN'),
    metafield: ({ id }, context, args) => metafieldOf(id, context, args),
    metafields: ({ id }, context, args) => metafieldsOf(id, context, args),
  }),
  AppInstallation: {
    id: (_source, _args, { installation }) => installation.id,
    accessScopes: (_source, _args, { installation }) =>
      impliedScopes(installation.scopes).map((handle) => ({ handle, description: handle })),
    app: (_source, _args, context) => app(context),
    launchUrl: (_source, _args, { sandbox, shop }) =>
      `https://admin.shopify.com/store/${shop.handle}/apps/${sandbox.app.apiKey}`,
    activeSubscriptions: () => [],
    metafield: (_source, args, context) => metafieldOf(context.installation.id, context, args),
    metafields: (_source, args, context) => metafieldsOf(context.installation.id, context, args),
  },
};

function app({ sandbox }: RequestContext) {
  const { apiKey, config } = sandbox.app;
  return {
    __typename: 'App',
    id: `gid://shopify/App/${apiKey}`,
    apiKey,
    title: config.name,
    handle: config.name.toLowerCase(),
    embedded: true,
    webhookApiVersion: config.apiVersion,
    requestedAccessScopes: config.scopes.map((handle) => ({ handle, description: handle })),
  };
}

/** Shopify lists the read scope beside every write scope. */
function impliedScopes(scopes: readonly string[]): string[] {
  return [...new Set(scopes.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]))].toSorted();
}

function shopTime({ ianaTimezone }: ShopRecord, now: Date): DateTime {
  return DateTime.fromJSDate(now, { zone: ianaTimezone });
}
