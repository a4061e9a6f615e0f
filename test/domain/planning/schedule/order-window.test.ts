import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import type { DeliveryMethod } from '../../../../app/domain/fulfillment/fulfillment.ts';
import { readOrderDate, readOrderWindow } from '../../../../app/domain/planning/schedule/order-window.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { aFulfillment, aMethod } from '../inputs/plan-inputs.ts';

const NOW = DateTime.fromISO('2026-05-05T15:00', { zone: 'America/Santiago' });
const NAMES = { date: 'Fecha', start: 'Desde', end: 'Hasta' };

function read(
  attributes: Record<string, string>,
  names: Partial<Record<keyof typeof NAMES, string>> = NAMES,
  deliveryMethods: DeliveryMethod[] = [],
) {
  const fulfillment = aFulfillment(
    { deliveryMethods },
    { attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })) },
  );
  const { mapping } = shopSettingsSchema.parse({ mapping: { windowAttributes: names } });
  return readOrderWindow(fulfillment, mapping.windowAttributes, NOW);
}

/** The window as `date start-end`, a problem as its code. */
function told(result: ReturnType<typeof read>): string | null {
  if (!result.ok) return result.problems.map(({ code }) => code).join(', ');
  if (result.value === null) return null;
  const { date, times } = result.value;
  return `${date ?? 'no date'} ${times ? `${times.start}-${times.end}` : 'no times'}`;
}

