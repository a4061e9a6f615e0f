import type { AppContext } from '../app-context.ts';
import { backfillPage, changeBackfillOf, startBackfillOf } from './backfill/backfill-page.ts';
import { actInBulk } from './deliveries/act-in-bulk.ts';
import { act, answerHeld } from './deliveries/delivery-actions.ts';
import { deliveryPage, dryRunDelivery, operatorRecord, undoReading } from './deliveries/delivery-page.ts';
import { changeViewOf, deliveryListPage, exportDeliveries } from './deliveries/list-page.ts';
import { homePage } from './home/home-page.ts';
import { actAndShow, handOverFulfillment } from './orders/extension-actions.ts';
import { handOverOrders, ordersAsTheyStand } from './orders/hand-over-orders.ts';
import { releaseOrder } from './orders/order-ahead.ts';
import { answerDeliveries, answerDryRun } from './orders/order-answer.ts';
import type { ShopContext } from './shop-context.ts';
import { scanList, warehousePage } from './printing/warehouse-page.ts';
import { forgetDistrictOf, releaseGroup, retryGroup, reviewPage, useDistrict } from './review/review-page.ts';
import { ordersForDryRun, submitDryRun } from './settings/dry-run-page.ts';
import { settingsGroupPage, submitSettingsGroup } from './settings/settings-group-page.ts';
import { settingsPage, submitSettings } from './settings/settings-page.ts';
import type { ShopApi } from './shop-api.ts';
import { chooseMeaning, forgetMeaning } from '../deliveries/merchant-actions/state-meanings.ts';
import { readRecentChoices } from '../shopify/reading/read-choices.ts';
import { install } from '../installation/shop-lifecycle.ts';
import { readShopProfile } from '../shops/shop-profile.ts';
import { ensureShops } from '../shops/shop-store.ts';

/** @param program the whole program, for the few functions that say why they need it */
export function createShopApi(own: ShopContext, program: AppContext): ShopApi {
  return {
    open: () => openPages(own),
    home: () => homePage(own),
    deliveryList: (asked, position) => deliveryListPage(own, asked, position),
    changeView: (change) => changeViewOf(own, change),
    exportDeliveries: (asked, form) => exportDeliveries(own, asked, form),
    delivery: (deliveryId) => deliveryPage(own, deliveryId),
    dryRunDelivery: (deliveryId) => dryRunDelivery(own, deliveryId),
    undoReading: (deliveryId) => undoReading(own, deliveryId),
    operatorRecord: (deliveryId) => operatorRecord(own, deliveryId),
    act: (of) => act(own, of),
    actInBulk: (of) => actInBulk(own, of),
    answerHeld: (answer) => answerHeld(own, answer),
    review: () => reviewPage(own),
    retryGroup: (group) => retryGroup(own, group),
    releaseGroup: (group) => releaseGroup(own, group),
    useDistrict: (given) => useDistrict(own, given),
    forgetDistrict: (written) => forgetDistrictOf(own, written),
    chooseMeaning: (chosen) => chooseMeaning(own.app, { shop: own.domain, by: own.staff, ...chosen }),
    forgetMeaning: (key) => forgetMeaning(own.app, { shop: own.domain, key }),
    backfill: (typed, after) => backfillPage(own, typed, after),
    startBackfill: (typed) => startBackfillOf(own, typed),
    changeBackfill: (change) => changeBackfillOf(own, change),
    settings: () => settingsPage(own),
    submitSettings: (form) => submitSettings(own, program, form),
    settingsGroup: (group) => settingsGroupPage(own, group),
    submitSettingsGroup: (body) => submitSettingsGroup(own, program, body),
    recentChoices: () => readRecentChoices(own.adminApi, own.domain),
    ordersForDryRun: () => ordersForDryRun(own),
    submitDryRun: (body) => submitDryRun(own, body),
    warehouse: () => warehousePage(own),
    scanList: (selection) => scanList(own, selection),
    orderDeliveries: (orderId, given) => answerDeliveries(own, orderId, given),
    releaseOrder: (orderId) => releaseOrder(own, orderId),
    orderDryRun: (orderId) => answerDryRun(own, orderId),
    actAndShow: (of) => actAndShow(own, of),
    handOverFulfillment: (fulfillmentId, given) => handOverFulfillment(own, fulfillmentId, given),
    ordersAsTheyStand: (orderIds) => ordersAsTheyStand(own, orderIds),
    handOverOrders: (orderIds) => handOverOrders(own, orderIds),
  };
}

/**
 * A merchant who sees the pages has the app installed: what could not be kept of that when the token was issued is kept
 * now. A shop that Shopify did not describe then is read again. The reader's language is kept for what
 * is written to Shopify while nobody reads.
 */
async function openPages({ app, database, domain, locale }: ShopContext): Promise<{ language: string | null }> {
  const shop = await database.shop.findUnique({
    where: { domain },
    select: { language: true, pagesLanguage: true, timeZone: true, installedAt: true, uninstalledAt: true },
  });
  if (!shop?.installedAt || shop.uninstalledAt) await install(app, domain);
  else if (shop.timeZone === null) await readShopProfile(app, domain);
  if (shop?.pagesLanguage !== locale) {
    await ensureShops(database, [domain]); // another loader of the first page may still be installing it
    await database.shop.updateMany({ where: { domain }, data: { pagesLanguage: locale } });
  }
  return { language: shop?.language ?? null };
}
