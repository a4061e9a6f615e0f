import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { wallClock } from '../../../app/domain/tracking/wall-clock.ts';
import { fc } from '../../set-up/properties.ts';

const zones = Intl.supportedValuesOf('timeZone');

it('shows what the zone’s clocks show, at any moment', () => {
  const moments = fc.date({ min: new Date('1973-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
      const local = DateTime.fromJSDate(moment, { zone });
      expect(wallClock(moment, zone)).toEqual({ day: local.toFormat('yyyy-MM-dd'), hour: local.hour });
    }),
  );
});

it.each([
  ['2026-03-29T00:59:59.999Z', { day: '2026-03-29', hour: 1 }],
  ['2026-03-29T01:00:00.000Z', { day: '2026-03-29', hour: 3 }],
  ['2026-10-24T21:59:59.999Z', { day: '2026-10-24', hour: 23 }],
  ['2026-10-24T22:00:00.000Z', { day: '2026-10-25', hour: 0 }],
])('changes with the clocks of Madrid at %s', (moment, shown) => {
  expect(wallClock(new Date(moment), 'Europe/Madrid')).toEqual(shown);
});

it('keeps apart zones, and goes on when it has many of them', () => {
  const begin = Date.UTC(2026, 0);
  for (let quarter = 0; quarter < 5_000; quarter += 1) wallClock(new Date(begin + quarter * 900_000), 'Asia/Kathmandu');
  expect(wallClock(new Date('2026-01-01T18:14:00Z'), 'Asia/Kathmandu')).toEqual({ day: '2026-01-01', hour: 23 });
  expect(wallClock(new Date('2026-01-01T18:14:00Z'), 'UTC')).toEqual({ day: '2026-01-01', hour: 18 });
});
