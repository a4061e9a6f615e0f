import type { z } from 'zod';
import type { ShopProfile } from '../../domain/planning/delivery-plan.ts';
import type { CustomerData, Fulfillment } from '../../domain/fulfillment/fulfillment.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { furtherOpenFulfillmentOrders, furtherOpenLines, openOrder } from '../admin-api/operations.ts';
import { ShopifyError } from '../admin-api/shopify-error.ts';
import { withFileLinks } from './file-links.ts';
import {
  kindsOf,
  metafieldVariables,
  toDeliveryMethods,
  toLine,
  toLocation,
  toOrder,
  toProfile,
} from './read-fulfillment.ts';
import { readOn } from './read-pages.ts';

/** A fulfillment order that can still be fulfilled. */
export interface OpenFulfillmentOrder {
  /** gid */
  readonly id: string;
  /** The fulfillment that it would become now. It contains the buyer's data and is never stored. */
  readonly fulfillment: Fulfillment;
  /** The holds on it, of whichever app or person. */
  readonly holds: readonly { readonly id: string; readonly handle: string | null; readonly isOfThisApp: boolean }[];
  /** False when a part of it is being fulfilled. */
  readonly canBeHeld: boolean;
}

/** An order before it is fulfilled, as Shopify has it now. */
export interface LiveOpenOrder {
  readonly id: string;
  readonly name: string;
  readonly isCancelled: boolean;
  /** Whether Shopify has assigned the order to locations at all. It does so a moment after the order is placed. */
  readonly isRouted: boolean;
  readonly open: readonly OpenFulfillmentOrder[];
  readonly shop: ShopProfile;
}

type OrderAnswer = NonNullable<z.infer<typeof openOrder.data>['order']>;
type FulfillmentOrderAnswer = OrderAnswer['fulfillmentOrders']['nodes'][number];

/**
 * Reads an order with the fulfillment orders that can still be fulfilled: one call, and more only for an order with many
 * lines or locations.
 *
 * @param given.withheld kinds of customer data that Shopify is known to withhold from the app
 * @returns null when Shopify does not have the order (any more), or does not show it
 * @throws ShopifyError
 */
export async function readOpenOrder(
  adminApi: AdminApi,
  shop: string,
  orderId: string,
  { metafieldKeys, withheld }: { metafieldKeys: readonly string[]; withheld: readonly CustomerData[] },
): Promise<LiveOpenOrder | null> {
  const answer = await adminApi.request(shop, openOrder, { id: orderId, ...metafieldVariables(metafieldKeys) });
  const { order, withheldFields } = answer;
  if (!order) {
    if (withheldFields.length === 0) return null;
    throw new ShopifyError('data-withheld', 'Shopify withholds the order: the app is not approved for customer data');
  }
  const listed = await readOn(order.fulfillmentOrders, async (after) => {
    const further = await adminApi.request(shop, furtherOpenFulfillmentOrders, { id: orderId, after });
    return further.order && further.order.fulfillmentOrders;
  });
  const metafields = order.metafields && { nodes: await withFileLinks(adminApi, shop, order.metafields.nodes) };
  const whole = { ...order, metafields };
  const kinds = [...new Set([...withheld, ...kindsOf(withheldFields)])];
  const open: OpenFulfillmentOrder[] = [];
  for (const each of listed) {
    if (!IS_OPEN.has(each.status)) continue;
    const lines = await readOn(each.lineItems, async (after) => {
      const further = await adminApi.request(shop, furtherOpenLines, { id: each.id, after });
      return further.fulfillmentOrder && further.fulfillmentOrder.lineItems;
    });
    const left = lines.filter(({ remainingQuantity }) => remainingQuantity > 0);
    if (left.length > 0) open.push(toOpen(whole, { ...each, lines: left }, kinds, open.length + 1));
  }
  return {
    id: order.id,
    name: order.name,
    isCancelled: order.cancelledAt !== null,
    isRouted: listed.length > 0,
    open,
    shop: toProfile(shop, answer.shop),
  };
}

const IS_OPEN: ReadonlySet<string> = new Set(['OPEN', 'IN_PROGRESS', 'ON_HOLD', 'SCHEDULED']);

function toOpen(
  order: OrderAnswer,
  given: FulfillmentOrderAnswer & { readonly lines: FulfillmentOrderAnswer['lineItems']['nodes'] },
  withheld: readonly CustomerData[],
  place: number,
): OpenFulfillmentOrder {
  const { id, status, deliveryMethod, assignedLocation, fulfillmentHolds, lines } = given;
  return {
    id,
    holds: fulfillmentHolds.map(({ id: holdId, handle, heldByRequestingApp }) => {
      return { id: holdId, handle, isOfThisApp: heldByRequestingApp };
    }),
    canBeHeld: status !== 'IN_PROGRESS',
    fulfillment: {
      id,
      // Shopify numbers the fulfillments of an order in this way
      name: `${order.name}.${place}`,
      status: 'SUCCESS',
      createdAt: order.createdAt,
      updatedAt: order.updatedAt,
      location: toLocation(assignedLocation.location),
      deliveryMethods: toDeliveryMethods(deliveryMethod),
      lines: lines.map(({ id: lineId, remainingQuantity: quantity, lineItem }) =>
        toLine({ id: lineId, quantity, lineItem }),
      ),
      tracking: [],
      order: toOrder(order, withheld),
    },
  };
}
