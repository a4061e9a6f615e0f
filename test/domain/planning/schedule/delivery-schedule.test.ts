import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import type { DeliveryService } from '../../../../app/domain/mapping/delivery-services.ts';
import { scheduleDelivery } from '../../../../app/domain/planning/schedule/delivery-schedule.ts';
import type { OrderWindow } from '../../../../app/domain/planning/schedule/order-window.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { setMachineZone } from '../../../set-up/time/machine-zone.ts';

type ServiceSettings = NonNullable<Parameters<typeof parseService>[0]>;

function parseService(service: object) {
  return shopSettingsSchema.parse({ service }).service;
}

/** @param at wall-clock time in the zone, or an instant with an offset */
function schedule(
  service: DeliveryService,
  at: string,
  settings: ServiceSettings = {},
  window: Partial<OrderWindow> | null = null,
  zone = 'America/Santiago',
) {
  const buyersWindow = window && { source: 'the order', date: null, times: null, ...window };
  return scheduleDelivery(service, buyersWindow, DateTime.fromISO(at, { zone }), parseService(settings));
}

/** The schedule as `service date-and-time start-end`, or the code of the problem. */
function told(result: ReturnType<typeof schedule>): string {
  if (!result.ok) return result.problems.map(({ code }) => code).join(', ');
  const { delivery_service, delivery_date, delivery_start_time, delivery_end_time } = result.value.fields;
  const window = delivery_start_time === undefined ? '' : ` ${delivery_start_time}-${delivery_end_time}`;
  return `${delivery_service} ${delivery_date}${window}`;
}

const CUTOFFS = {
  Express: '12:00',
  Sameday: '14:00',
  SamedayWithWindow: '14:00',
  Nextday: '18:00',
  NextdayWithWindow: '18:00',
};
const WINDOWS = {
  SamedayWithWindow: { start: '16:00', end: '20:00' },
  NextdayWithWindow: { start: '09:00', end: '13:00' },
};

