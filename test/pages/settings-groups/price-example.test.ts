import { expect, it } from 'vitest';
import { priceExample } from '../../../app/pages/settings-groups/price-example.ts';

it.each([
  ['PEN', 'en', 'PEN 249.90', '250', '24990', true],
  ['PEN', 'es', '249,90 PEN', '250', '24990', true],
  ['CLP', 'es', '24.990 CLP', '24990', '24990', false],
  ['KWD', 'en', 'KWD 24.990', '25', '24990', true],
  [null, 'en', '249.90', '250', '24990', true],
] as const)('what is sent of a price in %s, in %s', (currency, locale, price, wholeUnits, minorUnits, hasCents) => {
  const example = priceExample(currency, locale);
  expect({ ...example, price: example.price.replace(/\s/g, ' ') }).toEqual({ price, wholeUnits, minorUnits, hasCents });
});
