import type { AppContext } from '../app-context.ts';
import { backfillPage, changeBackfillOf, startBackfillOf } from './backfill/backfill-page.ts';
import { actInBulk } from './deliveries/act-in-bulk.ts';
import { act, answerHeld } from './deliveries/delivery-actions.ts';
import { deliveryPage, dryRunDelivery, operatorRecord } from './deliveries/delivery-page.ts';
import { deliveryListPage, exportDeliveries } from './deliveries/list-page.ts';
import { homePage } from './home/home-page.ts';
import { actAndShow, handOverFulfillment } from './orders/extension-actions.ts';
import { handOverOrders, ordersAsTheyStand } from './orders/hand-over-orders.ts';
import { answerDeliveries, answerDryRun } from './orders/order-answer.ts';
import type { OwnShop } from './own-shop.ts';
import { scanList, warehousePage } from './printing/warehouse-page.ts';
import { forgetDistrictOf, retryGroup, reviewPage, useDistrict } from './review/review-page.ts';
import { ordersForDryRun, submitDryRun } from './settings/dry-run-page.ts';
import { settingsGroupPage, submitSettingsGroup } from './settings/settings-group-page.ts';
import { settingsPage, submitSettings } from './settings/settings-page.ts';
import type { ShopApi } from './shop-api.ts';

/** @param program the whole program, for the few functions that say why they need it */
export function createShopApi(own: OwnShop, program: AppContext): ShopApi {
  return {
    language: () => languageOf(own),
    home: () => homePage(own),
    deliveryList: (asked, position) => deliveryListPage(own, asked, position),
    exportDeliveries: (asked, form) => exportDeliveries(own, asked, form),
    delivery: (deliveryId) => deliveryPage(own, deliveryId),
    dryRunDelivery: (deliveryId) => dryRunDelivery(own, deliveryId),
    operatorRecord: (deliveryId) => operatorRecord(own, deliveryId),
    act: (of) => act(own, of),
    actInBulk: (of) => actInBulk(own, of),
    answerHeld: (answer) => answerHeld(own, answer),
    review: () => reviewPage(own),
    retryGroup: (group) => retryGroup(own, group),
    useDistrict: (given) => useDistrict(own, given),
    forgetDistrict: (written) => forgetDistrictOf(own, written),
    backfill: (typed, after) => backfillPage(own, typed, after),
    startBackfill: (typed) => startBackfillOf(own, typed),
    changeBackfill: (change) => changeBackfillOf(own, change),
    settings: () => settingsPage(own),
    submitSettings: (form) => submitSettings(own, program, form),
    settingsGroup: (group) => settingsGroupPage(own, group),
    submitSettingsGroup: (body) => submitSettingsGroup(own, program, body),
    ordersForDryRun: () => ordersForDryRun(own),
    submitDryRun: (body) => submitDryRun(own, body),
    warehouse: () => warehousePage(own),
    scanList: (selection) => scanList(own, selection),
    orderDeliveries: (orderId, given) => answerDeliveries(own, orderId, given),
    orderDryRun: (orderId) => answerDryRun(own, orderId),
    actAndShow: (of) => actAndShow(own, of),
    handOverFulfillment: (fulfillmentId, given) => handOverFulfillment(own, fulfillmentId, given),
    ordersAsTheyStand: (orderIds) => ordersAsTheyStand(own, orderIds),
    handOverOrders: (orderIds) => handOverOrders(own, orderIds),
  };
}

async function languageOf({ database, domain }: OwnShop): Promise<string | null> {
  const shop = await database.shop.findUnique({ where: { domain }, select: { language: true } });
  return shop?.language ?? null;
}