describe('the day, by the calendar and the cutoffs', () => {
  const holidays = ['2026-05-21'];
  test.each<[DeliveryService, string, object, string]>([
    // without cutoffs
    ['Nextday', '2026-05-05T00:00', {}, 'Nextday 2026-05-06 12:00:00'],
    ['Nextday', '2026-05-05T23:59:59', {}, 'Nextday 2026-05-06 12:00:00'],
    ['Sameday', '2026-05-05T09:00', {}, 'Sameday 2026-05-05 12:00:00'],
    ['Sameday', '2026-05-05T12:00:00', {}, 'Sameday 2026-05-05 12:00:00'],
    ['Sameday', '2026-05-05T12:00:01', {}, 'Sameday 2026-05-05 12:00:01'],
    ['Sameday', '2026-05-05T23:59:59', {}, 'Sameday 2026-05-05 23:59:59'],
    ['Express', '2026-05-05T15:30', {}, 'Express 2026-05-05 15:30:00'],
    // over closed days: 10 May is a Sunday
    ['Nextday', '2026-05-09T10:00', {}, 'Nextday 2026-05-11 12:00:00'],
    ['Nextday', '2026-05-10T10:00', {}, 'Nextday 2026-05-11 12:00:00'],
    ['Sameday', '2026-05-10T10:00', {}, 'Nextday 2026-05-11 12:00:00'],
    ['Express', '2026-05-10T10:00', {}, 'Nextday 2026-05-11 12:00:00'],
    ['Sameday', '2026-05-10T10:00', { workingDays: [7] }, 'Sameday 2026-05-10 12:00:00'],
    ['Nextday', '2026-05-20T10:00', { holidays }, 'Nextday 2026-05-22 12:00:00'],
    ['Sameday', '2026-05-21T10:00', { holidays }, 'Nextday 2026-05-22 12:00:00'],
    ['Sameday', '2026-05-10T10:00', { afterCutoff: 'ask' }, 'closed-today'],
    // cutoffs: their own minute is too late
    ['Sameday', '2026-05-05T13:59:59', { cutoffs: CUTOFFS }, 'Sameday 2026-05-05 13:59:59'],
    ['Sameday', '2026-05-05T14:00:00', { cutoffs: CUTOFFS }, 'Nextday 2026-05-06 12:00:00'],
    ['Sameday', '2026-05-05T14:00:00', { cutoffs: CUTOFFS, afterCutoff: 'ask' }, 'after-cutoff'],
    ['Express', '2026-05-05T11:59:00', { cutoffs: CUTOFFS }, 'Express 2026-05-05 12:00:00'],
    ['Express', '2026-05-05T12:00:00', { cutoffs: CUTOFFS }, 'Nextday 2026-05-06 12:00:00'],
    ['Nextday', '2026-05-05T17:59:59', { cutoffs: CUTOFFS }, 'Nextday 2026-05-06 12:00:00'],
    ['Nextday', '2026-05-05T18:00:00', { cutoffs: CUTOFFS }, 'Nextday 2026-05-07 12:00:00'],
    ['Nextday', '2026-05-05T18:00:00', { cutoffs: CUTOFFS, afterCutoff: 'ask' }, 'Nextday 2026-05-07 12:00:00'],
    ['Sameday', '2026-05-05T18:00:00', { cutoffs: CUTOFFS }, 'Nextday 2026-05-07 12:00:00'],
    ['Sameday', '2026-05-05T18:00:00', { cutoffs: { Sameday: '14:00' } }, 'Nextday 2026-05-06 12:00:00'],
    // a closed day counts as the working day before it, too late
    ['Nextday', '2026-05-09T17:00', { cutoffs: CUTOFFS }, 'Nextday 2026-05-11 12:00:00'],
    ['Nextday', '2026-05-09T18:00', { cutoffs: CUTOFFS }, 'Nextday 2026-05-12 12:00:00'],
    ['Nextday', '2026-05-10T08:00', { cutoffs: CUTOFFS }, 'Nextday 2026-05-12 12:00:00'],
    ['Nextday', '2026-05-11T08:00', { cutoffs: CUTOFFS }, 'Nextday 2026-05-12 12:00:00'],
    // the end of the year, and leap days
    ['Nextday', '2026-12-31T10:00', { holidays: ['2027-01-01'] }, 'Nextday 2027-01-02 12:00:00'],
    ['Nextday', '2028-02-28T10:00', {}, 'Nextday 2028-02-29 12:00:00'],
    ['Nextday', '2028-02-29T10:00', {}, 'Nextday 2028-03-01 12:00:00'],
    ['Nextday', '2026-02-27T10:00', { workingDays: [1, 2, 3, 4, 5, 6, 7] }, 'Nextday 2026-02-28 12:00:00'],
  ])('%s at %s with %j: %4$s', (service, at, settings, expected) => {
    expect(told(schedule(service, at, settings))).toBe(expected);
  });

  test('a problem names the service and its cutoff', () => {
    const asking = { cutoffs: CUTOFFS, afterCutoff: 'ask' };
    expect(schedule('Sameday', '2026-05-05T15:00', asking)).toEqual({
      ok: false,
      problems: [{ code: 'after-cutoff', field: 'delivery_service', details: { service: 'Sameday', cutoff: '14:00' } }],
      decisions: [],
    });
    expect(schedule('Express', '2026-05-10T15:00', asking)).toEqual({
      ok: false,
      problems: [{ code: 'closed-today', field: 'delivery_service', details: { service: 'Express' } }],
      decisions: [],
    });
  });

  test('decisions say why the day is what it is', () => {
    expect(schedule('Sameday', '2026-05-05T10:00').decisions).toEqual([
      { field: 'delivery_date', source: 'now', rule: 'same-day' },
    ]);
    expect(schedule('Nextday', '2026-05-05T10:00').decisions).toEqual([
      { field: 'delivery_date', source: 'now', rule: 'next-working-day' },
    ]);
    const fallen = (rule: string) => [
      { field: 'delivery_service', source: 'settings.service.afterCutoff', rule },
      { field: 'delivery_date', source: 'now', rule: 'next-working-day' },
    ];
    expect(schedule('Sameday', '2026-05-05T14:00', { cutoffs: CUTOFFS }).decisions).toEqual(fallen('after-cutoff'));
    expect(schedule('Sameday', '2026-05-10T10:00', { cutoffs: CUTOFFS }).decisions).toEqual(fallen('closed-today'));
  });
});

