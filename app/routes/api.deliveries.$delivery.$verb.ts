import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { ASK_DELIVERY } from '../http/delivery-verbs.ts';
import { answerExtension, answerOptionsAlone } from '../http/extension-request.ts';
import { findOrderDelivery } from '../persistence/order-deliveries.ts';
import { deliveryView } from '../web/extension-view/delivery-view.ts';
import { DELIVERY_VERBS, type Asked } from '../web/extension-view/extension-answers.ts';

const address = z.object({ delivery: z.uuid(), verb: z.enum(DELIVERY_VERBS) });

export const loader = answerOptionsAlone;

/** Does what a person asks of a delivery, and answers with the delivery as it is then. */
export function action(args: ActionFunctionArgs) {
  return answerExtension(args, async ({ world, shop, locale }): Promise<Asked | null> => {
    const { delivery: deliveryId, verb } = address.parse(args.params);
    const of = { shop, deliveryId };
    const taken = await ASK_DELIVERY[verb](world, of);
    const delivery = await findOrderDelivery(world.database, of);
    if (!delivery) return null;
    const now = world.now();
    return { taken, now: now.getTime(), delivery: deliveryView(delivery, { locale, now }) };
  });
}
