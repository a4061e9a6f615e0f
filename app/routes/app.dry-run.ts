import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { findShop } from '../persistence/shops.ts';
import { tryOrder } from '../pipeline/try-order.ts';
import { readFulfilledOrders } from '../shopify/read-choices.ts';
import type { DryRun, TriedFulfillment, TryableOrders } from '../web/dry-run.ts';
import { fulfillmentPreviews } from '../web/extension-view/plan-view.ts';
import { readPart } from '../web/settings-groups/read-part.ts';
import { localeOf } from '../web/texts/choose-texts.ts';

/** The orders that a dry run can be made of. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<TryableOrders> {
  const { world, shop } = await authenticateMerchant({ request, context });
  return { orders: await readFulfilledOrders(world.adminApi, shop) };
}

const wish = z.object({ orderId: z.string().startsWith('gid://shopify/Order/') });

/** What would be sent of an order, by the settings as they are or as they were typed. It names the buyer. */
export async function action({ request, context }: ActionFunctionArgs): Promise<DryRun> {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const body: unknown = await request.json().catch(() => null);
  const given = wish.safeParse(body);
  const shop = await findShop(world.database, domain);
  if (!shop || !given.success) return { kind: 'not-read' };
  const read = readPart(body, shop.settings);
  if (!read.ok) return { kind: 'invalid', errors: read.errors };
  const fulfillments = await tryOrder(world, { shop, orderId: given.data.orderId, part: read.part });
  if (!fulfillments) return { kind: 'not-read' };
  const previews = fulfillmentPreviews(fulfillments, localeOf(new URL(request.url).search));
  return {
    kind: 'tried',
    fulfillments: fulfillments.map(({ fulfillmentId, name, preview }) => ({
      ...{ fulfillmentId, name, choice: choiceOf(preview) },
      preview: previews.find((each) => each.fulfillmentId === fulfillmentId) ?? null,
    })),
  };
}

/** What chose the delivery service; null when it did not come to that. */
function choiceOf(
  preview: NonNullable<Awaited<ReturnType<typeof tryOrder>>>[number]['preview'],
): TriedFulfillment['choice'] {
  if (!preview || preview === 'not-checked') return null;
  const decision = preview.plan.decisions.find(({ field }) => field === 'delivery_service');
  return decision ? { rule: decision.rule ?? null } : null;
}