describe('the window', () => {
  const buyers = { times: { start: '10:00', end: '12:00' } };
  test.each<[DeliveryService, string, object, Partial<OrderWindow> | null, string]>([
    // from the settings
    [
      'NextdayWithWindow',
      '2026-05-05T10:00',
      { windows: WINDOWS },
      null,
      'NextdayWithWindow 2026-05-06 09:00:00 09:00-13:00',
    ],
    [
      'SamedayWithWindow',
      '2026-05-05T10:00',
      { windows: WINDOWS },
      null,
      'SamedayWithWindow 2026-05-05 16:00:00 16:00-20:00',
    ],
    [
      'SamedayWithWindow',
      '2026-05-05T17:00',
      { windows: WINDOWS },
      null,
      'SamedayWithWindow 2026-05-05 17:00:00 16:00-20:00',
    ],
    [
      'SamedayWithWindow',
      '2026-05-05T19:59',
      { windows: WINDOWS },
      null,
      'SamedayWithWindow 2026-05-05 19:59:00 16:00-20:00',
    ],
    [
      'SamedayWithWindow',
      '2026-05-05T20:00',
      { windows: WINDOWS },
      null,
      'NextdayWithWindow 2026-05-06 09:00:00 09:00-13:00',
    ],
    ['SamedayWithWindow', '2026-05-05T20:00', { windows: WINDOWS, afterCutoff: 'ask' }, null, 'after-cutoff'],
    [
      'SamedayWithWindow',
      '2026-05-05T14:00',
      { windows: WINDOWS, cutoffs: CUTOFFS },
      null,
      'NextdayWithWindow 2026-05-06 09:00:00 09:00-13:00',
    ],
    [
      'SamedayWithWindow',
      '2026-05-10T10:00',
      { windows: WINDOWS },
      null,
      'NextdayWithWindow 2026-05-11 09:00:00 09:00-13:00',
    ],
    ['NextdayWithWindow', '2026-05-05T10:00', {}, null, 'window-missing'],
    ['SamedayWithWindow', '2026-05-05T10:00', {}, null, 'window-missing'],
    [
      'SamedayWithWindow',
      '2026-05-05T21:00',
      { windows: { SamedayWithWindow: WINDOWS.SamedayWithWindow } },
      null,
      'window-missing',
    ],
    // the buyer's times, on the day by the calendar
    [
      'NextdayWithWindow',
      '2026-05-05T10:00',
      { windows: WINDOWS },
      buyers,
      'NextdayWithWindow 2026-05-06 10:00:00 10:00-12:00',
    ],
    ['SamedayWithWindow', '2026-05-05T09:00', {}, buyers, 'SamedayWithWindow 2026-05-05 10:00:00 10:00-12:00'],
    ['SamedayWithWindow', '2026-05-05T11:59', {}, buyers, 'SamedayWithWindow 2026-05-05 11:59:00 10:00-12:00'],
    ['SamedayWithWindow', '2026-05-05T12:00', {}, buyers, 'window-past'],
    ['SamedayWithWindow', '2026-05-05T12:00', { windows: WINDOWS }, buyers, 'window-past'],
    [
      'SamedayWithWindow',
      '2026-05-05T14:00',
      { cutoffs: CUTOFFS },
      buyers,
      'NextdayWithWindow 2026-05-06 10:00:00 10:00-12:00',
    ],
    [
      'SamedayWithWindow',
      '2026-05-05T21:00',
      { windows: WINDOWS },
      { times: { start: '21:30', end: '22:30' } },
      'SamedayWithWindow 2026-05-05 21:30:00 21:30-22:30',
    ],
  ])('%s at %s with %j and %j: %5$s', (service, at, settings, window, expected) => {
    expect(told(schedule(service, at, settings, window))).toBe(expected);
  });

  describe('over midnight', () => {
    const night = { times: { start: '22:00', end: '02:00' } };

    test('is sent with the day on which it starts, and kept until its end on the day after', () => {
      const result = schedule('NextdayWithWindow', '2026-05-05T10:00', {}, night);
      expect(told(result)).toBe('NextdayWithWindow 2026-05-06 22:00:00 22:00-02:00');
      expect(result.ok && result.value.promise).toMatchObject({
        date: '2026-05-06',
        windowStart: '22:00',
        windowEnd: '02:00',
        until: new Date('2026-05-07T06:00:00Z'),
      });
    });

    test('is not over before its end', () => {
      expect(told(schedule('SamedayWithWindow', '2026-05-05T23:30', {}, night))).toBe(
        'SamedayWithWindow 2026-05-05 23:30:00 22:00-02:00',
      );
      expect(told(schedule('SamedayWithWindow', '2026-05-06T02:00', {}, { ...night, date: '2026-05-05' }))).toBe(
        'window-past',
      );
      expect(told(schedule('SamedayWithWindow', '2026-05-05T09:00', {}, { ...night, date: '2026-05-05' }))).toBe(
        'SamedayWithWindow 2026-05-05 22:00:00 22:00-02:00',
      );
    });
  });

  test('a missing window names the service that needs it', () => {
    expect(schedule('NextdayWithWindow', '2026-05-05T10:00')).toMatchObject({
      problems: [{ code: 'window-missing', field: 'delivery_start_time', details: { service: 'NextdayWithWindow' } }],
    });
  });

  test('a window that is over names its service, whether the buyer chose the day or the calendar', () => {
    for (const date of [null, '2026-05-05']) {
      expect(schedule('SamedayWithWindow', '2026-05-05T12:00', {}, { ...buyers, date })).toEqual({
        ok: false,
        problems: [{ code: 'window-past', field: 'delivery_start_time', details: { service: 'SamedayWithWindow' } }],
        decisions: [],
      });
    }
  });

  test('the window is explained', () => {
    expect(schedule('NextdayWithWindow', '2026-05-05T10:00', { windows: WINDOWS }).decisions.slice(1)).toEqual([
      { field: 'delivery_start_time', source: 'settings.service.windows.NextdayWithWindow' },
      { field: 'delivery_end_time', source: 'settings.service.windows.NextdayWithWindow' },
    ]);
    expect(schedule('NextdayWithWindow', '2026-05-05T10:00', {}, buyers).decisions.slice(1)).toEqual([
      { field: 'delivery_start_time', source: 'the order' },
      { field: 'delivery_end_time', source: 'the order' },
    ]);
  });

  test('a cutoff after the end of the window does not make it later', () => {
    const settings = { windows: WINDOWS, cutoffs: { SamedayWithWindow: '22:00' }, afterCutoff: 'ask' };
    expect(schedule('SamedayWithWindow', '2026-05-05T21:00', settings)).toMatchObject({
      problems: [{ details: { cutoff: '20:00' } }],
    });
  });
});

