/** Fetches Shopify's Admin schema once, before several tests and the processes that they start would each fetch it. */
export { cacheAdminSchema as default } from '../../sandbox/shopify/graphql/admin-schema.ts';
