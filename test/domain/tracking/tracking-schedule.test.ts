import { describe, expect, it } from 'vitest';
import {
  nextReadAt,
  oncePerQuarter,
  wallClock,
  type ReadingSituation,
} from '../../../app/domain/tracking/tracking-schedule.ts';
import { DateTime } from 'luxon';
import { fc } from '../../set-up/properties.ts';

/** Ten in the morning in Lima. */
const now = new Date('2026-11-21T15:00:00Z');
const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);
const situation: ReadingSituation = {
  now,
  group: 'out-for-delivery',
  handedOverAt: now,
  stateAt: now,
  promisedUntil: null,
  zone: 'America/Lima',
  endedAt: null,
  failures: 0,
  baseIntervalMs: 60_000,
  random: 0.5,
};
const minutesUntilNext = (change: Partial<ReadingSituation>) => {
  const next = nextReadAt({ ...situation, ...change });
  return next && (next.getTime() - now.getTime()) / 60_000;
};

describe('a delivery under way', () => {
  it.each([
    ['out-for-delivery', 1],
    ['on-the-way', 1],
    ['picking-up', 1],
    ['courier-assigned', 1],
    ['unknown', 1.5],
    ['accepted', 1.5],
    ['delayed', 3],
    ['attempt-failed', 4],
    ['needs-merchant', 10],
    [null, 1],
  ] as const)('in %s is read after %i base intervals', (group, intervals) => {
    expect(minutesUntilNext({ group })).toBe(intervals);
  });

  it('is read a tenth sooner or later, so that reads spread', () => {
    expect(minutesUntilNext({ random: 0 })).toBeCloseTo(0.9);
    expect(minutesUntilNext({ random: 1 })).toBeCloseTo(1.1);
    expect(minutesUntilNext({ random: 0, failures: 1 })).toBeCloseTo(1.8);
  });

  it('is read ever more rarely while reading fails, at least once an hour', () => {
    expect(minutesUntilNext({ failures: 1 })).toBe(2);
    expect(minutesUntilNext({ failures: 3 })).toBe(8);
    expect(minutesUntilNext({ failures: 50 })).toBe(60);
  });

  it('that the operator no longer finds is read ever more rarely, at least once a day, for 14 days', () => {
    const lastFoundAt = hoursFromNow(-10);
    expect(minutesUntilNext({ failures: 6, lastFoundAt })).toBe(64);
    expect(minutesUntilNext({ failures: 50, lastFoundAt })).toBe(24 * 60);
    expect(minutesUntilNext({ failures: 50, lastFoundAt: hoursFromNow(-14 * 24) })).toBe(24 * 60);
    expect(minutesUntilNext({ failures: 50, lastFoundAt: hoursFromNow(-14 * 24 - 1) })).toBeNull();
  });

  it('is not read before the time the operator asked for', () => {
    const notBefore = new Date(now.getTime() + 30 * 60_000);
    expect(minutesUntilNext({ failures: 1, notBefore })).toBe(30);
  });
});

describe('the longer a state lasts', () => {
  it.each([
    [0, 1],
    [24, 2],
    [72, 4],
    [400, 12],
  ])('%i hours: the interval is %i times as long', (hours, times) => {
    expect(minutesUntilNext({ stateAt: hoursFromNow(-hours) })).toBe(times);
  });

  it('six hours at most', () => {
    expect(minutesUntilNext({ group: 'needs-merchant', baseIntervalMs: 600_000, stateAt: hoursFromNow(-400) })).toBe(
      360,
    );
  });

  it('a date in the future, by a clock that goes ahead, changes nothing', () => {
    expect(minutesUntilNext({ stateAt: hoursFromNow(3) })).toBe(1);
  });
});

describe('what was promised', () => {
  it('a delivery that waits for its courier is not read before the promised day', () => {
    const stateAt = hoursFromNow(-1);
    expect(minutesUntilNext({ group: 'accepted', stateAt, promisedUntil: hoursFromNow(13.9) })).toBe(1.5);
    expect(minutesUntilNext({ group: 'accepted', stateAt, promisedUntil: hoursFromNow(14) })).toBe(90);
    expect(minutesUntilNext({ group: 'courier-assigned', stateAt, promisedUntil: hoursFromNow(14) })).toBe(60);
    expect(minutesUntilNext({ group: 'on-the-way', stateAt: null, promisedUntil: hoursFromNow(14) })).toBe(1);
  });

  it('the wait for that day does not slow the reads down on the day itself', () => {
    const stateAt = hoursFromNow(-72);
    expect(minutesUntilNext({ group: 'accepted', stateAt, promisedUntil: hoursFromNow(2) })).toBe(1.5);
    expect(minutesUntilNext({ group: 'accepted', stateAt, promisedUntil: hoursFromNow(-2) })).toBe(6);
    expect(minutesUntilNext({ group: 'accepted', stateAt, promisedUntil: now })).toBe(1.5);
    expect(minutesUntilNext({ group: 'attempt-failed', stateAt })).toBe(4);
  });

  it('a read follows right after the promised time', () => {
    expect(minutesUntilNext({ group: 'needs-merchant', promisedUntil: hoursFromNow(0.1) })).toBe(7);
    expect(minutesUntilNext({ group: 'needs-merchant', promisedUntil: hoursFromNow(-0.1) })).toBe(10);
    expect(minutesUntilNext({ group: 'needs-merchant', promisedUntil: now })).toBe(10);
  });
});

