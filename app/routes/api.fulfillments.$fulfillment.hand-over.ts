import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { answerExtension, answerOptionsAlone, gidOf } from '../http/extension-request.ts';
import { findDeliveryOfFulfillment } from '../persistence/order-deliveries.ts';
import { requestHandOver } from '../pipeline/request-hand-over.ts';
import { findOrderOfFulfillment } from '../shopify/read-orders.ts';
import { deliveryView } from '../web/extension-view/delivery-view.ts';
import type { Asked } from '../web/extension-view/extension-answers.ts';

const wish = z.strictObject({ sendAnyway: z.boolean().default(false) });

export const loader = answerOptionsAlone;

/** Hands one fulfillment over now, whether or not it has a delivery yet. */
export function action(args: ActionFunctionArgs) {
  return answerExtension(args, async ({ world, shop, locale, request }): Promise<Asked | null> => {
    const fulfillmentId = gidOf('Fulfillment', args.params.fulfillment);
    const { sendAnyway } = wish.parse(await request.json());
    const orderId = await findOrderOfFulfillment(world.adminApi, shop, fulfillmentId);
    if (!orderId) return null;
    const taken = await requestHandOver(world, { shop, orderId, fulfillmentId, sendAnyway });
    const delivery = await findDeliveryOfFulfillment(world.database, { shop, fulfillmentId });
    if (!delivery) return null;
    const now = world.now();
    return { taken, now: now.getTime(), delivery: deliveryView(delivery, { locale, now }) };
  });
}
