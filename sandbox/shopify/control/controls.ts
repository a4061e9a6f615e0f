import { z } from 'zod';
import { PROTECTED_CONTENTS, type ProtectedContent } from '../graphql/admin-schema.ts';
import { addLocations, type LocationDraft } from '../shop/adding-locations.ts';
import type { FaultInput } from '../admin-api/fault.ts';
import type { ReceivedTrigger } from '../flow/flow-extensions.ts';
import { runAction, tellUse, type FlowAnswer, type FlowRun } from '../flow/calling-the-app.ts';
import { fulfillItems } from '../fulfillments/fulfilling.ts';
import {
  cancelFulfillment,
  recordEvent,
  settleFulfillment,
  type SettledStatus,
} from '../fulfillments/fulfillment-changes.ts';
import { holdByMerchant, releaseHolds } from '../fulfillments/fulfillment-holds.ts';
import { mintIdToken } from '../access/id-token.ts';
import { grantScopes, installApp, uninstallApp } from '../access/installing.ts';
import { changeOrder, type OrderChange } from '../orders/order-editing.ts';
import type { OrderDraft } from '../orders/order-draft.ts';
import { findLocation } from '../fulfillments/fulfillment-orders.ts';
import { enterOrder } from '../orders/order-entry.ts';
import type { LocationRecord, MetafieldRecord } from '../shop/records.ts';
import type { OrderRecord } from '../shop/order-records.ts';
import type { EmailRecord, FulfillmentEventStatus, FulfillmentRecord } from '../shop/fulfillment-records.ts';
import { findShop, type Sandbox } from '../sandbox.ts';
import { isOpen } from '../fulfillments/fulfillment-status.ts';
import { plantSeed, type SeedShop } from '../seed/plant-seed.ts';
import type { SandboxShop, Withholding } from '../shop/shop.ts';
import type { WebhookBody } from '../webhooks/webhook-bodies.ts';
import type { WebhookSender } from '../webhooks/webhooks.ts';
import type { SendOptions, WebhookDelivery, WebhookPolicy } from '../webhooks/webhook-delivery.ts';

/** A merchant's choice on "Fulfill items": everything that is left, or quantities by line item (gid or position). */
export const fulfillChoice = z.strictObject({
  lineItems: z
    .array(z.strictObject({ id: z.union([z.string(), z.number().int()]), quantity: z.number().int().min(1) }))
    .optional(),
  /** Name or gid. */
  location: z.string().optional(),
  tracking: z
    .array(
      z.strictObject({ company: z.string().nullable(), number: z.string().nullable(), url: z.string().nullable() }),
    )
    .optional(),
  /** `PENDING` and `OPEN` mean that the fulfillment service has not finished; `settleFulfillment` ends that. */
  status: z.enum(['OPEN', 'PENDING', 'SUCCESS']).optional(),
  notifyCustomer: z.boolean().optional(),
});
export type FulfillChoice = z.input<typeof fulfillChoice>;

/**
 * What a test or the demo can do: the actions of merchants and buyers, and Shopify's misbehaviour. A shop is named by
 * its domain or handle, a record by its gid.
 */
