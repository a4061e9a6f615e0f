import { shopCountry, type ShopCountry } from '../domain/settings/shop-country.ts';
import type { AppContext } from '../app-context.ts';
import { backfillPage, changeBackfillOf, startBackfillOf } from './backfill/backfill-page.ts';
import { actInBulk } from './deliveries/act-in-bulk.ts';
import { act, answerHeld } from './deliveries/delivery-actions.ts';
import { deliveryPage, dryRunDelivery, undoReading } from './deliveries/delivery-page.ts';
import { changeViewOf, deliveryListPage, exportDeliveries } from './deliveries/list-page.ts';
import { searchDeliveries } from './deliveries/delivery-list.ts';
import { brokenPromises, exportScorecard, scorecardPage } from './scorecard/scorecard-page.ts';
import { homePage } from './home/home-page.ts';
import { actAndShow, handOverFulfillment, handOverOrders, ordersAsTheyStand } from './orders/extension-actions.ts';
import { releaseOrder } from './orders/order-ahead.ts';
import { orderLists } from './orders/order-lists.ts';
import { answerDeliveries, answerDryRun } from './orders/order-answer.ts';
import type { ShopContext } from './shop-context.ts';
import { scan, scanList, warehousePage } from './printing/warehouse-page.ts';
import { correctOrder, deskOrders } from './review/desk-orders.ts';
import { releaseGroup } from './review/review-groups.ts';
import { noteCall, retryGroup, reviewPage, useDistrict } from './review/review-page.ts';
import { ordersForDryRun, submitDryRun } from './settings/dry-run-page.ts';
import { settingsGroupPage } from './settings/settings-group-page.ts';
import { settingsPage, submitSettings } from './settings/settings-page.ts';
import type { StateMeaning } from '../domain/tracking/state-meaning.ts';
import { readRecord } from '../deliveries/merchant-actions/read-record.ts';
import { forgetDistrict } from '../deliveries/merchant-actions/remember-district.ts';
import { chooseMeaning, forgetMeaning } from '../deliveries/merchant-actions/state-meanings.ts';
import { readRecentChoices } from '../shopify/reading/read-choices.ts';
import { install } from '../installation/shop-lifecycle.ts';
import { readShopProfile } from '../shops/shop-access.ts';
import { ensureShops } from '../shops/shop-store.ts';

/**
 * Everything that a page or an extension may ask for, each in the file that it is imported from. Records of another shop
 * count as missing: the answer is null. Ids of orders and fulfillments are gids.
 */
const VERBS = {
  /**
   * Begins a visit of the pages. `language` is the one that the shop chose for them; null follows the admin.
   */
  open: openPages,
  home: homePage,

  scorecard: scorecardPage,
  exportScorecard,
  brokenPromises,

  deliveryList: deliveryListPage,
  /** Given what may be a customer's name. */
  searchDeliveries,
  changeView: changeViewOf,
  exportDeliveries,
  delivery: deliveryPage,
  /** Contains the buyer's data. */
  dryRunDelivery,
  undoReading,
  /** May contain the buyer's data. */
  operatorRecord: ({ app, domain: shop }: ShopContext, deliveryId: string) => readRecord(app, { shop, deliveryId }),
  act,
  actInBulk,
  answerHeld,

  review: reviewPage,
  /** Contains the buyers' data. */
  deskOrders,
  /** Given a buyer's data. */
  correctOrder,
  retryGroup,
  releaseGroup,
  noteCall,
  useDistrict,
  forgetDistrict: ({ app, domain: shop }: ShopContext, written: string) => forgetDistrict(app, { shop, written }),
  /** False when that is not possible any more. */
  chooseMeaning: ({ app, domain: shop, staff: by }: ShopContext, chosen: Pick<StateMeaning, 'name' | 'group'>) =>
    chooseMeaning(app, { shop, by, ...chosen }),
  forgetMeaning: ({ app, domain: shop }: ShopContext, key: string) => forgetMeaning(app, { shop, key }),

  backfill: backfillPage,
  startBackfill: startBackfillOf,
  changeBackfill: changeBackfillOf,

  settings: settingsPage,
  settingsGroup: settingsGroupPage,
  /** The shipping methods and tags of recent orders; null when Shopify could not be asked. */
  recentChoices: ({ adminApi, domain }: ShopContext) => readRecentChoices(adminApi, domain),
  ordersForDryRun,
  /** Contains the buyer's data. */
  submitDryRun,

  warehouse: warehousePage,
  scanList,
  scan,

  orderLists,
  orderDeliveries: answerDeliveries,
  releaseOrder,
  /** Contains the buyer's data. */
  orderDryRun: answerDryRun,
  actAndShow,
  handOverFulfillment,
  ordersAsTheyStand,
  handOverOrders,
};

type Verbs = Readonly<Record<string, (own: ShopContext, ...asked: never[]) => unknown>>;

type Bound<Some extends Verbs> = {
  readonly [Name in keyof Some]: Some[Name] extends (own: ShopContext, ...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Answer
    : never;
};

/**
 * Binds all of it to one shop, and to the reader's language, when a request is authenticated: no function accepts a shop.
 *
 * @param program the whole program, for what saves settings: a token belongs to an account that shops share
 */
export function createShopApi(own: ShopContext, program: AppContext) {
  return {
    ...boundTo(own, VERBS),
    /** @param body as it was posted, not validated yet */
    submitSettings: (body: unknown) => submitSettings(own, program, body),
  };
}

export type ShopApi = ReturnType<typeof createShopApi>;

function boundTo<Some extends Verbs>(own: ShopContext, verbs: Some): Bound<Some> {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, verb.bind(null, own)]);
  return Object.fromEntries(bound) as Bound<Some>;
}

/** What every page of a shop needs. */
interface OpenedPages {
  /** The shop's choice; null for the admin's. */
  readonly language: string | null;
  /** For its words; null when it is unknown. */
  readonly country: ShopCountry | null;
}

/**
 * A merchant who sees the pages has the app installed: what could not be kept of that when the token was issued is kept
 * now. A shop that Shopify did not describe then is read again. The reader's language is kept for what
 * is written to Shopify while nobody reads.
 */
async function openPages({ app, database, domain, locale }: ShopContext): Promise<OpenedPages> {
  const shop = await database.shop.findUnique({
    where: { domain },
    select: {
      language: true,
      pagesLanguage: true,
      timeZone: true,
      currency: true,
      installedAt: true,
      uninstalledAt: true,
    },
  });
  if (!shop?.installedAt || shop.uninstalledAt) await install(app, domain);
  else if (shop.timeZone === null) await readShopProfile(app, domain);
  if (shop?.pagesLanguage !== locale) {
    await ensureShops(database, [domain]); // another loader of the first page may still be installing it
    await database.shop.updateMany({ where: { domain }, data: { pagesLanguage: locale } });
  }
  return { language: shop?.language ?? null, country: shopCountry(shop?.currency) };
}