it('a delivery that changed in the last quarter of an hour is read as often at night, and before its day', () => {
  const night = new Date('2026-11-22T06:00:00Z');
  const early = { now: night, group: 'accepted', promisedUntil: hoursFromNow(48) } as const;
  const minutesAfter = (stateAt: Date) =>
    (nextReadAt({ ...situation, ...early, stateAt })?.getTime() ?? 0) / 60_000 - night.getTime() / 60_000;
  expect(minutesAfter(new Date(night.getTime() - 14 * 60_000))).toBe(1.5);
  expect(minutesAfter(new Date(night.getTime() - 15 * 60_000))).toBe(360); // six hours at most
});

describe('at night, on the operator’s clock', () => {
  const at = (time: string, change: Partial<ReadingSituation> = {}) => {
    const night = new Date(time);
    const next = nextReadAt({ ...situation, now: night, stateAt: null, group: 'on-the-way', ...change });
    return next && (next.getTime() - night.getTime()) / 60_000;
  };

  it('the interval is thirty times as long', () => {
    expect(at('2026-11-22T02:59:00Z')).toBe(1); // 21:59 in Lima
    expect(at('2026-11-22T03:00:00Z')).toBe(30);
    expect(at('2026-11-22T03:00:00Z', { zone: 'America/Santiago' })).toBe(30);
    expect(at('2026-11-22T11:00:00Z')).toBe(30); // 6:00 in Lima, 8:00 in Santiago
    expect(at('2026-11-22T11:00:00Z', { zone: 'America/Santiago' })).toBe(1);
  });

  it('the night ends in time for the working day', () => {
    expect(at('2026-11-22T12:50:00Z', { group: 'accepted' })).toBe(15); // between 8:00 and 8:10
    expect(at('2026-11-22T12:50:00Z', { group: 'accepted', random: 0 })).toBe(10);
  });

  it('a delivery that is out for delivery is read at night as well', () => {
    expect(at('2026-11-22T03:30:00Z', { group: 'out-for-delivery', stateAt: new Date('2026-11-22T01:00:00Z') })).toBe(
      1,
    );
    const stateAt = new Date('2026-11-22T00:00:00Z');
    expect(at('2026-11-22T04:00:00Z', { group: 'out-for-delivery', stateAt })).toBe(35);
  });
});

describe('a delivery that has ended', () => {
  it.each([
    ['at once', 0, 60],
    ['half an hour ago', 30, 30],
    ['an hour ago', 60, 24 * 60 - 60],
    ['a day ago', 24 * 60, null],
  ])('%s is read an hour and a day after its end, and then no more', (_when, minutesAgo, next) => {
    const endedAt = new Date(now.getTime() - minutesAgo * 60_000);
    expect(minutesUntilNext({ group: 'delivered', endedAt })).toBe(next);
  });

  it('is read again when its last read failed', () => {
    for (const group of ['delivered', 'ended-badly', null] as const)
      expect([group, minutesUntilNext({ group, endedAt: now, failures: 1 })]).toEqual([group, 2]);
  });

  it('is read like one that is out for delivery while this program does not count it as ended', () => {
    expect(minutesUntilNext({ group: 'delivered', endedAt: null })).toBe(1);
  });

  it('is not read for ever when its reads go on failing', () => {
    const ended = (hoursAgo: number) =>
      ({ group: 'delivered', endedAt: hoursFromNow(-hoursAgo), failures: 9 }) as const;
    expect(minutesUntilNext(ended(48))).toBe(60);
    expect(minutesUntilNext(ended(49))).toBeNull();
  });
});

describe('a delivery without news', () => {
  const days = (count: number) => hoursFromNow(count * 24);
  const old = (age: number, change: Partial<ReadingSituation> = {}) =>
    minutesUntilNext({ group: 'unknown', handedOverAt: days(-age), stateAt: days(-age), ...change });

  it('is read once a day from day 14 on, until day 45', () => {
    expect(old(13.9)).toBeLessThan(24 * 60);
    expect(old(14)).toBe(24 * 60);
    expect(old(14, { random: 1 })).toBeCloseTo(24 * 66);
    expect(old(44.9)).toBe(24 * 60);
    expect(old(45)).toBeNull();
  });

  it('is read for another month when somebody asks', () => {
    expect(old(60)).toBeNull();
    expect(old(60, { refreshedAt: now })).toBe(24 * 60);
    expect(old(90, { refreshedAt: days(-30.9) })).toBe(24 * 60);
    expect(old(91, { refreshedAt: days(-31) })).toBeNull();
  });

  it('is read no longer and no more often while reading fails', () => {
    expect(old(20, { failures: 50 })).toBe(24 * 60);
    expect(old(45, { failures: 50 })).toBeNull();
  });

  it('whose state moves on is read as usual, up to a limit', () => {
    expect(old(40, { stateAt: now })).toBe(1.5);
    expect(old(76, { stateAt: now })).toBeNull();
  });
});

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
