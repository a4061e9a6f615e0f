import { Big } from 'big.js';
import { describe, expect, test } from 'vitest';
import {
  amountByRule,
  paidShare,
  parseAmount,
  priceInDigits,
  priceUnits,
  sumAmounts,
} from '../../../app/domain/mapping/price.ts';
import { fc } from '../../set-up/properties.ts';

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
    [
      '100.00',
      3,
      'PEN',
      'whole-units',
      [
        ['33', 2],
        ['34', 1],
      ],
    ],
    ['102.00', 2, 'PEN', 'whole-units', [['51', 2]]],
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

describe('paidShare', () => {
  const line = (originalTotal: string, discounts: string[] = [], quantity = 1) => ({
    originalTotal,
    discounts,
    quantity,
  });

  test.each([
    [line('100.00'), 1, '100'],
    [line('100.00', ['10.00', '4.50']), 1, '85.5'],
    [line('100.00', ['100.00']), 1, '0'],
    [line('90.00', ['9.00'], 3), 3, '81'],
    [line('90.00', ['9.00'], 3), 2, '54'],
    [line('90.00', ['9.00'], 3), 0, '0'],
    [line('90.00', ['100.00'], 3), 1, null],
    [line('ninety'), 1, null],
    [line('90.00', ['-1']), 1, null],
    [line('90.00', [], 0), 0, null],
  ])('of %j, %d units are %s', (ordered, units, paid) => expect(paidShare(ordered, units)).toBe(paid));

  test('whatever is taken off lines and order, the packages come to what the order costs, to the cent', () => {
    const discounted = fc
      .array(fc.record({ cents: fc.nat({ max: 10_000_000 }), quantity: fc.integer({ min: 1, max: 40 }) }), {
        minLength: 1,
        maxLength: 8,
      })
      .chain((lines) =>
        fc.tuple(fc.constant(lines), fc.array(fc.double({ min: 0, max: 0.3, noNaN: true }), { maxLength: 3 })),
      );
    fc.assert(
      fc.property(discounted, ([lines, rates]) => {
        let due = 0n;
        let told = 0n;
        for (const { cents, quantity } of lines) {
          const total = cents * quantity;
          // as Shopify does, each discount is allocated in whole cents
          const allocated = rates.map((rate) => Math.floor(total * rate));
          due += BigInt(total - allocated.reduce((sum, part) => sum + part, 0));
          const text = (amount: number) => new Big(amount).div(100).toFixed(2);
          const ordered = { quantity, originalTotal: text(total), discounts: allocated.map(text) };
          const paid = parseAmount(paidShare(ordered, quantity) ?? '');
          if (paid === null) return expect.fail('no share');
          for (const { price, qty } of priceUnits(paid, quantity, 'PEN', 'minor-units'))
            told += BigInt(price) * BigInt(qty);
        }
        expect(told).toBe(due);
      }),
    );
  });

  test('whatever the parts in which a line is fulfilled, they are off by less than a cent each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 10_000_000 }),
        (parts, cents) => {
          const quantity = parts.reduce((sum, part) => sum + part, 0);
          const ordered = { quantity, originalTotal: new Big(cents).div(100).toFixed(2), discounts: [] };
          const told = parts.map((units) =>
            priceUnits(new Big(paidShare(ordered, units) ?? ''), units, 'PEN', 'minor-units').reduce(
              (sum, { price, qty }) => sum + Number(price) * qty,
              0,
            ),
          );
          const difference = told.reduce((sum, part) => sum + part, 0) - cents;
          expect(Math.abs(difference)).toBeLessThanOrEqual(parts.length / 2);
        },
      ),
    );
  });
});

describe('what the digits of a price amount to', () => {
  test.each([
    ['12500', 'whole-units CLP', { amount: 12_500, currency: 'CLP' }],
    ['4990', 'minor-units PEN', { amount: 49.9, currency: 'PEN' }],
    ['1234', 'minor-units KWD', { amount: 1.234, currency: 'KWD' }],
    ['980', 'minor-units JPY', { amount: 980, currency: 'JPY' }],
    ['2', 'split-to-the-cent', null],
    ['2', 'whole-units', null],
  ])('%s by %s is %j', (digits, rule, amount) => {
    expect(amountByRule(digits, rule)).toEqual(amount);
  });
});