describe('in note attributes', () => {
  test('with its source', () => {
    expect(read({ fecha: '2026-05-08', Desde: '9:00', Hasta: '13:00' })).toEqual({
      ok: true,
      value: {
        source: 'order.attributes[Fecha, Desde, Hasta]',
        date: '2026-05-08',
        times: { start: '09:00', end: '13:00' },
      },
      decisions: [],
    });
  });

  test('a date alone', () => {
    expect(read({ Fecha: '2026-05-08' }, { date: 'Fecha' })).toEqual({
      ok: true,
      value: { source: 'order.attributes[Fecha]', date: '2026-05-08', times: null },
      decisions: [],
    });
  });

  test.each([
    ['08/05/2026, 14:00 - 18:00', '2026-05-08 14:00-18:00'],
    ['viernes 8 de mayo, 2 pm - 6 pm', '2026-05-08 14:00-18:00'],
    ['2026-05-08 09:00 / 2026-05-08 13:00', '2026-05-08 09:00-13:00'],
    ['08/05/2026 22:00 - 02:00', '2026-05-08 22:00-02:00'],
    ['08/05/2026 18:00 - 10:00', 'window-ends-before-start'],
    ['08/05/2026 00:00 - 23:59', '2026-05-08 no times'],
    ['08/05/2026 14:00', '2026-05-08 no times'],
    ['08/05/2026 por la tarde', '2026-05-08 no times'],
  ])('a date with its times in one attribute: %j', (text, window) => {
    expect(told(read({ Fecha: text }, { date: 'Fecha' }))).toBe(window);
    expect(told(read({ Fecha: text }))).toBe(window);
  });

  test('an attribute of the times counts before what stands beside the date', () => {
    expect(told(read({ Fecha: '08/05/2026, 14:00 - 18:00', Desde: '9:00', Hasta: '13:00' }))).toBe(
      '2026-05-08 09:00-13:00',
    );
    expect(told(read({ Fecha: '08/05/2026, 14:00 - 18:00', Desde: 'tarde' }))).toBe('window-unreadable');
  });

  test('an attribute without a name is not the one that the merchant has not named', () => {
    expect(told(read({ '': '2026-05-08 9:00 - 13:00' }, {}))).toBeNull();
  });

  test('the source names each attribute once', () => {
    expect(read({ Horario: '9:00 - 13:00' }, { start: 'Horario', end: 'Horario' })).toMatchObject({
      value: { source: 'order.attributes[Horario]' },
    });
  });

  test.each([
    ['2026-05-08', '2026-05-08'],
    ['2026/05/08', '2026-05-08'],
    ['2026.5.8', '2026-05-08'],
    ['08/05/2026', '2026-05-08'],
    ['8-5-2026', '2026-05-08'],
    ['08.05.2026', '2026-05-08'],
    ['viernes 08/05/2026', '2026-05-08'],
    ['viernes 8 de mayo', '2026-05-08'],
    ['2026-05-08T00:00:00', '2026-05-08'],
  ])('the date %j', (text, date) => expect(told(read({ Fecha: text }))).toBe(`${date} no times`));

  test.each([
    ['2026-05-08T05:00:00.000Z', '2026-05-08'],
    ['2026-05-09T02:00:00Z', '2026-05-08'],
    ['2026-05-09T02:00Z', '2026-05-08'],
    ['2026-05-09t02:00:00z', '2026-05-08'],
    ['2026-05-09T02:00:00.000Z', '2026-05-08'],
    ['2026-05-08T21:00:00-0500', '2026-05-08'],
    ['2026-05-09T02:00:00+0000', '2026-05-08'],
    ['Entrega: 2026-05-09T02:00:00Z.', '2026-05-08'],
    ['2026-05-08T00:00:00+02:00', '2026-05-08'],
    ['2026-05-08T00:30:00+02:00', '2026-05-07'],
    ['2026-05-08T00:00:00Z', '2026-05-08'],
  ])('a moment as the operator’s clock shows it: %j', (text, date) =>
    expect(told(read({ Fecha: text }))).toBe(`${date} no times`),
  );

  test('moments are times too', () => {
    expect(told(read({ Desde: '2026-05-08T22:00:00Z', Hasta: '2026-05-08T19:00:00-05:00' }))).toBe(
      'no date 18:00-20:00',
    );
    expect(told(read({ Desde: '2026-05-08T22:00:00Z', Hasta: '2026-05-09T00:00:00Z' }))).toBe('no date 18:00-20:00');
  });

  test.each([
    '29/02/2026',
    '08/05/2026 - 09/05/2026',
    'jueves 08/05/2026',
    '31/31/2026',
    '2026-13-01',
    'mañana',
    '8/5/26',
    '12026-05-08',
    '2026-05-081',
    '108/05/2026',
    '08/05/20261',
  ])('the date %j is none', (text) => expect(told(read({ Fecha: text }))).toBe('window-unreadable'));

  test.each([
    ['9:00', '13:00', '09:00-13:00'],
    ['09:00:00', '13:30:00', '09:00-13:30'],
    ['9 am', '1 pm', '09:00-13:00'],
    ['9:30 A.M.', '12:15 p. m.', '09:30-12:15'],
    ['9:30 a. m.', '1:15 p. m.', '09:30-13:15'],
    ['12 AM', '12 PM', '00:00-12:00'],
    ['9h', '13h30', '09:00-13:30'],
    ['09.00', '13.00', '09:00-13:00'],
    ['desde las 9:00 hs', 'hasta las 23:59 hs', '09:00-23:59'],
  ])('the times %j and %j', (start, end, times) => {
    expect(told(read({ Desde: start, Hasta: end }))).toBe(`no date ${times}`);
  });

  test.each([
    ['9', '13'],
    ['9:00', '25:00'],
    ['9:60', '13:00'],
    ['13 pm', '14 pm'],
    ['13 pm', '11 pm'],
    ['0 am', '9 am'],
    ['mañana', 'tarde'],
    ['9:00', ''],
    ['', '13:00'],
    ['9:000', '13:00'],
    ['24:00', '24:30'],
  ])('the times %j and %j are none', (start, end) => {
    expect(told(read({ Desde: start, Hasta: end }))).toBe('window-unreadable');
  });

  test.each(['start', 'end'])('one attribute (%s) holds both times', (name) => {
    expect(told(read({ Horario: '09:00-13:00' }, { [name]: 'Horario' }))).toBe('no date 09:00-13:00');
    expect(told(read({ Horario: 'de 9 a.m. a 1 p.m.' }, { [name]: 'Horario' }))).toBe('no date 09:00-13:00');
    expect(told(read({ Horario: 'entre 15:00 y 19:00' }, { [name]: 'Horario' }))).toBe('no date 15:00-19:00');
    expect(told(read({ Horario: '9 a 13' }, { [name]: 'Horario' }))).toBe('window-unreadable');
  });

  test('one attribute holds everything', () => {
    const names = { date: 'Entrega', start: 'Entrega', end: 'Entrega' };
    expect(told(read({ Entrega: '08-05-2026 09:00 - 13:00' }, names))).toBe('2026-05-08 09:00-13:00');
    expect(told(read({ Entrega: '08.05.2026 de 9h a 13h' }, names))).toBe('2026-05-08 09:00-13:00');
  });

  test.each([
    ['13:00', '09:00'],
    ['09:00', '09:00'],
    ['18:00', '06:01'],
  ])('%s to %s does not end after it starts', (start, end) => {
    expect(read({ Desde: start, Hasta: end })).toEqual({
      ok: false,
      problems: [
        {
          code: 'window-ends-before-start',
          field: 'delivery_start_time',
          details: { source: 'order.attributes[Fecha, Desde, Hasta]' },
        },
      ],
      decisions: [],
    });
  });

  test.each([
    ['22:00', '02:00', '22:00-02:00'],
    ['10 pm', '1 am', '22:00-01:00'],
    ['18:00', '06:00', '18:00-06:00'],
    ['20:00', '00:00', '20:00-00:00'],
  ])('%s to %s goes over midnight', (start, end, times) => {
    expect(told(read({ Desde: start, Hasta: end }))).toBe(`no date ${times}`);
    expect(told(read({ Fecha: '08/05/2026', Desde: start, Hasta: end }))).toBe(`2026-05-08 ${times}`);
  });

  test('an unreadable value is reported by its place, not by its text', () => {
    expect(read({ Fecha: 'cuando Ana vuelva' })).toEqual({
      ok: false,
      problems: [
        {
          code: 'window-unreadable',
          field: 'delivery_start_time',
          details: { source: 'order.attributes[Fecha, Desde, Hasta]' },
        },
      ],
      decisions: [],
    });
  });
});

