import Big from 'big.js';
import { minorDigits } from '../shop/money.ts';
import type { LineItemRecord, OrderRecord } from '../shop/order-records.ts';

/** Price of a whole line before discounts, in the shop's currency. */
export function originalTotal(line: LineItemRecord, quantity = line.quantity): Big {
  return Big(line.unitPrice).times(quantity);
}

/**
 * The cost of `quantity` of a line after the line's discount, which is distributed evenly and rounded to the currency.
 */
export function discountedTotal(line: LineItemRecord, currencyCode: string, quantity = line.quantity): Big {
  const whole = originalTotal(line).minus(line.discount);
  return whole.times(quantity).div(line.quantity).round(minorDigits(currencyCode), Big.roundHalfUp);
}

/** The cost of all lines after their discounts and that of the order. */
export function subtotal(order: OrderRecord): Big {
  return order.lineItems.reduce(
    (sum, line) => sum.plus(discountedTotal(line, order.currencyCode)).minus(line.orderDiscount),
    Big(0),
  );
}

/** The sum of the discounts of lines, of the order and of shipping. */
export function totalDiscounts(order: OrderRecord): Big {
  const ofLines = order.lineItems.reduce((sum, line) => sum.plus(line.discount).plus(line.orderDiscount), Big(0));
  return ofLines.plus(shippingDiscount(order));
}

export function shippingDiscount(order: OrderRecord): Big {
  return order.shippingLines.reduce((sum, { discount, isRemoved }) => (isRemoved ? sum : sum.plus(discount)), Big(0));
}

/** The price of shipping before discounts. */
export function shippingPrice(order: OrderRecord): Big {
  return order.shippingLines.reduce((sum, { price, isRemoved }) => (isRemoved ? sum : sum.plus(price)), Big(0));
}

export function totalPrice(order: OrderRecord): Big {
  return subtotal(order).plus(shippingPrice(order)).minus(shippingDiscount(order));
}

/** In grams. Lines of unknown weight count as 0, as in Shopify. */
export function totalWeight(order: OrderRecord): number {
  return order.lineItems.reduce((sum, line) => sum + gramsOf(line) * line.quantity, 0);
}

export function gramsOf({ weight }: LineItemRecord): number {
  if (!weight) return 0;
  return Math.round(weight.unit === 'KILOGRAMS' ? weight.value * 1000 : weight.value);
}
