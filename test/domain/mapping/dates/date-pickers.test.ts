import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import {
  DATE_PICKERS,
  dateAttributesOf,
  readDateAttributes,
  windowAttributesOf,
} from '../../../../app/domain/mapping/dates/date-pickers.ts';
import { readOrderWindow } from '../../../../app/domain/planning/schedule/order-window.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { aFulfillment } from '../../planning/inputs/plan-inputs.ts';

const NOW = DateTime.fromISO('2026-05-05T15:00', { zone: 'America/Lima' });
const mappingOf = (mapping: object = {}) => shopSettingsSchema.parse({ mapping }).mapping;
const attributesOf = (given: Record<string, string>) => Object.entries(given).map(([key, value]) => ({ key, value }));

function windowOf(given: Record<string, string>, mapping: object = {}) {
  const attributes = attributesOf(given);
  const names = windowAttributesOf(attributes, mappingOf(mapping));
  return readOrderWindow(aFulfillment({}, { attributes }), names, NOW);
}

describe('attributes of common date pickers are read without set-up', () => {
  test.each([
    ['Zapiet', { 'Checkout-Method': 'delivery', 'Delivery-Date': '2026-05-08', 'Delivery-Time': '13:00 - 14:00' }],
    ['Zapiet in the US', { 'Delivery-Date': '2026-05-08', 'Delivery-Time': '1:00 PM - 2:00PM' }],
    [
      'Bird',
      { 'Delivery Method': 'Local delivery', 'Delivery Date': 'May 8, 2026', 'Delivery Time': '1:00 PM - 2:00 PM' },
    ],
    ['Stellar', { 'Delivery Date': '08/05/2026', 'Delivery Day': 'Friday', 'Delivery Time': '13:00 - 14:00' }],
    ['a cart form', { delivery_date: '2026-05-08', delivery_time: '13:00-14:00' }],
    ['in Spanish', { 'Fecha de Entrega': '8 de mayo de 2026', 'Hora de entrega': '13:00 - 14:00' }],
    ['in Spanish, shorter', { 'Fecha entrega': '08/05/2026', 'Franja horaria': '13 a 14 hs' }],
    ['in Portuguese', { 'Data de entrega': '8 de maio de 2026', 'Horário de entrega': '13:00 - 14:00' }],
  ])('%s', (_, attributes) => {
    expect(windowOf(attributes)).toMatchObject({
      ok: true,
      value: { date: '2026-05-08', times: { start: '13:00', end: '14:00' } },
    });
  });

  test("Zapiet's shipping date, without a time", () => {
    expect(windowOf({ 'Shipping-Date': '2026-05-08' })).toMatchObject({
      ok: true,
      value: { source: 'order.attributes[Shipping-Date]', date: '2026-05-08', times: null },
    });
  });

  test('every name of the table', () => {
    for (const { date, time } of DATE_PICKERS) {
      for (const name of date)
        expect(windowOf({ [name]: '2026-05-08' })).toMatchObject({ value: { date: '2026-05-08' } });
      for (const name of time)
        expect(windowOf({ [name]: '13:00 - 14:00' })).toMatchObject({ value: { times: { start: '13:00' } } });
    }
  });

  test('the names that each app documents', () => {
    const documented = DATE_PICKERS.map(({ app, date, time }) => [app, date, time] as const);
    expect(documented).toEqual([
      ['Zapiet', ['Delivery-Date', 'Shipping-Date'], ['Delivery-Time']],
      ['Bird Pickup & Delivery', ['Delivery Date'], ['Delivery Time']],
      ['Stellar Delivery Date & Pickup', ['Delivery Date'], ['Delivery Time']],
      [
        null,
        expect.arrayContaining(['delivery_date', 'deliveryDate']),
        expect.arrayContaining(['delivery_time', 'deliveryTime']),
      ],
    ]);
  });

  test.each([
    ...['delivery_date', 'deliveryDate', 'Fecha de entrega', 'FECHA ENTREGA', 'Data de entrega', 'data da entrega'],
  ])('the date of a cart form: %s', (name) => {
    expect(windowOf({ [name]: '2026-05-08' })).toMatchObject({ value: { date: '2026-05-08' } });
  });

  test.each([
    ...['delivery_time', 'deliveryTime', 'Delivery Slot', 'delivery time slot', 'Hora de entrega'],
    ...['Horario de entrega', 'Horario entrega', 'Horário da entrega', 'Franja horaria'],
  ])('the times of a cart form: %s', (name) => {
    expect(windowOf({ [name]: '13:00 - 14:00' })).toMatchObject({ value: { times: { start: '13:00', end: '14:00' } } });
  });
});

test('a date that cannot be read is a problem, never a guess', () => {
  expect(windowOf({ 'Delivery Date': 'as soon as possible' })).toMatchObject({
    ok: false,
    problems: [{ code: 'window-unreadable', details: { source: 'order.attributes[Delivery Date]' } }],
  });
});

test('the day on which a buyer collects the order is not a delivery date', () => {
  expect(windowOf({ 'Pickup-Date': '2026-05-08', 'Pickup-Time': '13:00' })).toMatchObject({ ok: true, value: null });
});

test('an empty attribute does not hide another one', () => {
  expect(windowOf({ 'Delivery-Date': ' ', 'Shipping-Date': '2026-05-08' })).toMatchObject({
    value: { date: '2026-05-08' },
  });
});

test('only the names that the merchant has chosen are read, when there are any', () => {
  const chosen = { windowAttributes: { date: 'Fecha' } };
  expect(windowOf({ 'Delivery-Date': '2026-05-08' }, chosen)).toMatchObject({ value: null });
  expect(dateAttributesOf(mappingOf(chosen))).toEqual(['Fecha']);
});

test('a merchant can switch it off', () => {
  expect(windowOf({ 'Delivery-Date': '2026-05-08' }, { knownDatePickers: false })).toMatchObject({ value: null });
  expect(dateAttributesOf(mappingOf({ knownDatePickers: false }))).toEqual([]);
});

describe('for noticing edits', () => {
  test('those of date pickers count where the merchant has named none', () => {
    expect(dateAttributesOf(mappingOf())).toBe('recognised');
  });

  const told = (given: Record<string, string>) => readDateAttributes(attributesOf(given), 'recognised');

  test('every recognised attribute counts, in an order of its own, and no other', () => {
    const one = told({ 'Delivery-Time': '13:00', 'Delivery-Date': '2026-05-08', 'Gift note': 'x' });
    expect(one).toEqual(['Delivery-Date', '2026-05-08', 'Delivery-Time', '13:00']);
    expect(told({ 'Delivery-Date': '2026-05-08', 'Delivery-Time': '13:00' })).toEqual(one);
  });

  test('a date that is added, changed or removed is another text', () => {
    const dates: Record<string, string>[] = [{}, { 'Delivery-Date': '2026-05-08' }, { 'Delivery-Date': '2026-05-09' }];
    const texts = dates.map((each) => told(each).join('\n'));
    expect(new Set(texts).size).toBe(3);
  });
});
