import { isGranted, requireScopes } from '../../access.ts';
import type { RequestContext } from '../../context.ts';

/** The scope for writing depends on whether the merchant or a third party fulfills at the location. */
export function requireLocationScope({ shop, installation }: RequestContext, locationId: string, field: string): void {
  const kind = shop.location(locationId).isFulfillmentService ? 'third_party' : 'merchant_managed';
  const scope = `write_${kind}_fulfillment_orders`;
  if (!isGranted(installation.scopes, [scope])) requireScopes(installation.scopes, [scope], `${field} field`);
}
