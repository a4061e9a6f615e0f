import type { OrderFulfillment } from '../../deliveries/merchant-actions/dry-run.ts';
import type { FulfillmentDryRun } from '../../extension-api/extension-answers.ts';
import { fulfillmentDryRuns } from '../../extension-api/plan-view.ts';
import { writeOrder } from '../../operator/wire.ts';
import { allPromises } from '../scorecard/scorecard-page.ts';
import type { ShopWithAccount } from '../../shops/shop-store.ts';
import { askerOf, type ShopContext } from '../shop-context.ts';

/** What would be sent of an order, in the forms in which the operator takes it, with what is promised now. */
export async function dryRunsShown(
  own: ShopContext,
  shop: ShopWithAccount | null,
  fulfillments: readonly OrderFulfillment[],
  orderId: string,
): Promise<FulfillmentDryRun[]> {
  const { profile } = own.app.environment;
  const promises = await allPromises(own);
  return fulfillmentDryRuns(fulfillments, orderId, askerOf(own, shop), {
    write: (order) => writeOrder(order, profile),
    promises,
  });
}
