import { describe, expect, test } from 'vitest';
import { estimatedDelivery, type Promised } from '../../../app/domain/tracking/estimated-delivery.ts';
import { setMachineZone } from '../../set-up/time/machine-zone.ts';

const promise = (given: Partial<Promised>): Promised => ({
  promisedDate: '2026-05-08',
  windowStart: null,
  windowEnd: null,
  operatorDate: null,
  ...given,
});
const estimate = (given: Partial<Promised>, zone = 'America/Lima') =>
  estimatedDelivery(promise(given), zone)?.toISOString() ?? null;

test('a day without a window is noon, the same date in every zone of the Americas', () => {
  expect(estimate({})).toBe('2026-05-08T17:00:00.000Z');
  expect(estimate({}, 'America/Santiago')).toBe('2026-05-08T16:00:00.000Z');
});

test('a window is its end', () => {
  expect(estimate({ windowStart: '09:00', windowEnd: '13:30' })).toBe('2026-05-08T18:30:00.000Z');
});

test('a window over midnight ends on the next day', () => {
  expect(estimate({ windowStart: '22:00', windowEnd: '02:00' })).toBe('2026-05-09T07:00:00.000Z');
  expect(estimate({ windowStart: '09:00', windowEnd: '09:00' })).toBe('2026-05-09T14:00:00.000Z');
  expect(estimate({ promisedDate: '2026-05-31', windowStart: '22:00', windowEnd: '00:00' })).toBe(
    '2026-06-01T05:00:00.000Z',
  );
});

test("the operator's own day counts, with the window that was promised", () => {
  expect(estimate({ operatorDate: '2026-05-11', windowStart: '09:00', windowEnd: '13:00' })).toBe(
    '2026-05-11T18:00:00.000Z',
  );
});

test('without a promise there is no estimate', () => {
  expect(estimate({ promisedDate: null })).toBeNull();
});

test('the zone of the machine does not matter, though 30 December 2011 is no day in Samoa', () => {
  setMachineZone('Pacific/Apia');
  expect(estimate({ promisedDate: '2011-12-29', windowStart: '22:00', windowEnd: '02:00' })).toBe(
    '2011-12-30T07:00:00.000Z',
  );
});

describe('over a change of the clock', () => {
  // Chile: from 24:00 on 4 April 2026 one hour back, from 24:00 on 5 September one hour on, so that 00:30 does not exist
  test.each([
    ['before summer time ends', '2026-04-04', { windowStart: '09:00', windowEnd: '13:00' }, '2026-04-04T16:00:00.000Z'],
    [
      'after summer time has ended',
      '2026-04-05',
      { windowStart: '09:00', windowEnd: '13:00' },
      '2026-04-05T17:00:00.000Z',
    ],
    [
      'after summer time has begun',
      '2026-09-06',
      { windowStart: '09:00', windowEnd: '13:00' },
      '2026-09-06T16:00:00.000Z',
    ],
    ['noon of the day with 23 hours', '2026-09-06', {}, '2026-09-06T15:00:00.000Z'],
    [
      'over the midnight that is left out',
      '2026-09-05',
      { windowStart: '20:00', windowEnd: '00:30' },
      '2026-09-06T04:30:00.000Z',
    ],
    [
      'over the hour that comes twice',
      '2026-04-04',
      { windowStart: '20:00', windowEnd: '01:00' },
      '2026-04-05T05:00:00.000Z',
    ],
  ])('%s', (_, promisedDate, window, expected) => {
    expect(estimate({ promisedDate, ...window }, 'America/Santiago')).toBe(expected);
  });
});
