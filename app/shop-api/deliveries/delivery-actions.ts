import { dismissProblem } from '../../deliveries/merchant-actions/dismiss-problem.ts';
import { refreshDelivery } from '../../deliveries/merchant-actions/refresh.ts';
import { approveHeld, skipHeld } from '../../deliveries/merchant-actions/held/release.ts';
import { retryDelivery } from '../../deliveries/merchant-actions/retry.ts';
import { sendAgainNow } from '../../deliveries/merchant-actions/send-again.ts';
import { sendNow } from '../../deliveries/merchant-actions/send-now.ts';
import { stopDelivery } from '../../deliveries/merchant-actions/stop.ts';
import type { AppContext } from '../../app-context.ts';
import type { PageAction } from '../../extension-api/extension-answers.ts';
import type { OwnShop } from '../own-shop.ts';

type Act = (app: AppContext, of: { shop: string; deliveryId: string }) => Promise<boolean>;

/** The merchant's actions by name. Each returns whether there was anything to do. */
const ACTIONS: Readonly<Record<PageAction, Act>> = {
  'send-now': sendNow,
  stop: stopDelivery,
  retry: retryDelivery,
  refresh: refreshDelivery,
  'dismiss-problem': dismissProblem,
  'send-again': sendAgainNow,
};

/** @returns false when there was nothing to do, or the shop has no such delivery */
export async function act(
  { app, domain }: OwnShop,
  { deliveryId, action }: { deliveryId: string; action: PageAction },
): Promise<boolean> {
  return ACTIONS[action](app, { shop: domain, deliveryId });
}

/**
 * Hands over all deliveries that are held until the merchant approves them, or skips them.
 *
 * @returns how many
 */
export async function answerHeld({ app, domain }: OwnShop, answer: 'released' | 'skipped'): Promise<number> {
  return answer === 'released' ? approveHeld(app, domain) : skipHeld(app, domain);
}
