import { allocationsOf, discountsOf } from '../../orders/discounts.ts';
import { decimalText } from '../../shop/money.ts';
import type { OrderRecord } from '../../shop/order-records.ts';
import { moneyBag } from './money-bag.ts';

/** Resolves `LineItem.discountAllocations` and that of a shipping line. */
export function discountAllocations(order: OrderRecord, record: Parameters<typeof allocationsOf>[1]) {
  return allocationsOf(order, record).map(({ index, amount }) => {
    const bag = moneyBag(amount, order.currencyCode);
    return {
      __typename: 'DiscountAllocation',
      allocatedAmount: bag.shopMoney,
      allocatedAmountSet: bag,
      discountApplication: discountApplication(order, index),
    };
  });
}

/** Discount number `index` of the order, given by a code or by hand. */
export function discountApplication(order: OrderRecord, index: number) {
  const discount = discountsOf(order)[index];
  if (!discount) throw new Error(`order ${order.name} has no discount ${index}`);
  const { of, target, amount, code, title } = discount;
  const isAcross = of === null;
  return {
    __typename: code === null ? 'ManualDiscountApplication' : 'DiscountCodeApplication',
    index,
    allocationMethod: isAcross ? 'ACROSS' : 'ONE',
    targetSelection: isAcross ? 'ALL' : 'EXPLICIT',
    targetType: target,
    value: { __typename: 'MoneyV2', amount: decimalText(amount), currencyCode: order.currencyCode },
    code,
    title,
    description: title,
  };
}