describe('in the delivery method', () => {
  const from = (minDeliveryDateTime: string | null, maxDeliveryDateTime: string | null) =>
    aMethod({ minDeliveryDateTime, maxDeliveryDateTime });

  test('with its source, in the operator’s zone', () => {
    const methods = [aMethod(), from('2026-05-08T18:00:00Z', '2026-05-08T22:30:00Z')];
    expect(read({}, {}, methods)).toEqual({
      ok: true,
      value: { source: 'fulfillment.deliveryMethods[1]', date: '2026-05-08', times: { start: '14:00', end: '18:30' } },
      decisions: [],
    });
  });

  test.each([
    [
      'across midnight in UTC, one day in Santiago',
      '2026-05-08T23:00:00Z',
      '2026-05-09T03:00:00Z',
      '2026-05-08 19:00-23:00',
    ],
    [
      'one day in UTC, across midnight in Santiago',
      '2026-05-09T03:00:00Z',
      '2026-05-09T05:00:00Z',
      '2026-05-08 23:00-01:00',
    ],
    ['half a day across midnight', '2026-05-09T00:00:00Z', '2026-05-09T12:00:00Z', '2026-05-08 20:00-08:00'],
    ['more than that is an estimate', '2026-05-09T00:00:00Z', '2026-05-09T12:01:00Z', null],
    ['from midnight to noon', '2026-05-08T04:00:00Z', '2026-05-08T16:00:00Z', '2026-05-08 00:00-12:00'],
    ['from noon to the last minute', '2026-05-08T16:00:00Z', '2026-05-09T03:59:00Z', '2026-05-08 12:00-23:59'],
    ['across two midnights', '2026-05-09T03:00:00Z', '2026-05-10T05:00:00Z', null],
    ['a whole day, from midnight to midnight', '2026-05-08T04:00:00Z', '2026-05-09T04:00:00Z', null],
    ['a whole day, to its last second', '2026-05-08T04:00:00Z', '2026-05-09T03:59:59Z', null],
    ['an estimate of days', '2026-05-08T12:00:00Z', '2026-05-12T12:00:00Z', null],
    ['only the earliest', '2026-05-08T12:00:00Z', null, null],
    ['only the latest', null, '2026-05-08T12:00:00Z', null],
    ['it ends before it starts', '2026-05-08T15:00:00Z', '2026-05-08T14:00:00Z', 'window-ends-before-start'],
    ['it ends a day before it starts', '2026-05-08T15:00:00Z', '2026-05-07T18:00:00Z', 'window-ends-before-start'],
    ['a moment is an estimate', '2026-05-08T15:00:00Z', '2026-05-08T15:00:00Z', null],
    ['no start that exists', '2026-02-30T15:00:00Z', '2026-03-01T15:00:00Z', 'window-unreadable'],
    ['no end that exists', '2026-05-08T15:00:00Z', 'soon', 'window-unreadable'],
  ])('%s', (_, min, max, expected) => expect(told(read({}, {}, [from(min, max)]))).toBe(expected));

  test('the note attributes that the merchant names count before it; without a value they do not', () => {
    const methods = [from('2026-05-08T18:00:00Z', '2026-05-08T22:00:00Z')];
    expect(told(read({ Fecha: '09/05/2026' }, NAMES, methods))).toBe('2026-05-09 no times');
    expect(told(read({ Fecha: ' ', Otra: '09/05/2026' }, NAMES, methods))).toBe('2026-05-08 14:00-18:00');
  });

  test('an estimate does not hide the window of a later method', () => {
    const methods = [
      from('2026-05-08T12:00:00Z', '2026-05-12T12:00:00Z'),
      from('2026-05-08T18:00:00Z', '2026-05-08T22:00:00Z'),
    ];
    expect(told(read({}, {}, methods))).toBe('2026-05-08 14:00-18:00');
  });
});

