import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { oncePerQuarter, wallClock } from '../../../app/domain/calendar/wall-clock.ts';
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

it('keeps zones apart', () => {
  const moment = new Date('2026-01-01T18:14:00Z');
  expect(wallClock(moment, 'Asia/Kathmandu')).toEqual({ day: '2026-01-01', hour: 23 });
  expect(wallClock(moment, 'UTC')).toEqual({ day: '2026-01-01', hour: 18 });
});

it('is worked out once for each quarter of an hour, until there are more than 2,000 of them', () => {
  const begun: string[] = [];
  const ask = oncePerQuarter((local) => ({ place: begun.push(local.toISO() ?? '') }));
  const at = (quarter: number, ms = 0) => new Date(Date.UTC(2026, 0) + quarter * 900_000 + ms);
  const first = ask(at(0), 'UTC');
  ask(at(1, -1), 'Asia/Tokyo');
  expect(ask(at(1, -1), 'UTC')).toBe(first);
  expect(begun).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T09:00:00.000+09:00']);
  for (let quarter = 1; quarter < 1_999; quarter += 1) ask(at(quarter), 'UTC');
  expect(ask(at(0), 'UTC')).toBe(first);
  expect(begun).toHaveLength(2_000);
  ask(at(1_999), 'UTC');
  expect(ask(at(0), 'UTC')).not.toBe(first);
});
