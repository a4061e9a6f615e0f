import { describe, expect, it } from 'vitest';
import { ARRIVAL_DAYS, HOURS, percentileOf, promisableOf } from '../../../app/domain/scorecard/times.ts';
import { daysToRecount } from '../../../app/scorecard/delivery-counts.ts';
import { readSlice, sliceText, DIMENSIONS, COUNTED, type Slice } from '../../../app/domain/scorecard/slice.ts';
import { DELIVERY_SERVICES } from '../../../app/domain/mapping/delivery-services.ts';
import { shownDays, shownMonths } from '../../../app/pages/scorecard/scorecard-query.ts';
import { fc } from '../../set-up/properties.ts';

/** `counts` of the first groups of hours, and none in the others. */
const durations = (...counts: number[]) => [...counts, ...Array<number>(HOURS.length + 1 - counts.length).fill(0)];

describe('a percentile', () => {
  it.each([
    [durations(4), 0.5, { hours: 0.5, isMore: false }],
    [durations(0, 4), 0.5, { hours: 1.5, isMore: false }],
    [durations(5, 5), 0.5, { hours: 1, isMore: false }],
    [durations(5, 0, 5), 0.9, { hours: 2 + 2 * 0.8, isMore: false }],
    [[...durations().slice(1), 7], 0.5, { hours: 240, isMore: true }],
    [durations(), 0.5, null],
  ])('of %j at %d', (counts, share, expected) => {
    expect(percentileOf(counts, share)).toEqual(expected);
  });

  it('lies in the group of the delivery that it names', () => {
    const counts = fc.array(fc.nat(20), { minLength: HOURS.length + 1, maxLength: HOURS.length + 1 });
    fc.assert(
      fc.property(counts, fc.constantFrom(0.5, 0.9), (some, share) => {
        const places = some.flatMap((count, place) => Array<number>(count).fill(place));
        const found = percentileOf(some, share);
        const place = places[Math.ceil(share * places.length) - 1];
        if (place === undefined) {
          expect(found).toBeNull();
        } else if (place === HOURS.length) {
          expect(found).toEqual({ hours: 240, isMore: true });
        } else {
          expect(found?.isMore).toBe(false);
          expect(found?.hours).toBeGreaterThan(HOURS[place - 1] ?? 0);
          expect(found?.hours).toBeLessThanOrEqual(HOURS[place] ?? 0);
        }
      }),
    );
  });
});

describe('what can be promised', () => {
  const arrived = (...counts: number[]) => [
    ...counts,
    ...Array<number>(ARRIVAL_DAYS.length + 1 - counts.length).fill(0),
  ];

  it.each([
    [
      'what is promised is kept',
      arrived(0, 95, 5),
      'Nextday',
      { promised: 1, kept: 0.95, safe: { day: 1, share: 0.95 } },
    ],
    ['a later day is', arrived(0, 71, 25, 4), 'Nextday', { promised: 1, kept: 0.71, safe: { day: 2, share: 0.96 } }],
    ['an earlier day is', arrived(92, 8), 'Nextday', { promised: 1, kept: 1, safe: { day: 0, share: 0.92 } }],
    ['exactly 9 of 10', arrived(9, 1), 'Sameday', { promised: 0, kept: 0.9, safe: { day: 0, share: 0.9 } }],
    ['no day is', [...arrived(50).slice(0, -1), 50], 'Express', { promised: 0, kept: 0.5, safe: null }],
  ] as const)('%s', (_name, counts, service, expected) => {
    const count = counts.reduce((sum, each) => sum + each, 0);
    expect(promisableOf(counts, service)).toEqual({ count, ...expected });
  });

  it('is nothing without deliveries', () => {
    expect(promisableOf(arrived(), 'Nextday')).toBeNull();
  });
});

it('a day that has ended is counted again for a week, and then each week for nine', () => {
  const days = daysToRecount('2026-03-31');
  expect(days.slice(0, 8)).toEqual([
    ...['2026-03-31', '2026-03-30', '2026-03-29', '2026-03-28', '2026-03-27', '2026-03-26', '2026-03-25'],
    '2026-03-24',
  ]);
  expect(days).toHaveLength(16);
  expect(days.at(-1)).toBe('2026-01-27');
});

describe('the deliveries behind a figure', () => {
  const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const slices: fc.Arbitrary<Slice> = fc.record({
    from: fc.constantFrom('2026-01-01', '2026-02-28'),
    to: fc.constantFrom('2026-03-31', '2028-02-29'),
    district: nullable(fc.string({ maxLength: 100 })),
    service: nullable(fc.constantFrom(...DELIVERY_SERVICES)),
    account: nullable(fc.uuid()),
    pickup: nullable(fc.string({ maxLength: 100 })),
    weekday: nullable(fc.constantFrom('1', '7')),
    counted: nullable(fc.constantFrom(...COUNTED)),
  });

  it('are read from an address as they were written to it', () => {
    fc.assert(
      fc.property(slices, (slice) => {
        expect(readSlice(sliceText(slice))).toEqual(slice);
      }),
    );
  });

  it.each(['', 'from=2026-01-01', 'from=2026-01-01&to=2026-02-30', 'from=1&to=2'])(
    'are none without days: %s',
    (text) => {
      expect(readSlice(text)).toBeNull();
    },
  );

  it.each([
    ['weekday', '8'],
    ['weekday', '12'],
    ['service', 'Teleport'],
    ['account', "1' OR true"],
    ['district', 'x'.repeat(101)],
    ['counted', 'all'],
  ])('are not narrowed by a %s that is none: %s', (name, value) => {
    const text = new URLSearchParams({ from: '2026-01-01', to: '2026-01-31', [name]: value });
    const slice = readSlice(text.toString());
    for (const each of [...DIMENSIONS, 'counted'] as const) expect(slice?.[each]).toBeNull();
  });
});

describe('the days that are shown', () => {
  const only = { district: null, service: null, account: null, pickup: null, weekday: null };

  it.each([
    ['7', 'day', '2026-03-25', '2026-03-18'],
    ['28', 'day', '2026-03-04', '2026-02-04'],
    ['90', 'day', '2026-01-01', '2025-10-03'],
    ['365', 'month', '2025-04-01', '2024-04-01'],
  ] as const)('of a period of %s', (period, span, from, before) => {
    expect(shownDays({ period, only }, '2026-03-31')).toMatchObject({
      span,
      before,
      slice: { from, to: '2026-03-31' },
    });
  });

  it('of whole months begin with the first of one', () => {
    expect(shownMonths(4, only, '2026-03-31').slice).toMatchObject({ from: '2025-12-01', to: '2026-03-31' });
  });
});
