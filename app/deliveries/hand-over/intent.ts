import { nextFlagAt } from '../../domain/tracking/promise-watch.ts';
import type { HandOverPlan, LiveOrder } from '../../domain/hand-over/steps.ts';
import type { DeliveryWithShop, HandOverIntent } from '../delivery-store.ts';

/** What is known of the operator's state before the operator has said anything. */
const NEW = { group: null, stateAt: null, updatedAt: null, hasEnded: false } as const;

/** What is stored of an order before anything is sent, and the delivery as it is after that. */
export function intentOf(
  claimed: DeliveryWithShop,
  { known, handedOverWith }: Pick<LiveOrder, 'known' | 'handedOverWith'>,
  { order, promise, boxes, decisions }: HandOverPlan,
  now: Date,
): { intent: HandOverIntent; delivery: DeliveryWithShop } {
  const { operatorAccount, operatorAccountId } = claimed.shop;
  const orderNumber = order.order_number;
  const intent: HandOverIntent = {
    ...known,
    handedOverWith,
    orderNumber,
    operatorAccountId,
    service: promise.service,
    promisedDate: promise.date,
    windowStart: promise.windowStart,
    windowEnd: promise.windowEnd,
    promisedUntil: promise.until,
    watchAt: nextFlagAt({ ...NEW, now, handedOverAt: now, promisedUntil: promise.until }) ?? now,
    boxes,
    decisions,
  };
  return { intent, delivery: { ...claimed, phase: 'handing-over', orderNumber, operatorAccount, operatorAccountId } };
}
