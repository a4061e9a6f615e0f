import {
  dismissProblems,
  release,
  sendAgain,
  skipHeldForRelease,
  stop,
  undoStop,
  type OfShop,
} from '../../deliveries/delivery-store.ts';
import { refreshDelivery, retryDelivery, sendNow } from '../../deliveries/merchant-actions/ask-now.ts';
import type { AppContext } from '../../app-context.ts';
import type { ActionEnd, PageAction } from '../../extension-api/extension-answers.ts';
import type { ShopContext } from '../shop-context.ts';
import { countHeldForRelease } from './delivery-list.ts';

type Act<End> = (app: AppContext, of: OfShop) => Promise<End>;

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

/** If the shop has no such delivery, or it has changed since it was seen, there is nothing to do. */
export async function act(
  { app, domain }: ShopContext,
  { action, ...of }: Omit<OfShop, 'shop'> & { action: PageAction },
): Promise<ActionEnd> {
  return ACTIONS[action](app, { shop: domain, ...of });
}

/**
 * Hands over all deliveries that are held until the merchant approves them, or skips them.
 *
 * @param seen how many the page says there are: nothing is done if that has changed since
 * @returns how many
 */
export async function answerHeld(own: ShopContext, answer: 'released' | 'skipped', seen: number): Promise<number> {
  if ((await countHeldForRelease(own)) !== seen) return 0;
  const { app, domain: shop } = own;
  const { database, now } = app;
  return answer === 'released'
    ? release(database, { shop, holds: ['release'], now: now() })
    : skipHeldForRelease(database, shop, now());
}
