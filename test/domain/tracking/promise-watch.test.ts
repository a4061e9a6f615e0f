import { describe, expect, it } from 'vitest';
import { flagsOf, nextFlagAt, type WatchedDelivery } from '../../../app/domain/tracking/promise-watch.ts';

const handedOverAt = new Date('2026-11-20T14:00:00Z');
const hoursLater = (hours: number) => new Date(handedOverAt.getTime() + hours * 3_600_000);

/** Promised for ten hours after the hand-over, and on its way at once. */
const watched: Omit<WatchedDelivery, 'now'> = {
  handedOverAt,
  promisedUntil: hoursLater(10),
  group: 'on-the-way',
  stateAt: handedOverAt,
  updatedAt: null,
  hasEnded: false,
};
const flagsAfter = (hours: number, change: Partial<WatchedDelivery> = {}) =>
  flagsOf({ ...watched, now: hoursLater(hours), ...change }).map(({ code, since }) => [code, since]);
const since = (hours: number) => hoursLater(hours).toISOString();

describe('late', () => {
  it('from the promised time on', () => {
    expect(flagsAfter(9.99)).toEqual([]);
    expect(flagsAfter(10)).toEqual([['late', since(10)]]);
    expect(flagsAfter(20)).toEqual([['late', since(10)]]);
  });

  it('not without a promise, and not once it has ended', () => {
    expect(flagsAfter(20, { promisedUntil: null })).toEqual([]);
    expect(flagsAfter(20, { hasEnded: true })).toEqual([]);
  });
});

describe('stuck', () => {
  it.each(['accepted', null] as const)('in %s two hours before the promised time', (group) => {
    expect(flagsAfter(7.99, { group })).toEqual([]);
    expect(flagsAfter(8, { group })).toEqual([['stuck', since(8)]]);
  });

  it('not sooner than two hours after the hand-over, however short the promise', () => {
    const short = { group: 'accepted', promisedUntil: hoursLater(3) } as const;
    expect(flagsAfter(1.99, short)).toEqual([]);
    expect(flagsAfter(2, short)).toEqual([['stuck', since(2)]]);
  });

  it('after a day when nothing was promised', () => {
    const open = { group: 'accepted', promisedUntil: null } as const;
    expect(flagsAfter(23.99, open)).toEqual([]);
    expect(flagsAfter(24, open)).toEqual([['stuck', since(24)]]);
  });

  it('not once a courier is assigned', () => {
    expect(flagsAfter(9, { group: 'courier-assigned' })).toEqual([]);
  });
});

describe('silent', () => {
  const open = { promisedUntil: null };

  it('not while the operator changes its record', () => {
    expect(flagsAfter(40, { promisedUntil: null, updatedAt: hoursLater(10) })).toEqual([]);
    expect(flagsAfter(46, { promisedUntil: null, updatedAt: hoursLater(10) })).toEqual([['silent', since(46)]]);
  });

  it('a day and a half after the last news', () => {
    expect(flagsAfter(35.99, open)).toEqual([]);
    expect(flagsAfter(36, open)).toEqual([['silent', since(36)]]);
    expect(flagsAfter(36, { ...open, stateAt: hoursLater(5) })).toEqual([]);
    expect(flagsAfter(41, { ...open, stateAt: hoursLater(5) })).toEqual([['silent', since(41)]]);
  });

  it('counts from the hand-over while the operator has said nothing at all', () => {
    expect(flagsAfter(36, { ...open, stateAt: null })).toEqual([['silent', since(36)]]);
  });

  it('beside the others', () => {
    expect(flagsAfter(50, { group: 'accepted' }).map(([code]) => code)).toEqual(['late', 'stuck', 'silent']);
  });
});

describe('no news', () => {
  const DAYS = 24;
  const noNewsAfter = (days: number, change: Partial<WatchedDelivery> = {}) =>
    flagsAfter(days * DAYS, change).find(([code]) => code === 'no-news')?.[1];

  it('14 days after the last new state, however often the operator touches its record', () => {
    expect(noNewsAfter(13.9)).toBeUndefined();
    expect(noNewsAfter(14, { updatedAt: hoursLater(13 * DAYS) })).toBe(since(14 * DAYS));
    expect(noNewsAfter(14, { stateAt: hoursLater(3 * DAYS) })).toBeUndefined();
    expect(noNewsAfter(17, { stateAt: hoursLater(3 * DAYS) })).toBe(since(17 * DAYS));
    expect(noNewsAfter(14, { stateAt: null, group: null })).toBe(since(14 * DAYS));
  });

  it('not before the promised day', () => {
    expect(noNewsAfter(19, { promisedUntil: hoursLater(20 * DAYS) })).toBeUndefined();
    expect(noNewsAfter(20, { promisedUntil: hoursLater(20 * DAYS) })).toBe(since(20 * DAYS));
  });

  it('45 days after the hand-over, whatever states the operator reports until then', () => {
    expect(noNewsAfter(44.9, { stateAt: hoursLater(44 * DAYS) })).toBeUndefined();
    expect(noNewsAfter(45, { stateAt: hoursLater(44 * DAYS) })).toBe(since(45 * DAYS));
    expect(noNewsAfter(50, { stateAt: hoursLater(49 * DAYS) })).toBe(since(45 * DAYS)); // told once
  });
});

describe('a person’s word that it is taken care of', () => {
  const flags = (resolvedAt: Date) => flagsAfter(40, { resolvedAt }).map(([code]) => code);

  it('ends what began before it, and not what begins after it', () => {
    expect(flags(hoursLater(9))).toEqual(['late', 'silent']);
    expect(flags(hoursLater(10))).toEqual(['silent']);
    expect(flags(hoursLater(36))).toEqual([]);
  });
});

describe('the next flag', () => {
  const nextAfter = (hours: number, change: Partial<WatchedDelivery> = {}) =>
    nextFlagAt({ ...watched, now: hoursLater(hours), ...change })?.toISOString() ?? null;

  it('is the first that is still to come', () => {
    expect(nextAfter(0, { group: 'accepted' })).toBe(since(8));
    expect(nextAfter(8, { group: 'accepted' })).toBe(since(10));
    expect(nextAfter(0)).toBe(since(10));
    expect(nextAfter(9.99)).toBe(since(10));
    expect(nextAfter(10)).toBe(since(36));
    expect(nextAfter(0, { promisedUntil: null })).toBe(since(36));
  });

  it('is none once all are raised, or the delivery has ended', () => {
    expect(nextAfter(36)).toBe(since(14 * 24));
    expect(nextAfter(14 * 24)).toBeNull();
    expect(nextAfter(0, { hasEnded: true })).toBeNull();
  });
});