test('an order without a window', () => {
  expect(read({})).toEqual({ ok: true, value: null, decisions: [] });
});

describe('the day for a service without a window', () => {
  const day = (attributes: Record<string, string>, date: string | null = 'Fecha') => {
    const list = Object.entries(attributes).map(([key, value]) => ({ key, value }));
    const methods = [
      aMethod({ minDeliveryDateTime: '2026-05-08T18:00:00Z', maxDeliveryDateTime: '2026-05-08T22:00:00Z' }),
    ];
    const fulfillment = aFulfillment({ deliveryMethods: methods }, { attributes: list });
    return readOrderDate(fulfillment, { date, start: null, end: null }, NOW);
  };

  test('is what the buyer wrote', () => {
    expect(day({ Fecha: '08/05/2026' })).toEqual({
      ok: true,
      value: { source: 'order.attributes[Fecha]', date: '2026-05-08', times: null },
      decisions: [],
    });
    expect(told(day({ Fecha: '31/31/2026' }))).toBe('window-unreadable');
    expect(told(day({ Fecha: '08/05/2026, 14:00 - 18:00' }))).toBe('2026-05-08 no times');
    expect(told(day({ Fecha: '08/05/2026, 18:00 - 10:00' }))).toBe('2026-05-08 no times');
  });

  test.each([
    ['a text without digits', { Fecha: 'lo antes posible' }, 'Fecha'],
    ['no such attribute', { Otra: '08/05/2026' }, 'Fecha'],
    ['no attribute that the merchant names', { Fecha: '08/05/2026', null: '08/05/2026' }, null],
  ])('is none with %s, whatever the delivery method says', (_what, attributes, name) => {
    expect(day(attributes, name)).toEqual({ ok: true, value: null, decisions: [] });
  });
});
