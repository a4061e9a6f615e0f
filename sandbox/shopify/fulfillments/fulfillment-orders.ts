import type { ParsedDelivery, ParsedOrder } from '../orders/order-draft.ts';
import { merchantHold } from './fulfillment-holds.ts';
import type { LocationRecord } from '../shop/records.ts';
import type { OrderRecord } from '../shop/order-records.ts';
import type { DeliveryMethodType, FulfillmentOrderRecord } from '../shop/fulfillment-records.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';

/** Creates one fulfillment order for each location and delivery method. */
export function fulfillmentOrders(
  { gids }: Sandbox,
  shop: SandboxShop,
  order: OrderRecord,
  draft: ParsedOrder,
): FulfillmentOrderRecord[] {
  const groups = new Map<string, FulfillmentOrderRecord>();
  draft.lineItems.forEach((line, index) => {
    const record = order.lineItems[index];
    if (!record) return;
    const location = findLocation(shop, line.location ?? draft.location);
    const delivery = line.delivery ?? draft.delivery;
    const method = record.requiresShipping ? (delivery?.method ?? 'SHIPPING') : 'NONE';
    const key = `${location.id} ${method}`;
    let group = groups.get(key);
    if (!group) {
      group = {
        __typename: 'FulfillmentOrder',
        id: gids.next('FulfillmentOrder'),
        orderId: order.id,
        status: draft.onHold ? 'ON_HOLD' : 'OPEN',
        requestStatus: 'UNSUBMITTED',
        locationId: location.id,
        deliveryMethod: deliveryMethod(gids.next('DeliveryMethod'), method, delivery, draft),
        holds: draft.onHold ? [merchantHold(gids.next('FulfillmentHold'), null)] : [],
        holdsByApp: 0,
        destination: destination(gids.next('FulfillmentOrderDestination'), method, order, location),
        lineItems: [],
        fulfillAt: order.createdAt,
        fulfillBy: null,
        createdAt: order.createdAt,
        updatedAt: order.createdAt,
      };
      groups.set(key, group);
    }
    group.lineItems.push({
      __typename: 'FulfillmentOrderLineItem',
      id: gids.next('FulfillmentOrderLineItem'),
      lineItemId: record.id,
      totalQuantity: record.quantity,
      remainingQuantity: record.quantity,
    });
  });
  return [...groups.values()];
}

export function findLocation(shop: SandboxShop, name: string | undefined): LocationRecord {
  const locations = [...shop.locations.values()];
  const location = name === undefined ? locations[0] : locations.find((each) => each.id === name || each.name === name);
  if (!location) throw new Error(`${shop.domain} has no location ${name ?? 'at all'}`);
  return location;
}

function deliveryMethod(
  id: string,
  methodType: DeliveryMethodType,
  delivery: ParsedDelivery | undefined,
  { shippingLine }: ParsedOrder,
): FulfillmentOrderRecord['deliveryMethod'] {
  const chosen = methodType === 'NONE' ? undefined : delivery;
  return {
    __typename: 'DeliveryMethod',
    id,
    methodType,
    minDeliveryDateTime: chosen?.minDeliveryDateTime ?? null,
    maxDeliveryDateTime: chosen?.maxDeliveryDateTime ?? null,
    presentedName: methodType === 'NONE' ? null : (chosen?.presentedName ?? shippingLine?.title ?? null),
    serviceCode: chosen?.serviceCode ?? null,
    sourceReference: null,
    additionalInformation:
      chosen?.instructions || chosen?.phone ? { instructions: chosen.instructions, phone: chosen.phone } : null,
  };
}

/** A digital item has no destination. A pickup has a location but no address. */
function destination(
  id: string,
  method: DeliveryMethodType,
  { shippingAddress, customer, email }: OrderRecord,
  location: LocationRecord,
): FulfillmentOrderRecord['destination'] {
  if (method === 'NONE' || method === 'RETAIL') return null;
  const collected = method === 'PICK_UP';
  if (!collected && !shippingAddress) return null;
  const at = collected ? null : shippingAddress;
  return {
    __typename: 'FulfillmentOrderDestination',
    id,
    firstName: at?.firstName ?? customer?.firstName ?? null,
    lastName: at?.lastName ?? customer?.lastName ?? null,
    company: at?.company ?? null,
    email,
    phone: at?.phone ?? null,
    address1: at?.address1 ?? null,
    address2: at?.address2 ?? null,
    city: at?.city ?? null,
    province: at?.province ?? null,
    zip: at?.zip ?? null,
    countryCode: at?.countryCodeV2 ?? null,
    locationId: collected ? location.id : null,
  };
}
