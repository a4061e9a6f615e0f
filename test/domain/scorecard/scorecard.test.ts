import { describe, expect, it } from 'vitest';
import {
  compareShares,
  compareWithOthers,
  countOf,
  ENOUGH,
  firstAttemptOf,
  NO_COUNTS,
  shareOf,
  totalOf,
  worstFirst,
  type Group,
} from '../../../app/domain/scorecard/scorecard.ts';
import { fc } from '../../set-up/properties.ts';

describe('an interval', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i among %i is as published', (count, of, low, high) => {
    const { interval } = shareOf(count, of);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('of none among none may be anything', () => {
    expect(shareOf(0, 0)).toMatchObject({ share: 0, interval: { low: 0, high: 1 }, isEnough: false });
  });

  it('has the share in it, is that of the rest turned round, and gets narrower with more of the same', () => {
    const counts = fc.integer({ min: 1, max: 100_000 }).chain((of) => fc.tuple(fc.nat(of), fc.constant(of)));
    fc.assert(
      fc.property(counts, ([count, of]) => {
        const { share, interval } = shareOf(count, of);
        expect(interval.low).toBeLessThanOrEqual(share + 1e-12);
        expect(interval.high).toBeGreaterThanOrEqual(share - 1e-12);
        expect(interval.low).toBeGreaterThanOrEqual(0);
        expect(interval.high).toBeLessThanOrEqual(1);
        const rest = shareOf(of - count, of).interval;
        expect(rest.low).toBeCloseTo(1 - interval.high, 12);
        const more = shareOf(4 * count, 4 * of).interval;
        expect(more.high - more.low).toBeLessThan(interval.high - interval.low);
      }),
    );
  });
});

describe('two shares', () => {
  it.each([
    ['lower', [10, 40], [35, 40]],
    ['higher', [35, 40], [10, 40]],
    ['alike', [30, 40], [35, 40]],
    ['alike', [40, 40], [40, 40]],
    ['too-few', [0, ENOUGH - 1], [40, 40]],
    ['too-few', [40, 40], [0, ENOUGH - 1]],
  ] as const)('are %s: %j and %j', (is, [count, of], [otherCount, other]) => {
    expect(compareShares(shareOf(count, of), shareOf(otherCount, other))).toBe(is);
  });

  it.each([ENOUGH, ENOUGH + 1])('can be told apart from %i deliveries on', (of) => {
    expect(compareShares(shareOf(0, of), shareOf(of, of))).toBe('lower');
  });
});

const group = (key: string, onTime: number, of: number): Group => ({
  key,
  now: { ...NO_COUNTS, onTime, lateOperator: of - onTime },
  before: NO_COUNTS,
});

describe('groups', () => {
  it('stand with the worst first, and those with too few deliveries last, the largest of them first', () => {
    const groups = [
      group('few', 0, 3),
      group('good', 39, 40),
      group('more', 1, 19),
      group('bad', 10, 20),
      group('also bad', 20, 40),
    ];
    expect(worstFirst(groups).map(({ key }) => key)).toEqual(['also bad', 'bad', 'good', 'more', 'few']);
  });

  it('are compared with all the others together, without themselves', () => {
    const bad = group('bad', 10, 40);
    const total = totalOf([bad, group('one', 38, 40), group('other', 39, 40)]);
    const { others, is } = compareWithOthers(bad, total);
    expect(others).toMatchObject({ count: 77, of: 80 });
    expect(is).toBe('lower');
  });

  it('sum up to all of them', () => {
    const counts = fc.record({
      onTime: fc.nat(100),
      lateShop: fc.nat(100),
      lateOperator: fc.nat(100),
      notDelivered: fc.nat(100),
      firstAttempt: fc.nat(100),
      failed: fc.nat(100),
      neededPerson: fc.nat(100),
      personMinutes: fc.nat(100),
      collectedIn: fc.array(fc.nat(100), { maxLength: 4 }),
      deliveredIn: fc.array(fc.nat(100), { maxLength: 4 }),
    });
    const groups = fc.array(fc.record({ key: fc.string(), now: counts, before: counts }), { maxLength: 6 });
    fc.assert(
      fc.property(groups, (some) => {
        const total = totalOf(some);
        for (const side of ['now', 'before'] as const) {
          const sum = (of: (each: Group['now']) => number) => some.reduce((all, each) => all + of(each[side]), 0);
          expect(countOf(total[side])).toBe(sum(countOf));
          expect(firstAttemptOf(total[side]).of).toBe(sum(({ firstAttempt, failed }) => firstAttempt + failed));
          expect(total[side].personMinutes).toBe(sum(({ personMinutes }) => personMinutes));
          for (const place of [0, 1, 2, 3]) {
            expect(total[side].deliveredIn[place] ?? 0).toBe(sum(({ deliveredIn }) => deliveredIn[place] ?? 0));
          }
        }
      }),
    );
  });
});
