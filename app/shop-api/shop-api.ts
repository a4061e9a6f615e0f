import type { StateMeaning } from '../domain/tracking/state-meaning.ts';
import type { SettingsGroup } from '../domain/settings/settings-groups.ts';
import type {
  ActionAnswer,
  ActionEnd,
  DeliveryAction,
  FulfillmentDryRun,
  HoldReleased,
  OrderDeliveries,
  OrderDryRun,
  OrdersHandedOver,
  PageAction,
} from '../extension-api/extension-answers.ts';
import type { BackfillResult } from '../pages/backfill/result.ts';
import type { BulkAction, BulkResult } from '../pages/deliveries/bulk-result.ts';
import type { DeliveryQuery } from '../pages/deliveries/delivery-query.ts';
import type { OperatorRecord } from '../pages/delivery/operator-record.ts';
import type { DryRunResult, DryRunOrders } from '../pages/dry-run/dry-run.ts';
import type { GroupResult } from '../pages/settings-groups/group-form.tsx';
import type { GroupView } from '../pages/settings-groups/group-view.ts';
import type { SettingsResult } from '../pages/settings/input/settings-result.ts';
import type { SettingsView } from '../pages/settings/settings-view.ts';
import type { PrintSelection } from '../pages/warehouse/print-query.ts';
import type { ViewChange, ViewChanged } from '../shops/saved-views.ts';
import type { RecentChoices } from '../shopify/reading/read-choices.ts';
import type { AnsweredClient } from './answered-client.ts';
import type { BackfillPage, TypedDays } from './backfill/backfill-page.ts';
import type { PagePosition } from '../pages/deliveries/page-position.ts';
import type { DeliveryPage } from './deliveries/delivery-page.ts';
import type { ReadingUndone } from '../pages/delivery/reading-result.ts';
import type { DeliveryListPage } from './deliveries/list-page.ts';
import type { HomePage } from './home/home-page.ts';
import type { ScanList, WarehousePage } from './printing/warehouse-page.ts';
import type { GroupRetried, DistrictChosen, DistrictUsed, ReviewPage } from './review/review-page.ts';

/**
 * Everything that a page or an extension may ask for. It is bound to one shop, and to the reader's language, when the
 * request is authenticated: no function accepts a shop. Records of another shop count as missing. Ids of orders and
 * fulfillments are gids.
 */
export interface ShopApi {
  /** Begins a visit of the pages. `language` is the one that the shop chose for them; null follows the admin. */
  open(): Promise<{ readonly language: string | null }>;
  home(): Promise<HomePage>;

  deliveryList(asked: DeliveryQuery, position: PagePosition): Promise<DeliveryListPage>;
  /** Makes, renames, changes or removes a saved view of the list. */
  changeView(change: ViewChange): Promise<ViewChanged>;
  /**
   * Every delivery of the query, up to a limit, as CSV: in the reader's words, or in codes and ISO 8601 times for other
   * software. Reading ends when the client disconnects.
   */
  exportDeliveries(asked: DeliveryQuery, form: { codes: boolean; client: AnsweredClient }): Promise<ReadableStream>;
  /** Null when the shop has no such delivery. */
  delivery(deliveryId: string): Promise<DeliveryPage | null>;
  /** It contains the buyer's data. Null when the shop has no such delivery. */
  dryRunDelivery(deliveryId: string): Promise<FulfillmentDryRun | null>;
  /** From now on, what was read as the district of the delivery is asked about. Null when the shop has no such delivery. */
  undoReading(deliveryId: string): Promise<ReadingUndone | null>;
  /**
   * The operator's record of the delivery, which may contain the buyer's data; `not-read` when the operator cannot be
   * asked now. Null when the shop has no such delivery that was handed over.
   */
  operatorRecord(deliveryId: string): Promise<OperatorRecord | 'not-read' | null>;
  act(of: { deliveryId: string; action: PageAction }): Promise<ActionEnd>;
  actInBulk(of: { action: BulkAction; ids: readonly string[] }): Promise<BulkResult>;
  /** Hands over the deliveries that wait for the merchant's approval, or skips them. Returns how many. */
  answerHeld(answer: 'released' | 'skipped'): Promise<number>;

  review(): Promise<ReviewPage>;
  /** Returns how many deliveries of the group are retried. */
  retryGroup(group: { code: string | null; district: string | null }): Promise<GroupRetried>;
  /** Releases the held orders of a group, although they would not go out. Returns how many. */
  releaseGroup(group: { code: string | null; district: string | null }): Promise<number>;
  /** Remembers what a district is called at the operator, and retries the group of it. */
  useDistrict(given: DistrictChosen): Promise<DistrictUsed>;
  /** False when nothing was remembered for it. */
  forgetDistrict(written: string): Promise<boolean>;
  /** Says what an unknown state of the operator's means. False when that is not possible any more. */
  chooseMeaning(chosen: Pick<StateMeaning, 'name' | 'group'>): Promise<boolean>;
  /** False when the state had no meaning. */
  forgetMeaning(key: string): Promise<boolean>;

  /** `after`: the cursor of the page of orders; null for the first page. */
  backfill(typed: TypedDays, after: string | null): Promise<BackfillPage>;
  startBackfill(typed: TypedDays): Promise<BackfillResult>;
  /** Pauses, resumes or cancels the one that runs. */
  changeBackfill(change: 'pause' | 'resume' | 'stop'): Promise<BackfillResult>;

  settings(): Promise<SettingsView>;
  /** Saves, or tests the connection; the form's `intent` says which. */
  submitSettings(form: FormData): Promise<SettingsResult>;
  settingsGroup(group: SettingsGroup): Promise<GroupView>;
  /** `body` as it was posted, not validated yet. */
  submitSettingsGroup(body: unknown): Promise<GroupResult>;

  /** The shipping methods and tags of recent orders; null when Shopify could not be asked. */
  recentChoices(): Promise<RecentChoices | null>;
  ordersForDryRun(): Promise<DryRunOrders>;
  /** It contains the buyer's data. `body` as it was posted, not validated yet. */
  submitDryRun(body: unknown): Promise<DryRunResult>;

  /** What waits for collection. */
  warehouse(): Promise<WarehousePage>;
  /** What is expected at the door. Null when one of the deliveries is not the shop's. */
  scanList(selection: PrintSelection): Promise<ScanList | null>;

  /** `known`: Shopify is not asked. Null when the shop has no such order. */
  orderDeliveries(orderId: string, given: { known: boolean }): Promise<OrderDeliveries | null>;
  /** Releases the app's hold of an order, although it would not go out. Null when the shop has no such open order. */
  releaseOrder(orderId: string): Promise<HoldReleased | null>;
  /** It contains the buyer's data. Null when the shop has no such order. */
  orderDryRun(orderId: string): Promise<OrderDryRun | null>;
  /** Null when the shop has no such delivery. */
  actAndShow(of: { deliveryId: string; action: DeliveryAction }): Promise<ActionAnswer | null>;
  /** Null when the shop has no such fulfillment. */
  handOverFulfillment(fulfillmentId: string, given: { sendAnyway: boolean }): Promise<ActionAnswer | null>;
  ordersAsTheyStand(orderIds: readonly string[]): Promise<OrdersHandedOver>;
  /** Null when the shop has none of the orders. */
  handOverOrders(orderIds: readonly string[]): Promise<OrdersHandedOver | null>;
}
