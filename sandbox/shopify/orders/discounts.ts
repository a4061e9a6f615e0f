import Big from 'big.js';
import { minorDigits } from '../shop/money.ts';
import { discountedTotal } from './pricing.ts';
import type { LineItemRecord, OrderRecord } from '../shop/order-records.ts';

/**
 * Distributes the discount of the whole order over its lines, in proportion to the cost of each after its own discount.
 * The last line with a cost gets the rounding difference.
 */
export function shareDiscount(order: OrderRecord): void {
  const digits = minorDigits(order.currencyCode);
  const costs = order.lineItems
    .map((line) => ({ line, cost: discountedTotal(line, order.currencyCode) }))
    .filter(({ cost }) => cost.gt(0));
  const whole = costs.reduce((sum, { cost }) => sum.plus(cost), Big(0));
  let left = minimum(Big(order.discount?.amount ?? 0), whole);
  const discount = left;
  costs.forEach(({ line, cost }, index) => {
    const share = index === costs.length - 1 ? left : discount.times(cost).div(whole).round(digits, Big.roundDown);
    line.orderDiscount = share.toFixed(digits);
    left = left.minus(share);
  });
}

export type DiscountTarget = 'LINE_ITEM' | 'SHIPPING_LINE';

/** One discount of an order: what it applies to, and its total amount. */
export interface AppliedDiscount {
  /** The discounted line; null for the discount of the whole order. */
  readonly of: string | null;
  readonly target: DiscountTarget;
  readonly amount: Big;
  readonly code: string | null;
  readonly title: string;
}

/** The discounts of an order, in this order: that of the whole order, those of lines, and those of shipping. */
export function discountsOf({ discount, lineItems, shippingLines }: OrderRecord): AppliedDiscount[] {
  const ofOrder: AppliedDiscount[] = discount
    ? [
        {
          of: null,
          target: 'LINE_ITEM',
          amount: Big(discount.amount),
          code: discount.code,
          title: discount.title ?? discount.code ?? 'Discount',
        },
      ]
    : [];
  const own = (target: DiscountTarget, records: readonly { id: string; title: string; discount: string }[]) =>
    records
      .map(({ id, title, discount: amount }) => ({ of: id, target, amount: Big(amount), code: null, title }))
      .filter(({ amount }) => amount.gt(0));
  return [...ofOrder, ...own('LINE_ITEM', lineItems), ...own('SHIPPING_LINE', shippingLines)];
}

/** The amount that each discount of the order takes off one of its lines or shipping lines. */
export function allocationsOf(
  order: OrderRecord,
  record: Pick<LineItemRecord, 'id'> & { readonly orderDiscount?: string },
): { readonly index: number; readonly discount: AppliedDiscount; readonly amount: Big }[] {
  return discountsOf(order)
    .map((discount, index) => ({
      index,
      discount,
      amount: discount.of === null ? Big(record.orderDiscount ?? 0) : discount.amount,
    }))
    .filter(({ discount, amount }) => (discount.of === null || discount.of === record.id) && amount.gt(0));
}

function minimum(one: Big, other: Big): Big {
  return one.lt(other) ? one : other;
}
