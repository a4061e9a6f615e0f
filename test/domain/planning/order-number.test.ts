import { expect, test } from 'vitest';
import { mapOrderNumber, ORDER_NUMBER_LIMIT } from '../../../app/domain/planning/order-number.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { anyCharacter, fc, propertyRuns } from '../../set-up/properties.ts';
import { aFulfillment } from './inputs/plan-inputs.ts';

const SHOP = { domain: 'casa-del-te.myshopify.com' };

function map(name: string, settings: { prefix?: string; template?: string } = {}, shop = SHOP) {
  return mapOrderNumber({ name }, shop, shopSettingsSchema.parse({ orderNumber: settings }).orderNumber);
}

test('by default the shop’s handle and the fulfillment’s name', () => {
  expect(map('#1001.1')).toEqual({
    ok: true,
    value: 'casa-del-te-1001.1',
    decisions: [{ field: 'order_number', source: 'fulfillment.name', rule: '{prefix}-{fulfillment}' }],
  });
});

test.each([
  ['another prefix', '#1001.1', { prefix: 'TE' }, 'TE-1001.1'],
  ['another template', '#1001.2', { template: '{fulfillment} / {prefix}' }, '1001.2-casa-del-te'],
  ['without the prefix', '#1001.2', { template: '{fulfillment}' }, '1001.2'],
  ['a placeholder twice', '#1.1', { template: '{fulfillment}-{fulfillment}' }, '1.1-1.1'],
  ['the shop’s own form of order names', '#EN 1001/A.1', {}, 'casa-del-te-EN-1001-A.1-c8urzs'],
  ['a plain form of it', '#EN-1001_A.1', {}, 'casa-del-te-EN-1001_A.1'],
  ['a # within', '1001#2', {}, 'casa-del-te-1001-2-1mpmzu2'],
  ['# of the template', '#1001.1', { template: '{prefix}#{fulfillment}' }, 'casa-del-te-1001.1'],
  ['invisible characters', '#\u20601001.1\u200B ', {}, 'casa-del-te-1001.1'],
  ['a path', '../..', { template: '{fulfillment}' }, null],
  ['a path with a number', '../1', { template: '{fulfillment}' }, '1-5v4pp1'],
  ['no name', '#', {}, null],
])('%s', (_, name, settings, expected) => {
  const result = map(name, settings);
  expect(result.ok ? result.value : null).toBe(expected);
  if (!result.ok) {
    expect(result.problems).toEqual([{ code: 'order-number-unreadable', field: 'order_number', details: {} }]);
  }
});

test('only Shopify’s own domain is cut off the handle', () => {
  expect(map('#1.1', {}, { domain: 'te.myshopify.com.example.com' })).toMatchObject({
    value: 'te.myshopify.com.example.com-1.1',
  });
});

test('too long is a problem, and never cut', () => {
  const template = '{fulfillment}';
  expect(map('7'.repeat(ORDER_NUMBER_LIMIT), { template })).toMatchObject({ value: '7'.repeat(100) });
  expect(map('7'.repeat(ORDER_NUMBER_LIMIT + 1), { template })).toEqual({
    ok: false,
    problems: [{ code: 'order-number-too-long', field: 'order_number', details: { length: 101, limit: 100 } }],
    decisions: [],
  });
});

test('a retry, an edit and a reinstall give the same number', () => {
  const { orderNumber } = shopSettingsSchema.parse({});
  const edited = aFulfillment({ updatedAt: '2027-01-01T00:00:00Z', lines: [], location: null }, { tags: ['edited'] });
  expect(mapOrderNumber(edited, SHOP, orderNumber)).toEqual(mapOrderNumber(aFulfillment(), SHOP, orderNumber));
});

test('two names never become one number', () => {
  const names = [
    '1001/A',
    '1001-A',
    '1001 A',
    '1001#A',
    '1001?A',
    '10012',
    '1001#2',
    '1001-2',
    'é1',
    'e1',
    'E1',
    'คำ-1',
    'คา-1',
  ];
  const numbers = names.map((name) => map(`#${name}`)).map((result) => (result.ok ? result.value : null));
  expect(new Set(numbers).size).toBe(names.length);
});

test('every number is carried by every path as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), fc.string({ maxLength: 8 }), (name, prefix) => {
      const result = mapOrderNumber({ name }, SHOP, { prefix, template: '{prefix}-{fulfillment}' });
      if (!result.ok) return;
      expect(encodeURIComponent(result.value)).toBe(result.value);
      expect(new URL(`https://operator.example/order/${result.value}`).pathname).toBe(`/order/${result.value}`);
    }),
    propertyRuns(2_000),
  );
});
