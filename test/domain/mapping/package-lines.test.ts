import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import type { FulfillmentLine } from '../../../app/domain/fulfillment/fulfillment.ts';
import { boxesByRule, mapPackages, shippableLines } from '../../../app/domain/mapping/package-lines.ts';
import { aFulfillment, aLine, settingsWith } from '../planning/inputs/plan-inputs.ts';

const peso = (amount: string) => ({ amount, currency: 'MXN' });

function map(
  lines: readonly FulfillmentLine[],
  mapping: NonNullable<Parameters<typeof settingsWith>[0]>['mapping'] = {},
) {
  return mapPackages(aFulfillment({ lines }), settingsWith({ mapping }).mapping);
}

const SERVICE = aLine({ requiresShipping: false, name: 'Garantía' });
const GIFT_CARD = aLine({ isGiftCard: true, name: 'Tarjeta de regalo' });
const TAKEN_OUT = aLine({ quantity: 0, name: 'Retirado' });

test('only goods that are shipped are shippable', () => {
  const [first, last] = [aLine({ name: 'Taza' }), aLine({ name: 'Tetera' })];
  expect(shippableLines(aFulfillment({ lines: [first, SERVICE, GIFT_CARD, TAKEN_OUT, last] }))).toEqual([first, last]);
});

describe('one package for each line', () => {
  test('code, name with the variant, price after discounts and the quantity of this fulfillment', () => {
    const line = aLine({ sku: ' TE-1 ', name: 'Té\u2060 verde - 100 g', quantity: 2, discountedTotal: peso('52.00') });
    expect(map([SERVICE, line])).toEqual({
      ok: true,
      value: [{ code: 'TE-1', name: 'Té verde - 100 g', price: '26', qty: 2 }],
      decisions: [
        { field: 'packages[0].code', source: 'fulfillment.lines[1].sku' },
        { field: 'packages[0].name', source: 'fulfillment.lines[1].name' },
        { field: 'packages[0].price', source: 'fulfillment.lines[1].discountedTotal', rule: 'whole-units MXN' },
        { field: 'packages[0].qty', source: 'fulfillment.lines[1].quantity' },
      ],
    });
  });

  test.each([[null], [''], [' \u200B']])('without an SKU (%j) the line item’s id is the code', (sku) => {
    const result = map([aLine({ sku, lineItemId: 'gid://shopify/LineItem/820982911946154508', name: ' ' })]);
    expect(result).toMatchObject({
      value: [{ code: '820982911946154508', name: '820982911946154508' }],
      decisions: [
        { source: 'fulfillment.lines[0].lineItemId' },
        { field: 'packages[0].name', source: 'packages[0].code' },
        {},
        {},
      ],
    });
  });

  test('a total that does not divide makes two packages that add up to the cent', () => {
    const lines = [
      aLine({ quantity: 3, discountedTotal: peso('100.00') }),
      aLine({ sku: 'B', discountedTotal: peso('5') }),
    ];
    const result = map(lines, { priceForm: 'minor-units' });
    expect(result.ok && result.value.map(({ code, price, qty }) => [code, price, qty])).toEqual([
      ['TE-VERDE', '3333', 2],
      ['TE-VERDE', '3334', 1],
      ['B', '500', 1],
    ]);
    expect(result.decisions.filter(({ field }) => field.endsWith('.qty'))).toEqual([
      { field: 'packages[0].qty', source: 'fulfillment.lines[0].quantity', rule: 'split-to-the-cent' },
      { field: 'packages[1].qty', source: 'fulfillment.lines[0].quantity', rule: 'split-to-the-cent' },
      { field: 'packages[2].qty', source: 'fulfillment.lines[1].quantity' },
    ]);
    expect(result.decisions).toContainEqual({
      field: 'packages[2].price',
      source: 'fulfillment.lines[1].discountedTotal',
      rule: 'minor-units MXN',
    });
  });

  test('two lines of one SKU stay two packages', () => {
    const result = map([aLine(), aLine({ discountedTotal: peso('1') })]);
    expect(result.ok && result.value.length).toBe(2);
  });
});

