/** What the app asks for in shopify.app.toml; `npm run check` holds the two together. */
export const REQUIRED_SCOPES = [
  'read_customers',
  'read_fulfillments',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'read_orders',
  'read_third_party_fulfillment_orders',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
  'write_orders',
  'write_third_party_fulfillment_orders',
] as const;

/**
 * @param granted as Shopify lists them: whoever may write may read, which the list then leaves out
 * @returns those of REQUIRED_SCOPES that are not among them
 */
export function missingScopes(granted: readonly string[]): string[] {
  return REQUIRED_SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_')),
  );
}