describe('the buyer’s date', () => {
  const on = (date: string, times: OrderWindow['times'] = { start: '10:00', end: '12:00' }) => ({ date, times });
  const settings = { cutoffs: CUTOFFS, windows: WINDOWS, holidays: ['2026-05-21'] };
  test.each<[DeliveryService, string, Partial<OrderWindow>, string]>([
    ['NextdayWithWindow', '2026-05-05T10:00', on('2026-05-08'), 'NextdayWithWindow 2026-05-08 10:00:00 10:00-12:00'],
    ['NextdayWithWindow', '2026-05-05T17:59', on('2026-05-06'), 'NextdayWithWindow 2026-05-06 10:00:00 10:00-12:00'],
    ['NextdayWithWindow', '2026-05-05T18:00', on('2026-05-06'), 'window-too-soon'],
    ['NextdayWithWindow', '2026-05-05T18:00', on('2026-05-07'), 'NextdayWithWindow 2026-05-07 10:00:00 10:00-12:00'],
    ['NextdayWithWindow', '2026-05-05T09:00', on('2026-05-05'), 'window-too-soon'],
    ['NextdayWithWindow', '2026-05-05T10:00', on('2026-05-04'), 'window-past'],
    ['NextdayWithWindow', '2026-05-05T12:00', on('2026-05-05'), 'window-past'],
    ['NextdayWithWindow', '2026-05-05T10:00', on('2026-05-10'), 'window-on-closed-day'],
    ['NextdayWithWindow', '2026-05-05T10:00', on('2026-05-21'), 'window-on-closed-day'],
    [
      'NextdayWithWindow',
      '2026-05-05T10:00',
      on('2026-05-08', null),
      'NextdayWithWindow 2026-05-08 09:00:00 09:00-13:00',
    ],
    ['SamedayWithWindow', '2026-05-05T09:00', on('2026-05-05'), 'SamedayWithWindow 2026-05-05 10:00:00 10:00-12:00'],
    [
      'SamedayWithWindow',
      '2026-05-05T09:00',
      on('2026-05-05', null),
      'SamedayWithWindow 2026-05-05 16:00:00 16:00-20:00',
    ],
    ['SamedayWithWindow', '2026-05-05T09:00', on('2026-05-08'), 'NextdayWithWindow 2026-05-08 10:00:00 10:00-12:00'],
    [
      'SamedayWithWindow',
      '2026-05-05T09:00',
      on('2026-05-08', null),
      'NextdayWithWindow 2026-05-08 09:00:00 09:00-13:00',
    ],
    ['SamedayWithWindow', '2026-05-05T18:00', on('2026-05-06'), 'window-too-soon'],
    ['SamedayWithWindow', '2026-05-05T14:00', on('2026-05-05', { start: '16:00', end: '18:00' }), 'window-too-soon'],
    ['SamedayWithWindow', '2026-05-05T14:00', on('2026-05-05', null), 'window-too-soon'],
    ['SamedayWithWindow', '2026-05-05T12:00', on('2026-05-05'), 'window-past'],
    ['SamedayWithWindow', '2026-05-10T09:00', on('2026-05-10'), 'window-on-closed-day'],
  ])('%s at %s for %j: %4$s', (service, at, window, expected) => {
    expect(told(schedule(service, at, settings, window))).toBe(expected);
  });

  test('a date without times, in a window of the settings that is over', () => {
    expect(told(schedule('SamedayWithWindow', '2026-05-05T20:00', { windows: WINDOWS }, on('2026-05-05', null)))).toBe(
      'window-past',
    );
  });

  test('on a closed day names the service that cannot keep it', () => {
    expect(schedule('NextdayWithWindow', '2026-05-05T10:00', settings, on('2026-05-10'))).toMatchObject({
      problems: [{ code: 'window-on-closed-day', details: { service: 'NextdayWithWindow' } }],
    });
  });

  test('is never moved, whatever is set for cutoffs', () => {
    const window = on('2026-05-05', { start: '16:00', end: '18:00' });
    for (const afterCutoff of ['ask', 'next-day']) {
      expect(schedule('SamedayWithWindow', '2026-05-05T15:00', { cutoffs: CUTOFFS, afterCutoff }, window)).toEqual({
        ok: false,
        problems: [
          { code: 'window-too-soon', field: 'delivery_start_time', details: { service: 'SamedayWithWindow' } },
        ],
        decisions: [],
      });
    }
  });

  test('is explained', () => {
    expect(schedule('NextdayWithWindow', '2026-05-05T09:00', {}, on('2026-05-08')).decisions[0]).toEqual({
      field: 'delivery_date',
      source: 'the order',
      rule: 'buyers-date',
    });
    expect(schedule('SamedayWithWindow', '2026-05-05T09:00', {}, on('2026-05-08')).decisions.slice(0, 2)).toEqual([
      { field: 'delivery_service', source: 'the order', rule: 'buyers-date' },
      { field: 'delivery_date', source: 'the order', rule: 'buyers-date' },
    ]);
  });

  describe('that a service without a window can no longer meet', () => {
    const missed = (field: string) => ({ field, source: 'the order', rule: 'buyers-date-missed' });

    test('is replaced by the next day', () => {
      const result = schedule('Nextday', '2026-05-05T19:00', { cutoffs: CUTOFFS }, on('2026-05-06'));
      expect(told(result)).toBe('Nextday 2026-05-07 12:00:00');
      expect(result.decisions).toEqual([missed('delivery_date')]);
    });

    test('is not replaced by today, if the buyer chose a later day', () => {
      const result = schedule('Sameday', '2026-05-05T19:00', { cutoffs: CUTOFFS }, on('2026-05-06'));
      expect(told(result)).toBe('Nextday 2026-05-07 12:00:00');
      expect(result.decisions).toEqual([missed('delivery_service'), missed('delivery_date')]);
    });

    test('is replaced by today, if the buyer chose an earlier day', () => {
      const result = schedule('Sameday', '2026-05-05T10:00', {}, on('2026-05-04'));
      expect(told(result)).toBe('Sameday 2026-05-05 12:00:00');
      expect(result.decisions).toEqual([missed('delivery_date')]);
    });

    test('is replaced as the merchant has chosen for the evening', () => {
      const late = (afterCutoff: string) =>
        schedule('Sameday', '2026-05-05T15:00', { cutoffs: CUTOFFS, afterCutoff }, on('2026-05-05'));
      expect(told(late('ask'))).toBe('after-cutoff');
      expect(told(late('next-day'))).toBe('Nextday 2026-05-06 12:00:00');
      expect(late('next-day').decisions).toEqual([
        { field: 'delivery_service', source: 'settings.service.afterCutoff', rule: 'after-cutoff' },
        missed('delivery_date'),
      ]);
    });
  });
});

