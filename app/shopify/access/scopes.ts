/** The scopes that shopify.app.toml requests; `npm run check` compares the two. */
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
 * @param granted as Shopify lists them: a write scope includes the read scope, which is not listed then
 * @returns the scopes of REQUIRED_SCOPES that are missing
 */
export function missingScopes(granted: readonly string[]): string[] {
  return REQUIRED_SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_')),
  );
}
