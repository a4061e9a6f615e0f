import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { answerExtension, answerOptionsAlone } from '../http/extension-request.ts';
import { findOrderDelivery } from '../persistence/order-deliveries.ts';
import { markHandled } from '../pipeline/mark-handled.ts';
import { refreshDelivery } from '../pipeline/refresh.ts';
import { retryDelivery } from '../pipeline/retry.ts';
import { sendNow } from '../pipeline/send-now.ts';
import { stopDelivery } from '../pipeline/stop.ts';
import type { World } from '../pipeline/world.ts';
import { deliveryView } from '../web/extension-view/delivery-view.ts';
import { DELIVERY_VERBS, type Asked, type DeliveryVerb } from '../web/extension-view/extension-answers.ts';

const VERBS: Readonly<
  Record<DeliveryVerb, (world: World, of: { shop: string; deliveryId: string }) => Promise<boolean>>
> = {
  'send-now': sendNow,
  stop: stopDelivery,
  retry: retryDelivery,
  refresh: refreshDelivery,
  'mark-handled': markHandled,
};

const address = z.object({ delivery: z.uuid(), verb: z.enum(DELIVERY_VERBS) });

export const loader = answerOptionsAlone;

/** Does what a person asks of a delivery, and answers with the delivery as it is then. */
export function action(args: ActionFunctionArgs) {
  return answerExtension(args, async ({ world, shop, locale }): Promise<Asked | null> => {
    const { delivery: deliveryId, verb } = address.parse(args.params);
    const of = { shop, deliveryId };
    const taken = await VERBS[verb](world, of);
    const delivery = await findOrderDelivery(world.database, of);
    if (!delivery) return null;
    const now = world.now();
    return { taken, now: now.getTime(), delivery: deliveryView(delivery, { locale, now }) };
  });
}
