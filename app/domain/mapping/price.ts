import { Big } from 'big.js';
import type { ShopSettings } from '../settings/shop-settings.ts';

export type PriceForm = ShopSettings['mapping']['priceForm'];

/** Currencies with another number of decimals than two (ISO 4217). */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  (
    [
      ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0],
      ['BHD IQD JOD KWD LYD OMR TND', 3],
      ['CLF UYW', 4],
    ] as const
  ).flatMap(([codes, decimals]) => codes.split(' ').map((code): [string, number] => [code, decimals])),
);

/** How many decimals an amount of the currency has. */
function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}

/** The units of a line with the same price, in digits. */
export interface PricedUnits {
  readonly price: string;
  readonly qty: number;
}

/** The exact amount, or null when the text is not a plain decimal number. */
export function parseAmount(text: string): Big | null {
  return /^\d+(\.\d+)?$/.test(text) ? new Big(text) : null;
}

/**
 * An amount as digits. With `whole-units` it is rounded half up to the whole unit of the currency. With `minor-units`
 * it is a number of the currency's smallest coins.
 */
export function priceInDigits(amount: Big, currency: string, form: PriceForm): string {
  const shift = form === 'minor-units' ? decimalsOf(currency) : 0;
  return amount.times(new Big(10).pow(shift)).round(0, Big.roundHalfUp).toFixed(0);
}

/** The rule of a decision about a price: what its digits are, e.g. `minor-units PEN`. */
export const priceRule = (form: PriceForm, currency: string) => `${form} ${currency}`;

/** What the digits of a price amount to, by the rule of its decision; null by another rule. */
export function amountByRule(digits: string, rule: string): { amount: number; currency: string } | null {
  const [, form, currency] = /^(whole|minor)-units ([A-Z]{3})$/.exec(rule) ?? [];
  if (currency === undefined) return null;
  return { amount: Number(digits) / 10 ** (form === 'minor' ? decimalsOf(currency) : 0), currency };
}

/**
 * The unit price of a line, from its total after discounts, rounded as a whole. Nothing of it is lost by dividing: a total
 * that cannot be divided by the quantity gives two prices that differ by one and add up to it exactly.
 */
export function priceUnits(total: Big, quantity: number, currency: string, form: PriceForm): PricedUnits[] {
  const coins = new Big(priceInDigits(total, currency, form));
  const dearer = Number(coins.mod(quantity));
  const lower = coins.minus(dearer).div(quantity);
  return [
    { price: lower.toFixed(0), qty: quantity - dearer },
    { price: lower.plus(1).toFixed(0), qty: dearer },
  ].filter(({ qty }) => qty > 0);
}

/** A line of an order: its full price, and its discounts, with its share of the order's own discounts. */
export interface OrderedLine {
  /** Units that were ordered, including those that were refunded or removed since. */
  readonly quantity: number;
  /** Decimal text, before discounts. */
  readonly originalTotal: string;
  /** Decimal texts. */
  readonly discounts: readonly string[];
}

/**
 * The price of some of the units of an ordered line: their even share after all discounts. It is not rounded, so the
 * shares of all units add up to the whole.
 *
 * @returns decimal text; null when an amount cannot be read, the line has no units, or the discounts exceed the price
 */
export function paidShare({ quantity, originalTotal, discounts }: OrderedLine, units: number): string | null {
  const original = parseAmount(originalTotal);
  const off = discounts.map(parseAmount);
  if (original === null || quantity <= 0 || !off.every((amount) => amount !== null)) return null;
  const paid = original.minus(sumAmounts(off));
  return paid.lt(0) ? null : paid.times(units).div(quantity).toFixed();
}

/** The sum of amounts of one currency. */
export function sumAmounts(amounts: readonly Big[]): Big {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
}
