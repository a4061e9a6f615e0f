/**
 * Every GraphQL document that the app sends, with a zod schema of the part of the answer that the app reads.
 * `npm run check` checks both against the Admin schema, and the scopes in shopify.app.toml against the documents.
 * Pages are small, because Shopify reserves the highest possible cost of a query, and a standard shop restores only 100
 * points a second.
 */
export * from './operations/fulfillment-operations.ts';
export * from './operations/open-order-operations.ts';
export * from './operations/order-operations.ts';
export * from './operations/print-operations.ts';
export * from './operations/installation-operations.ts';
export * from './operations/order-list-operations.ts';
export * from './operations/write-back-operations.ts';
