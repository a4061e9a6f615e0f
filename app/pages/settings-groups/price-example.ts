import { Big } from 'big.js';
import { decimalsOf, priceInDigits } from '../../domain/mapping/price.ts';
import type { Locale } from '../../texts/locale.ts';
import type { PriceExample } from './group-view.ts';

const DIGITS = 24_990;

/** @param currency ISO 4217; null when the shop's is not known yet, and then the example uses one with cents */
export function priceExample(currency: string | null, locale: Locale): PriceExample {
  const decimals = decimalsOf(currency ?? '');
  const amount = new Big(DIGITS).div(new Big(10).pow(decimals));
  const style = currency === null ? {} : ({ style: 'currency', currency, currencyDisplay: 'code' } as const);
  const printed = new Intl.NumberFormat(locale, {
    ...style,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return {
    price: printed.format(amount.toNumber()),
    wholeUnits: priceInDigits(amount, currency ?? '', 'whole-units'),
    minorUnits: priceInDigits(amount, currency ?? '', 'minor-units'),
    hasCents: decimals > 0,
  };
}
