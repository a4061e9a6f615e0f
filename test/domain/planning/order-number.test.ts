import { expect, test } from 'vitest';
import { mapOrderNumber, ORDER_NUMBER_LIMIT } from '../../../app/domain/planning/order-number.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
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
  ['another template', '#1001.2', { template: '{fulfillment} / {prefix}' }, '1001.2 / casa-del-te'],
  ['without the prefix', '#1001.2', { template: '{fulfillment}' }, '1001.2'],
  ['a placeholder twice', '#1.1', { template: '{fulfillment}-{fulfillment}' }, '1.1-1.1'],
  ['the shop’s own form of order names', '#EN 1001/A.1', {}, 'casa-del-te-EN 1001/A.1'],
  ['every # goes', '##1001#.1', {}, 'casa-del-te-1001.1'],
  ['# of the template stays', '#1001.1', { template: '{prefix}#{fulfillment}' }, 'casa-del-te#1001.1'],
  ['invisible characters', '#\u20601001.1\u200B ', {}, 'casa-del-te-1001.1'],
  ['every sign that can be read out', '#A ._/:+()-1', { template: '{fulfillment}#' }, 'A ._/:+()-1#'],
  ['letters of the language', '#Ñ-1001.1', { prefix: 'Té' }, 'Té-Ñ-1001.1'],
  ['what a template would read', '#{prefix}$&.1', {}, null],
  ['control over a path', '..', { template: '{fulfillment}' }, null],
  ['a leading sign', '-1', { template: '{fulfillment}' }, null],
  ['the prefixes of order names', "N°1001 [A&B] №2 $*@!=,'.1", {}, "casa-del-te-N°1001 [A&B] №2 $*@!=,'.1"],
  ['letters with marks', 'คำ-1001.1', {}, 'casa-del-te-คำ-1001.1'],
  ['emoji go', '🛍️ #1001👩🏽‍🍳🇵🇪.1', {}, 'casa-del-te-1001.1'],
  ['every dash', 'A–1001—B.1', {}, 'casa-del-te-A-1001-B.1'],
  ['no name', '#', {}, null],
  ['a query', '#1001?.1', {}, null],
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
