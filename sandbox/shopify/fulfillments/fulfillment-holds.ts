import { announce } from './announcing.ts';
import { RuleBroken } from './fulfilling.ts';
import { numericId } from '../shop/gid.ts';
import type { FulfillmentHoldRecord, FulfillmentOrderRecord } from '../shop/fulfillment-records.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';

/** Active holds that one app may have on a fulfillment order. */
const OTHER_APP_LIMIT = 10;
const HANDLE_LIMIT = 64;

/** A rule of Shopify that has a code. */
export class CodedRuleBroken extends RuleBroken {
  readonly code: string;

  constructor(code: string, field: readonly string[], message: string) {
    super(field, message);
    this.code = code;
  }
}

/** A hold that a person or another app placed. */
export function merchantHold(id: string, reasonNotes: string | null): FulfillmentHoldRecord {
  return { __typename: 'FulfillmentHold', id, reason: 'OTHER', reasonNotes, handle: null, heldByRequestingApp: false };
}

/** An app holds a fulfillment order, beside the holds that are there. */
export function holdByApp(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillmentOrder: FulfillmentOrderRecord,
  { reason, reasonNotes, handle }: { reason: string; reasonNotes: string | null; handle: string | null },
): FulfillmentHoldRecord {
  const own = fulfillmentOrder.holds.filter(({ heldByRequestingApp }) => heldByRequestingApp);
  const at = ['fulfillmentHold', 'handle'];
  if (!['OPEN', 'ON_HOLD', 'SCHEDULED'].includes(fulfillmentOrder.status))
    throw new CodedRuleBroken('INVALID_STATE', ['id'], 'The fulfillment order is not in a state that can be held.');
  if (handle !== null && handle.length > HANDLE_LIMIT)
    throw new CodedRuleBroken('TOO_LONG', at, `Handle is too long (maximum is ${HANDLE_LIMIT} characters)`);
  if (own.some((hold) => hold.handle === handle))
    throw new CodedRuleBroken('DUPLICATE_FULFILLMENT_HOLD_HANDLE', at, 'The handle must be unique among the holds.');
  if (own.length >= OTHER_APP_LIMIT)
    throw new CodedRuleBroken('FULFILLMENT_ORDER_HOLD_LIMIT_REACHED', ['id'], 'The app has too many holds.');
  const hold: FulfillmentHoldRecord = {
    __typename: 'FulfillmentHold',
    id: sandbox.gids.next('FulfillmentHold'),
    reason,
    reasonNotes,
    handle,
    heldByRequestingApp: true,
  };
  fulfillmentOrder.holdsByApp += 1;
  place(sandbox, shop, fulfillmentOrder, hold);
  return hold;
}

/** A merchant holds a fulfillment order in the admin. */
export function holdByMerchant(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillmentOrder: FulfillmentOrderRecord,
  reasonNotes: string | null,
): void {
  place(sandbox, shop, fulfillmentOrder, merchantHold(sandbox.gids.next('FulfillmentHold'), reasonNotes));
}

/**
 * Releases holds. The fulfillment order is open again when none is left.
 *
 * @param holdIds null releases all holds, whoever placed them
 */
export function releaseHolds(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillmentOrder: FulfillmentOrderRecord,
  holdIds: readonly string[] | null,
): void {
  const isReleased = ({ id }: FulfillmentHoldRecord) => holdIds === null || holdIds.includes(id);
  if (!fulfillmentOrder.holds.some(isReleased))
    throw new CodedRuleBroken('INVALID_STATE', ['id'], 'The fulfillment order has no such hold.');
  fulfillmentOrder.holds = fulfillmentOrder.holds.filter((hold) => !isReleased(hold));
  if (fulfillmentOrder.holds.length === 0) fulfillmentOrder.status = 'OPEN';
  tell(sandbox, shop, fulfillmentOrder);
}

function place(
  sandbox: Sandbox,
  shop: SandboxShop,
  fulfillmentOrder: FulfillmentOrderRecord,
  hold: FulfillmentHoldRecord,
): void {
  fulfillmentOrder.holds.push(hold);
  fulfillmentOrder.status = 'ON_HOLD';
  tell(sandbox, shop, fulfillmentOrder);
}

/** A hold changes the status of the order, so `orders/updated` is sent as well. */
function tell(sandbox: Sandbox, shop: SandboxShop, fulfillmentOrder: FulfillmentOrderRecord): void {
  const order = shop.order(fulfillmentOrder.orderId);
  fulfillmentOrder.updatedAt = order.updatedAt = timestamp(sandbox);
  const { id, status } = fulfillmentOrder;
  const topic = status === 'ON_HOLD' ? 'fulfillment_orders/placed_on_hold' : 'fulfillment_orders/hold_released';
  const body = () => ({ fulfillment_order: { id, status: status.toLowerCase(), order_id: numericId(order.id) } });
  announce(sandbox, shop, order, [{ topic, body }]);
}
