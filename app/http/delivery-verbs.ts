import { markHandled } from '../pipeline/mark-handled.ts';
import { refreshDelivery } from '../pipeline/refresh.ts';
import { retryDelivery } from '../pipeline/retry.ts';
import { sendNow } from '../pipeline/send-now.ts';
import { stopDelivery } from '../pipeline/stop.ts';
import type { World } from '../pipeline/world.ts';
import type { DeliveryVerb } from '../web/extension-view/extension-answers.ts';

type Ask = (world: World, of: { shop: string; deliveryId: string }) => Promise<boolean>;

/** What a person asks of a delivery, by the verb's name; each says whether there was anything to do. */
export const ASK_DELIVERY: Readonly<Record<DeliveryVerb, Ask>> = {
  'send-now': sendNow,
  stop: stopDelivery,
  retry: retryDelivery,
  refresh: refreshDelivery,
  'mark-handled': markHandled,
};
