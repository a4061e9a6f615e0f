import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { findOrderDelivery } from '../persistence/order-deliveries.ts';
import { findShop } from '../persistence/shops.ts';
import { previewFulfillment } from '../pipeline/preview-order.ts';
import type { FulfillmentPreview } from '../web/extension-view/extension-answers.ts';
import { fulfillmentPreviews } from '../web/extension-view/plan-view.ts';
import { localeOf } from '../web/texts/choose-texts.ts';

const address = z.object({ delivery: z.uuid() });

/** What would be sent of a delivery, mapped afresh from the live order. It names the buyer: to show, never to keep. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<FulfillmentPreview> {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const given = address.safeParse(params);
  const [shop, delivery] = await Promise.all([
    findShop(world.database, domain),
    given.success ? findOrderDelivery(world.database, { shop: domain, deliveryId: given.data.delivery }) : null,
  ]);
  if (!shop || !delivery) throw new Response(null, { status: 404 });
  const { fulfillmentId } = delivery;
  const preview = await previewFulfillment(world, shop, fulfillmentId, delivery);
  const listed = { fulfillmentId, name: delivery.fulfillmentName ?? '', delivery, preview };
  const [view] = fulfillmentPreviews([listed], localeOf(new URL(request.url).search));
  if (!view) throw new Response(null, { status: 404 });
  return view;
}
