import { describe, expect, it } from 'vitest';
import { nextReadAt, type ReadingSituation } from '../../app/domain/tracking-schedule.ts';

const now = new Date('2026-11-21T15:00:00Z');
const situation: ReadingSituation = {
  ...{ now, group: 'out-for-delivery', endedAt: null, failures: 0, baseIntervalMs: 60_000, random: 0.5 },
};
const minutesUntilNext = (change: Partial<ReadingSituation>) => {
  const next = nextReadAt({ ...situation, ...change });
  return next && (next.getTime() - now.getTime()) / 60_000;
};

describe('a delivery under way', () => {
  it.each([
    ['out-for-delivery', 1],
    ['on-the-way', 2],
    ['picking-up', 2],
    ['courier-assigned', 3],
    ['unknown', 3],
    ['accepted', 5],
    ['delayed', 5],
    ['attempt-failed', 5],
    ['needs-merchant', 10],
    [null, 1],
  ] as const)('in %s is read after %i base intervals', (group, intervals) => {
    expect(minutesUntilNext({ group })).toBe(intervals);
  });

  it('is read a tenth sooner or later, so that reads spread', () => {
    expect(minutesUntilNext({ random: 0 })).toBeCloseTo(0.9);
    expect(minutesUntilNext({ random: 1 })).toBeCloseTo(1.1);
  });

  it('is read ever more rarely while reading fails, at least once an hour', () => {
    expect(minutesUntilNext({ failures: 1 })).toBe(2);
    expect(minutesUntilNext({ failures: 3 })).toBe(8);
    expect(minutesUntilNext({ failures: 50 })).toBe(60);
  });

  it('is not read before the time the operator asked for', () => {
    const notBefore = new Date(now.getTime() + 30 * 60_000);
    expect(minutesUntilNext({ failures: 1, notBefore })).toBe(30);
  });
});

describe('a delivery that has ended', () => {
  it.each([
    ['at once', 0, 60],
    ['half an hour ago', 30, 30],
    ['an hour ago', 60, 24 * 60 - 60],
    ['a day ago', 24 * 60, null],
  ])('%s is looked at an hour and a day after its end, and then no more', (_when, minutesAgo, next) => {
    const endedAt = new Date(now.getTime() - minutesAgo * 60_000);
    expect(minutesUntilNext({ group: 'delivered', endedAt })).toBe(next);
  });

  it('is read again when its last look failed', () => {
    for (const group of ['delivered', 'ended-badly', null] as const)
      expect([group, minutesUntilNext({ group, endedAt: now, failures: 1 })]).toEqual([group, 2]);
  });
});
