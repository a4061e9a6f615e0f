import type Big from 'big.js';

/**
 * Currencies without a smaller unit, by ISO 4217. `Intl` is not used, because it also rounds pesos that are quoted
 * without cents.
 */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));

/** Decimals of a currency: 2 for PEN, 0 for CLP. */
export function minorDigits(currencyCode: string): number {
  return WHOLE.has(currencyCode) ? 0 : 2;
}

/** Formats as GraphQL's `Decimal`: no trailing zeros, but at least one decimal (`129.9`, `15990.0`). */
export function decimalText(amount: Big): string {
  const text = amount.toFixed();
  return text.includes('.') ? text : `${text}.0`;
}

/** Formats as REST and webhook bodies do: with the currency's own decimals (`129.90`, `15990`). */
export function restAmount(amount: Big, currencyCode: string): string {
  return amount.toFixed(minorDigits(currencyCode));
}

/** Formats as the admin shows it to a merchant. @param locale with the country, e.g. `es-PE` */
export function moneyLabel(amount: Big, currencyCode: string, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: 'narrowSymbol',
  }).format(amount.toNumber());
}
