import { Big } from 'big.js';
import { describe, expect, test } from 'vitest';
import { parseAmount, priceInDigits, priceUnits, sumAmounts } from '../../app/domain/price.ts';

describe('parseAmount', () => {
  test.each(['0', '0.0', '12500.00', '0.1', '99999999999999999999.99'])('%s is an amount', (text) => {
    expect(parseAmount(text)?.toFixed()).toBe(new Big(text).toFixed());
  });
  test.each(['', '-1', '1,5', '1.', '.5', '1e3', 'NaN', ' 1', '1.5 CLP'])('%j is none', (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});

describe('priceInDigits', () => {
  test.each([
    ['12500.0', 'CLP', 'whole-units', '12500'],
    ['12500.0', 'CLP', 'minor-units', '12500'],
    ['1990.5', 'CLP', 'minor-units', '1991'],
    ['49.90', 'PEN', 'whole-units', '50'],
    ['49.50', 'PEN', 'whole-units', '50'],
    ['49.49', 'PEN', 'whole-units', '49'],
    ['0.50', 'PEN', 'whole-units', '1'],
    ['2.5', 'PEN', 'whole-units', '3'],
    ['49.90', 'PEN', 'minor-units', '4990'],
    ['1.005', 'MXN', 'minor-units', '101'],
    ['1.004', 'MXN', 'minor-units', '100'],
    ['150000.0', 'PYG', 'minor-units', '150000'],
    ['980', 'JPY', 'minor-units', '980'],
    ['1.234', 'KWD', 'minor-units', '1234'],
    ['1.234', 'TND', 'whole-units', '1'],
    ['1.2345', 'CLF', 'minor-units', '12345'],
    ['89900.00', 'COP', 'minor-units', '8990000'],
    ['0.00', 'BRL', 'minor-units', '0'],
    ['123456789012345678901.99', 'BRL', 'minor-units', '12345678901234567890199'],
  ] as const)('%s %s in %s is %s', (amount, currency, form, digits) => {
    expect(priceInDigits(new Big(amount), currency, form)).toBe(digits);
  });
});

describe('priceUnits', () => {
  test.each([
    ['100.00', 3, 'PEN', 'whole-units', [['33', 3]]],
    ['101.00', 2, 'PEN', 'whole-units', [['51', 2]]],
    ['30.00', 3, 'PEN', 'minor-units', [['1000', 3]]],
    [
      '100.00',
      3,
      'PEN',
      'minor-units',
      [
        ['3333', 2],
        ['3334', 1],
      ],
    ],
    [
      '200.00',
      3,
      'PEN',
      'minor-units',
      [
        ['6666', 1],
        ['6667', 2],
      ],
    ],
    [
      '1000',
      3,
      'CLP',
      'minor-units',
      [
        ['333', 2],
        ['334', 1],
      ],
    ],
    [
      '0.02',
      5,
      'MXN',
      'minor-units',
      [
        ['0', 3],
        ['1', 2],
      ],
    ],
    ['0.00', 4, 'MXN', 'minor-units', [['0', 4]]],
    ['19.99', 1, 'MXN', 'minor-units', [['1999', 1]]],
  ] as const)('%s for %i in %s, %s', (total, quantity, currency, form, expected) => {
    expect(priceUnits(new Big(total), quantity, currency, form)).toEqual(
      expected.map(([price, qty]) => ({ price, qty })),
    );
  });
});

test('amounts are summed exactly', () => {
  expect(sumAmounts(['0.1', '0.2', '0.3'].map((amount) => new Big(amount))).toFixed()).toBe('0.6');
  expect(sumAmounts([]).toFixed()).toBe('0');
});
