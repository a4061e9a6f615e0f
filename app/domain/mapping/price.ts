import { Big } from 'big.js';
import type { ShopSettings } from '../settings/shop-settings.ts';

export type PriceForm = ShopSettings['mapping']['priceForm'];

/** Currencies whose minor unit is not a hundredth (ISO 4217): by number of decimals. */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  (
    [
      ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0],
      ['BHD IQD JOD KWD LYD OMR TND', 3],
      ['CLF UYW', 4],
    ] as const
  ).flatMap(([codes, decimals]) => codes.split(' ').map((code): [string, number] => [code, decimals])),
);

/** The units of a line that share one price, in digits. */
export interface PricedUnits {
  readonly price: string;
  readonly qty: number;
}

/** The exact amount, or null when the text is not a plain decimal number. */
export function parseAmount(text: string): Big | null {
  return /^\d+(\.\d+)?$/.test(text) ? new Big(text) : null;
}

/**
 * An amount as digits: in `whole-units` rounded half up to the whole unit of the currency; in `minor-units` as a count of
 * its smallest coins, whatever number of them make a unit.
 */
export function priceInDigits(amount: Big, currency: string, form: PriceForm): string {
  const shift = form === 'minor-units' ? (DECIMALS.get(currency) ?? 2) : 0;
  return amount.times(new Big(10).pow(shift)).round(0, Big.roundHalfUp).toFixed(0);
}

/**
 * The unit price of a line from its total after discounts. In `minor-units` no coin may be lost: a total that does not
 * divide by the quantity is told in two prices, one coin apart, that add up to it exactly.
 */
export function priceUnits(total: Big, quantity: number, currency: string, form: PriceForm): PricedUnits[] {
  if (form === 'whole-units') {
    return [{ price: priceInDigits(total.div(quantity), currency, form), qty: quantity }];
  }
  const coins = new Big(priceInDigits(total, currency, form));
  const dearer = Number(coins.mod(quantity));
  const lower = coins.minus(dearer).div(quantity);
  return [
    { price: lower.toFixed(0), qty: quantity - dearer },
    { price: lower.plus(1).toFixed(0), qty: dearer },
  ].filter(({ qty }) => qty > 0);
}

/** A line of an order: what all of it costs, and what discounts take off it, its share of the order's own among them. */
export interface OrderedLine {
  /** Units that were ordered, those that were refunded or removed since among them. */
  readonly quantity: number;
  /** Decimal text, before discounts. */
  readonly originalTotal: string;
  /** Decimal texts. */
  readonly discounts: readonly string[];
}

/**
 * What is paid for some of the units of an ordered line: their even share of its price after all discounts. Not rounded:
 * the shares of all units are the whole.
 *
 * @returns decimal text; null when an amount cannot be read, the line has no units, or more is taken off than it costs
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