export interface Controls {
  /** Forgets everything and creates the seed again. With `orders: false`, it creates only the shops. */
  reset(options?: { orders?: boolean }): void;
  addShop(shop: SeedShop): SandboxShop;
  addLocations(shop: string, drafts: readonly LocationDraft[]): LocationRecord[];
  enterOrder(shop: string, draft: OrderDraft): OrderRecord;
  changeOrder(shop: string, orderId: string, change: OrderChange): OrderRecord;
  fulfill(shop: string, orderId: string, choice?: FulfillChoice): FulfillmentRecord;
  cancelFulfillment(shop: string, fulfillmentId: string): FulfillmentRecord;
  /** A merchant holds every open part of an order, or releases every hold on it, whoever placed it. */
  holdOrder(shop: string, orderId: string, reasonNotes?: string): OrderRecord;
  releaseOrder(shop: string, orderId: string): OrderRecord;
  /** Ends a fulfillment that the fulfillment service has not finished, and sends `fulfillments/update`. */
  settleFulfillment(shop: string, fulfillmentId: string, status?: SettledStatus): FulfillmentRecord;
  /** Adds an event, as another app or a carrier would report it. */
  recordEvent(shop: string, fulfillmentId: string, status: FulfillmentEventStatus): FulfillmentRecord;
  installApp(shop: string, scopes?: readonly string[]): void;
  uninstallApp(shop: string): void;
  grantScopes(shop: string, scopes: readonly string[]): void;
  /** Whether every call to the Admin API is answered 403: the app's server has an address that is not on its allowlist. */
  refuseAddress(isRefused: boolean): void;
  /** Replaces the faults that are waiting at a shop. */
  setFaults(shop: string, faults: readonly FaultInput[]): void;
  /** Withholds protected customer data from the app, field by field or as a whole, all of it or only some contents. */
  withhold(shop: string, withholding: Withholding, contents?: readonly ProtectedContent[]): void;
  /** The emails that Shopify sent to the buyers of a shop, in order. */
  emails(shop: string): readonly EmailRecord[];
  /** Whether OUT_FOR_DELIVERY and DELIVERED events make Shopify email the buyer. Off at the start. */
  setMailsEvents(shop: string, isOn: boolean): void;
  /** Empties the bucket of query points. */
  drainBucket(shop: string): void;
  /** A new id token of a staff member, as App Bridge gives it to the app. */
  idToken(shop: string, userId?: string): string;
  /** An offline access token, as token exchange gives it. */
  accessToken(shop: string): string;
  /** Ends all access tokens of the app in a shop. Its refresh tokens stay valid. */
  revokeAccessTokens(shop: string): void;
  metafields(shop: string, ownerId: string): MetafieldRecord[];
  /** The triggers of the app that reached Shopify Flow, in order. */
  flowTriggers(shop: string): readonly ReceivedTrigger[];
  /** Enables or disables a workflow for each trigger of the app, and tells the app. */
  useFlow(shop: string, isOn: boolean): Promise<void>;
  /** Runs an action of the app once, as a workflow would. Flow repeats a run with the same id. */
  runFlowAction(shop: string, run: FlowRun): Promise<FlowAnswer>;
  sendWebhook(shop: string, topic: string, body: WebhookBody, options?: SendOptions): Promise<WebhookDelivery>;
  setWebhookPolicy(policy: WebhookPolicy): void;
  readonly webhooks: WebhookSender;
}