describe('one package for the fulfillment', () => {
  test('of very many products, those that do not fit into its name are counted', () => {
    const lines = Array.from({ length: 200 }, () => aLine({ name: 'x'.repeat(96) }));
    const result = map(lines, { onePackage: true });
    const name = result.ok ? (result.value[0]?.name ?? '') : '';
    const shown = name.split(', ').length - 1;
    expect(shown).toBeGreaterThan(90);
    expect(name.endsWith(`, … +${200 - shown}`)).toBe(true);
    expect(name.length).toBeLessThanOrEqual(BOUNDS.sentText);
  });

  test('of as many products as fit into its name, all are named', () => {
    const nameOf = (...lengths: number[]) => {
      const result = map(
        lengths.map((length) => aLine({ name: 'x'.repeat(length) })),
        { onePackage: true },
      );
      return result.ok ? (result.value[0]?.name ?? '') : '';
    };
    const prefix = '1 x '.length;
    const half = BOUNDS.sentText / 2 - prefix - 1;
    const whole = nameOf(half, half);
    expect(whole).toHaveLength(BOUNDS.sentText);
    expect(whole).toBe(`1 x ${'x'.repeat(half)}, 1 x ${'x'.repeat(half)}`);
    expect(nameOf(half, half + 1)).toBe(`1 x ${'x'.repeat(half)}, … +1`);
    // the first fits beside the count of the others, or it is counted too
    const most = BOUNDS.sentText - prefix - ', … +2'.length;
    expect(nameOf(most, 10)).toBe(`1 x ${'x'.repeat(most)}, … +1`);
    expect(nameOf(most + 1, 10)).toBe('… +2');
  });

  test('holds every line and costs their sum, rounded once', () => {
    const lines = [
      SERVICE,
      aLine({ quantity: 2, name: 'Té verde', discountedTotal: peso('10.30') }),
      aLine({ name: '', lineItemId: 'gid://shopify/LineItem/42', discountedTotal: peso('10.30') }),
    ];
    expect(map(lines, { onePackage: true })).toEqual({
      ok: true,
      value: [{ code: '6001', name: '2 x Té verde, 1 x 42', price: '21', qty: 1 }],
      decisions: [
        { field: 'packages[0].code', source: 'fulfillment.id', rule: 'one-package' },
        { field: 'packages[0].name', source: 'fulfillment.lines', rule: 'one-package' },
        { field: 'packages[0].price', source: 'fulfillment.lines', rule: 'whole-units MXN' },
        { field: 'packages[0].qty', source: 'settings.mapping.onePackage', rule: 'one-package' },
      ],
    });
    expect(map(lines, { onePackage: true, priceForm: 'minor-units' })).toMatchObject({ value: [{ price: '2060' }] });
  });

  test('counts in the currency of its lines', () => {
    const line = aLine({ discountedTotal: { amount: '2500', currency: 'CLP' } });
    expect(map([line], { onePackage: true, priceForm: 'minor-units' })).toMatchObject({ value: [{ price: '2500' }] });
  });
});

test('a price that cannot be read is a problem that names its line items', () => {
  const broken = aLine({ lineItemId: 'gid://shopify/LineItem/2', discountedTotal: peso('-5') });
  expect(map([aLine(), broken])).toEqual({
    ok: false,
    problems: [{ code: 'price-unreadable', field: 'packages', details: { lineItems: ['gid://shopify/LineItem/2'] } }],
    decisions: [],
  });
});

describe('for an operator that counts boxes', () => {
  const lines = [
    aLine({ quantity: 1, name: 'Poncho', discountedTotal: peso('10') }),
    aLine({ quantity: 2, name: 'Hat', discountedTotal: peso('11') }),
  ];
  const boxesOf = (boxes: number) => {
    const result = mapPackages(aFulfillment({ lines }), settingsWith({}).mapping, boxes);
    return result.ok ? result.value : [];
  };

  test.each([1, 2, 3, 7])('there are as many packages as boxes, and their prices add up: %d', (boxes) => {
    const packages = boxesOf(boxes);
    expect(packages.map(({ qty }) => qty)).toEqual(Array(boxes).fill(1));
    expect(packages.reduce((sum, { price }) => sum + Number(price), 0)).toBe(21);
  });

  test('a package names what is in its box, or all items where nobody knows', () => {
    expect(boxesOf(1).map(({ name }) => name)).toEqual(['1 x Poncho, 2 x Hat']);
    expect(boxesOf(3).map(({ name }) => name)).toEqual(['Poncho', 'Hat', 'Hat']);
    expect(boxesOf(2).map(({ name }) => name)).toEqual(['1/2, 1 x Poncho, 2 x Hat', '2/2, 1 x Poncho, 2 x Hat']);
  });

  test('a package has the code of the fulfillment, with the number of its box, and says where it comes from', () => {
    const fulfillment = aFulfillment({ lines, id: 'gid://shopify/Fulfillment/7' });
    const mapped = (boxes: number) => mapPackages(fulfillment, settingsWith({}).mapping, boxes);
    expect(mapped(1)).toEqual({
      ok: true,
      value: [{ code: '7', name: '1 x Poncho, 2 x Hat', price: '21', qty: 1 }],
      decisions: [
        { field: 'packages[0].code', source: 'fulfillment.lines', rule: 'boxes' },
        { field: 'packages[0].name', source: 'fulfillment.lines', rule: 'boxes' },
        { field: 'packages[0].price', source: 'fulfillment.lines', rule: 'whole-units MXN' },
        { field: 'packages[0].qty', source: 'fulfillment.lines', rule: 'boxes' },
      ],
    });
    expect(mapped(2)).toMatchObject({ value: [{ code: '7-1' }, { code: '7-2' }] });
    expect(
      mapped(2)
        .decisions.map(({ field }) => field)
        .at(-1),
    ).toBe('packages[1].qty');
  });
});

test.each([
  [null, [3, 2], 1],
  [1, [3, 2], 5],
  [2, [3, 2], 3],
  [5, [3, 2], 1],
  [1, [], 1],
  [1, [BOUNDS.printedLabels + 1], BOUNDS.printedLabels],
])('with %s items in a box at most, lines of %j have %d boxes', (itemsPerBox, quantities, boxes) => {
  expect(
    boxesByRule(
      quantities.map((quantity) => ({ quantity })),
      itemsPerBox,
    ),
  ).toBe(boxes);
});
