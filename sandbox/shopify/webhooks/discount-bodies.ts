import Big from 'big.js';
import { allocationsOf, discountsOf } from '../orders/discounts.ts';
import { restAmount } from '../shop/money.ts';
import type { OrderRecord } from '../shop/order-records.ts';

/** The discounts of an order in the REST shape, and the amounts that they take off a line. */

export function discountBodies(order: OrderRecord) {
  const amount = (value: Big) => restAmount(value, order.currencyCode);
  return {
    discount_codes: order.discount?.code
      ? [{ code: order.discount.code, amount: amount(Big(order.discount.amount)), type: 'fixed_amount' }]
      : [],
    discount_applications: discountsOf(order).map(({ of, target, amount: value, code, title }) => ({
      target_type: target.toLowerCase(),
      type: code === null ? 'manual' : 'discount_code',
      value: amount(value),
      value_type: 'fixed_amount',
      allocation_method: of === null ? 'across' : 'one',
      target_selection: of === null ? 'all' : 'explicit',
      ...(code === null ? { title, description: title } : { code }),
    })),
  };
}

export function allocationBodies(order: OrderRecord, record: Parameters<typeof allocationsOf>[1]) {
  return allocationsOf(order, record).map(({ index, amount }) => ({
    amount: restAmount(amount, order.currencyCode),
    amount_set: moneyBag(amount, order.currencyCode),
    discount_application_index: index,
  }));
}

export function moneyBag(amount: Big, currencyCode: string) {
  const money = { amount: restAmount(amount, currencyCode), currency_code: currencyCode };
  return { shop_money: money, presentment_money: money };
}
