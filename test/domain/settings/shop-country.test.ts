import { expect, it } from 'vitest';
import { shopCountry } from '../../../app/domain/settings/shop-country.ts';

it.each([
  ['ARS', 'AR'],
  ['BRL', 'BR'],
  ['CLP', 'CL'],
  ['COP', 'CO'],
  ['MXN', 'MX'],
  ['PEN', 'PE'],
])('a shop that sells in %s is in %s', (currency, country) => {
  expect(shopCountry(currency)).toBe(country);
});

it.each(['USD', 'EUR', 'pen', '', null, undefined])(
  'the country of a shop that sells in %j is not known',
  (currency) => {
    expect(shopCountry(currency)).toBeNull();
  },
);
