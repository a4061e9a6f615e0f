import { z } from 'zod';
import { METHOD_WITHOUT_SERVICE } from '../../domain/planning/delivery-plan.ts';
import { dryRunWithSettings, type OrderFulfillment } from '../../deliveries/merchant-actions/dry-run.ts';
import type { DryRunResult, DryRunRow, DryRunOrders } from '../../pages/dry-run/dry-run-form.tsx';
import { readSettings } from './read-settings.ts';
import { readingContext } from './settings-page.ts';
import { readRecentOrders } from '../../shopify/reading/read-choices.ts';
import { findShop } from '../../shops/shop-store.ts';
import type { ShopContext } from '../shop-context.ts';
import { dryRunsShown } from '../orders/order-answer.ts';

/** The orders that can be chosen for a dry run. */
export async function ordersForDryRun({ adminApi, domain }: ShopContext): Promise<DryRunOrders> {
  return { orders: await readRecentOrders(adminApi, domain) };
}

const posted = z.object({ orderId: z.string().startsWith('gid://shopify/Order/') });

/**
 * What would be sent of an order with the present settings, or with those that were typed. It contains the buyer's
 * data.
 *
 * @param body as it was posted, not validated yet
 */
export async function submitDryRun(own: ShopContext, body: unknown): Promise<DryRunResult> {
  const { app, database, domain } = own;
  const given = posted.safeParse(body);
  const shop = await findShop(database, domain);
  if (!shop || !given.success) return { kind: 'not-read' };
  const read = readSettings(body, readingContext(app, shop));
  if (!read.ok) return { kind: 'invalid' };
  const fulfillments = await dryRunWithSettings(app, { shop, orderId: given.data.orderId, part: read.change.part });
  if (!fulfillments) return { kind: 'not-read' };
  const dryRuns = await dryRunsShown(own, shop, fulfillments, given.data.orderId);
  return {
    kind: 'ran',
    fulfillments: fulfillments.map(({ fulfillmentId, name, location, dryRun }) => ({
      fulfillmentId,
      name,
      ahead: location === undefined ? null : { location },
      choice: choiceOf(dryRun),
      dryRun: dryRuns.find((each) => each.fulfillmentId === fulfillmentId) ?? null,
    })),
  };
}

/** What chose the delivery service; null when nothing did. */
function choiceOf(dryRun: OrderFulfillment['dryRun']): DryRunRow['choice'] {
  if (!dryRun || dryRun === 'not-checked') return null;
  const decision = dryRun.plan.decisions.find(({ field }) => field === 'delivery_service');
  if (!decision) return null;
  const { source, rule } = decision;
  if (rule === METHOD_WITHOUT_SERVICE.rule) return { by: 'default-without-method' };
  if (rule === undefined) return { by: 'default' };
  return { by: source.startsWith('settings.service.methods') ? 'method' : 'rule', name: rule };
}