describe('the promise', () => {
  test('of a service without a window lasts to the end of the day', () => {
    expect(schedule('Nextday', '2026-05-05T10:00')).toMatchObject({
      value: {
        promise: {
          service: 'Nextday',
          date: '2026-05-06',
          windowStart: null,
          windowEnd: null,
          until: new Date('2026-05-07T03:59:59.999Z'),
        },
      },
    });
  });

  test('of a service with a window lasts to its end', () => {
    expect(schedule('SamedayWithWindow', '2026-05-05T21:00', { windows: WINDOWS })).toMatchObject({
      value: {
        promise: {
          service: 'NextdayWithWindow',
          date: '2026-05-06',
          windowStart: '09:00',
          windowEnd: '13:00',
          until: new Date('2026-05-06T17:00:00Z'),
        },
      },
    });
  });
});

test('the zone of the machine does not matter, though 30 December 2011 is no day in Samoa', () => {
  setMachineZone('Pacific/Apia');
  const night = { date: null, times: { start: '22:00', end: '02:00' } };
  expect(schedule('SamedayWithWindow', '2011-12-29T09:00-03:00', {}, night)).toMatchObject({
    value: { promise: { date: '2011-12-29', until: new Date('2011-12-30T05:00:00Z') } },
  });
});

describe('changes of the clock and midnights', () => {
  const every = { workingDays: [1, 2, 3, 4, 5, 6, 7] };
  const cut = (time: string) => ({ ...every, cutoffs: { Sameday: time } });
  const clock = (service: DeliveryService, instant: string, settings: object, zone: string) => {
    const result = schedule(service, instant, settings, null, zone);
    return [told(result), result.ok ? result.value.promise.until.toISOString() : null];
  };

  test.each<[string, DeliveryService, string, object, string, string, string]>([
    // America/Santiago goes back at 24:00 on Saturday 4 April 2026 (the hour from 23:00 comes twice) ...
    [
      'the first 23:30',
      'Sameday',
      '2026-04-05T02:30:00Z',
      every,
      'America/Santiago',
      'Sameday 2026-04-04 23:30:00',
      '2026-04-05T03:59:59.999Z',
    ],
    [
      'the second 23:30',
      'Sameday',
      '2026-04-05T03:30:00Z',
      every,
      'America/Santiago',
      'Sameday 2026-04-04 23:30:00',
      '2026-04-05T03:59:59.999Z',
    ],
    [
      'midnight after it',
      'Sameday',
      '2026-04-05T04:00:00Z',
      every,
      'America/Santiago',
      'Sameday 2026-04-05 12:00:00',
      '2026-04-06T03:59:59.999Z',
    ],
    [
      'the day before it',
      'Nextday',
      '2026-04-03T15:00:00Z',
      every,
      'America/Santiago',
      'Nextday 2026-04-04 12:00:00',
      '2026-04-05T03:59:59.999Z',
    ],
    [
      'in summer time just before 14:00',
      'Sameday',
      '2026-04-04T16:59:59Z',
      cut('14:00'),
      'America/Santiago',
      'Sameday 2026-04-04 13:59:59',
      '2026-04-05T03:59:59.999Z',
    ],
    [
      'in summer time at 14:00',
      'Sameday',
      '2026-04-04T17:00:00Z',
      cut('14:00'),
      'America/Santiago',
      'Nextday 2026-04-05 12:00:00',
      '2026-04-06T03:59:59.999Z',
    ],
    [
      'in winter time just before 14:00',
      'Sameday',
      '2026-04-05T17:59:59Z',
      cut('14:00'),
      'America/Santiago',
      'Sameday 2026-04-05 13:59:59',
      '2026-04-06T03:59:59.999Z',
    ],
    [
      'in winter time at 14:00',
      'Sameday',
      '2026-04-05T18:00:00Z',
      cut('14:00'),
      'America/Santiago',
      'Nextday 2026-04-06 12:00:00',
      '2026-04-07T03:59:59.999Z',
    ],
    // ... and forward at 00:00 on Sunday 6 September 2026, whose first hour does not exist
    [
      'the last second before the gap',
      'Nextday',
      '2026-09-06T03:59:59Z',
      every,
      'America/Santiago',
      'Nextday 2026-09-06 12:00:00',
      '2026-09-07T02:59:59.999Z',
    ],
    [
      'the first second after the gap',
      'Sameday',
      '2026-09-06T04:00:00Z',
      every,
      'America/Santiago',
      'Sameday 2026-09-06 12:00:00',
      '2026-09-07T02:59:59.999Z',
    ],
    [
      'a cutoff in the gap',
      'Sameday',
      '2026-09-06T04:00:00Z',
      cut('00:30'),
      'America/Santiago',
      'Nextday 2026-09-07 12:00:00',
      '2026-09-08T02:59:59.999Z',
    ],
    [
      'the day that ends at the gap',
      'Sameday',
      '2026-09-05T20:00:00Z',
      every,
      'America/Santiago',
      'Sameday 2026-09-05 16:00:00',
      '2026-09-06T03:59:59.999Z',
    ],
    [
      'after the gap just before 14:00',
      'Sameday',
      '2026-09-06T16:59:59Z',
      cut('14:00'),
      'America/Santiago',
      'Sameday 2026-09-06 13:59:59',
      '2026-09-07T02:59:59.999Z',
    ],
    [
      'after the gap at 14:00',
      'Sameday',
      '2026-09-06T17:00:00Z',
      cut('14:00'),
      'America/Santiago',
      'Nextday 2026-09-07 12:00:00',
      '2026-09-08T02:59:59.999Z',
    ],
    // America/Lima keeps one time all year
    [
      'in April just before 14:00',
      'Sameday',
      '2026-04-05T18:59:59Z',
      cut('14:00'),
      'America/Lima',
      'Sameday 2026-04-05 13:59:59',
      '2026-04-06T04:59:59.999Z',
    ],
    [
      'in April at 14:00',
      'Sameday',
      '2026-04-05T19:00:00Z',
      cut('14:00'),
      'America/Lima',
      'Nextday 2026-04-06 12:00:00',
      '2026-04-07T04:59:59.999Z',
    ],
    [
      'in September at 14:00',
      'Sameday',
      '2026-09-06T19:00:00Z',
      cut('14:00'),
      'America/Lima',
      'Nextday 2026-09-07 12:00:00',
      '2026-09-08T04:59:59.999Z',
    ],
    [
      'already tomorrow in UTC',
      'Nextday',
      '2026-05-06T03:00:00Z',
      every,
      'America/Lima',
      'Nextday 2026-05-06 12:00:00',
      '2026-05-07T04:59:59.999Z',
    ],
    [
      'the last second of the year',
      'Nextday',
      '2027-01-01T04:59:59Z',
      every,
      'America/Lima',
      'Nextday 2027-01-01 12:00:00',
      '2027-01-02T04:59:59.999Z',
    ],
    [
      'the first second of the year',
      'Sameday',
      '2027-01-01T05:00:00Z',
      every,
      'America/Lima',
      'Sameday 2027-01-01 12:00:00',
      '2027-01-02T04:59:59.999Z',
    ],
    [
      'into a leap day',
      'Nextday',
      '2028-02-29T04:59:59Z',
      every,
      'America/Lima',
      'Nextday 2028-02-29 12:00:00',
      '2028-03-01T04:59:59.999Z',
    ],
    [
      'on a leap day',
      'Sameday',
      '2028-02-29T05:00:00Z',
      every,
      'America/Lima',
      'Sameday 2028-02-29 12:00:00',
      '2028-03-01T04:59:59.999Z',
    ],
    [
      'a cutoff at midnight is always past',
      'Sameday',
      '2026-05-05T05:00:00Z',
      cut('00:00'),
      'America/Lima',
      'Nextday 2026-05-06 12:00:00',
      '2026-05-07T04:59:59.999Z',
    ],
  ])('%s: %s at %s with %j in %s', (_, service, instant, settings, zone, expected, until) => {
    expect(clock(service, instant, settings, zone)).toEqual([expected, until]);
  });
});
