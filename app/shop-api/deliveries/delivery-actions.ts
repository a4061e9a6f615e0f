import {
  dismissProblems,
  release,
  sendAgain,
  skipHeldForRelease,
  stop,
  undoStop,
} from '../../deliveries/delivery-store.ts';
import { refreshDelivery, retryDelivery, sendNow } from '../../deliveries/merchant-actions/ask-now.ts';
import type { AppContext } from '../../app-context.ts';
import type { ActionEnd, PageAction } from '../../extension-api/extension-answers.ts';
import type { ShopContext } from '../shop-context.ts';

type Act<End> = (app: AppContext, of: { shop: string; deliveryId: string }) => Promise<End>;

/** @param act returns whether there was anything to do */
const ifAny =
  (act: Act<boolean>): Act<ActionEnd> =>
  async (app, of) =>
    (await act(app, of)) ? 'done' : 'nothing-to-do';

/** For a verb of the store, which needs nothing but the time. */
const inStore = (act: typeof stop) => ifAny(({ database, now }, of) => act(database, of, now()));

/** The merchant's actions by name. */
const ACTIONS: Readonly<Record<PageAction, Act<ActionEnd>>> = {
  'send-now': ifAny(sendNow),
  stop: inStore(stop),
  retry: ifAny(retryDelivery),
  refresh: refreshDelivery,
  'dismiss-problem': inStore(dismissProblems),
  'send-again': inStore(sendAgain),
  'undo-stop': inStore(undoStop),
};

/** If the shop has no such delivery, there is nothing to do. */
export async function act(
  { app, domain }: ShopContext,
  { deliveryId, action }: { deliveryId: string; action: PageAction },
): Promise<ActionEnd> {
  return ACTIONS[action](app, { shop: domain, deliveryId });
}

/**
 * Hands over all deliveries that are held until the merchant approves them, or skips them.
 *
 * @returns how many
 */
export async function answerHeld(
  { app: { database, now }, domain: shop }: ShopContext,
  answer: 'released' | 'skipped',
): Promise<number> {
  return answer === 'released'
    ? release(database, { shop, holds: ['release'], now: now() })
    : skipHeldForRelease(database, shop, now());
}