export function createControls(sandbox: Sandbox, seed: readonly SeedShop[]): Controls {
  const shopOf = (name: string) => findShop(sandbox, name);
  return {
    reset({ orders = true } = {}) {
      sandbox.webhooks.clear();
      sandbox.tokens.clear();
      sandbox.shops.clear();
      plantSeed(sandbox, orders ? seed : seed.map((shop) => ({ ...shop, orders: [] })));
    },
    addShop(shop) {
      plantSeed(sandbox, [shop]);
      return shopOf(shop.domain);
    },
    refuseAddress(isRefused) {
      sandbox.isAddressRefused = isRefused;
    },
    addLocations: (shop, drafts) => addLocations(sandbox, shopOf(shop), drafts),
    enterOrder: (shop, draft) => enterOrder(sandbox, shopOf(shop), draft),
    changeOrder(shop, orderId, change) {
      const order = shopOf(shop).order(orderId);
      changeOrder(sandbox, shopOf(shop), order, change);
      return order;
    },
    fulfill(name, orderId, input = {}) {
      const shop = shopOf(name);
      const order = shop.order(orderId);
      const { lineItems, location, tracking, status, notifyCustomer } = fulfillChoice.parse(input);
      const quantities = lineItems?.map(({ id, quantity }): [string, number] => {
        const line = typeof id === 'number' ? order.lineItems[id] : shop.lineItem(id);
        if (!line) throw new Error(`order ${order.name} has no line ${id}`);
        return [line.id, quantity];
      });
      return fulfillItems(sandbox, shop, order, {
        ...(quantities ? { quantities: new Map(quantities) } : {}),
        ...(location === undefined ? {} : { locationId: findLocation(shop, location).id }),
        trackingInfo: tracking,
        status,
        notifyCustomer,
      });
    },
    cancelFulfillment(shop, fulfillmentId) {
      const fulfillment = shopOf(shop).fulfillment(fulfillmentId);
      cancelFulfillment(sandbox, shopOf(shop), fulfillment);
      return fulfillment;
    },
    holdOrder(shop, orderId, reasonNotes) {
      const order = shopOf(shop).order(orderId);
      for (const each of order.fulfillmentOrders)
        if (isOpen(each) || each.status === 'ON_HOLD') holdByMerchant(sandbox, shopOf(shop), each, reasonNotes ?? null);
      return order;
    },
    releaseOrder(shop, orderId) {
      const order = shopOf(shop).order(orderId);
      for (const each of order.fulfillmentOrders)
        if (each.holds.length > 0) releaseHolds(sandbox, shopOf(shop), each, null);
      return order;
    },
    settleFulfillment(shop, fulfillmentId, status = 'SUCCESS') {
      const fulfillment = shopOf(shop).fulfillment(fulfillmentId);
      settleFulfillment(sandbox, shopOf(shop), fulfillment, status);
      return fulfillment;
    },
    recordEvent(shop, fulfillmentId, status) {
      const fulfillment = shopOf(shop).fulfillment(fulfillmentId);
      recordEvent(sandbox, shopOf(shop), fulfillment, {
        status,
        happenedAt: null,
        estimatedDeliveryAt: null,
        message: null,
        address1: null,
        city: null,
        province: null,
        country: null,
        zip: null,
        latitude: null,
        longitude: null,
      });
      return fulfillment;
    },
    installApp: (shop, scopes) => installApp(sandbox, shopOf(shop), scopes),
    uninstallApp: (shop) => uninstallApp(sandbox, shopOf(shop)),
    grantScopes: (shop, scopes) => grantScopes(sandbox, shopOf(shop), scopes),
    setFaults: (shop, faults) => shopOf(shop).faults.set(faults),
    withhold(name, withholding, contents = PROTECTED_CONTENTS) {
      const shop = shopOf(name);
      shop.withholding = withholding;
      shop.withheldContents = contents;
    },
    emails: (shop) => shopOf(shop).emails,
    setMailsEvents(shop, isOn) {
      shopOf(shop).mailsEvents = isOn;
    },
    drainBucket: (shop) => shopOf(shop).bucket.drain(),
    idToken: (shop, userId) => mintIdToken({ clock: sandbox.clock, ...sandbox.app }, shopOf(shop).domain, userId),
    accessToken: (shop) => sandbox.tokens.issueExpiring(shopOf(shop).domain).access.value,
    revokeAccessTokens: (shop) => sandbox.tokens.revokeAccess(shopOf(shop).domain),
    metafields: (shop, ownerId) => [...shopOf(shop).metafieldsOf(ownerId)],
    flowTriggers: (shop) => shopOf(shop).flowTriggers,
    useFlow: (shop, isOn) => tellUse(sandbox, shopOf(shop), isOn),
    runFlowAction: (shop, run) => runAction(sandbox, shopOf(shop), run),
    sendWebhook: (shop, topic, body, options) => sandbox.webhooks.send(shopOf(shop), topic, body, options),
    setWebhookPolicy(policy) {
      sandbox.webhooks.policy = policy;
    },
    webhooks: sandbox.webhooks,
  };
}
