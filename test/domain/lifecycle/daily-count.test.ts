import { describe, expect, it } from 'vitest';
import {
  countableFrom,
  dayOf,
  nextDayToCount,
  spanOfDay,
  zoneOfDays,
} from '../../../app/domain/lifecycle/daily-count.ts';
import { setMachineZone } from '../../set-up/time/machine-zone.ts';

const SANTIAGO = 'America/Santiago';

describe('a day of the shop’s calendar', () => {
  it('is the one of its zone', () => {
    expect(dayOf(new Date('2026-03-02T03:30:00Z'), 'America/Lima')).toBe('2026-03-01');
    expect(dayOf(new Date('2026-03-02T03:30:00Z'), 'UTC')).toBe('2026-03-02');
  });

  it.each([
    ['a zone that it has', 'America/Lima', 'America/Lima'],
    ['no zone yet', null, 'UTC'],
    ['a zone that only Shopify knows', 'America/Nowhere', 'UTC'],
    ['an empty zone', '', 'UTC'],
  ])('is told, for a shop with %s', (_, timeZone, zone) => {
    expect(zoneOfDays(timeZone)).toBe(zone);
  });

  it('is as long as the clocks make it', () => {
    const hours = (day: string) => {
      const { from, before } = spanOfDay(day, SANTIAGO);
      return (before.getTime() - from.getTime()) / 3_600_000;
    };
    expect(hours('2026-03-02')).toBe(24);
    expect(hours('2026-04-04')).toBe(25);
    expect(hours('2026-09-06')).toBe(23);
  });

  it('can be counted an hour after its end', () => {
    expect(countableFrom('2026-03-02', 'America/Lima')).toEqual(new Date('2026-03-03T06:00:00Z'));
  });
});

describe('the day to count next', () => {
  const given = { installedAt: new Date('2026-03-01T20:00:00Z'), now: new Date('2026-03-05T12:00:00Z') };
  const next = (change: Partial<Parameters<typeof nextDayToCount>[0]>) =>
    nextDayToCount({ ...given, counted: null, timeZone: 'America/Lima', ...change });

  it('is that of the installation at first, and then one after the other', () => {
    expect(next({})).toBe('2026-03-01');
    expect(next({ counted: '2026-03-01' })).toBe('2026-03-02');
    expect(next({ counted: '2026-02-28', installedAt: new Date('2026-02-01T20:00:00Z') })).toBe('2026-03-01');
  });

  it('is not a day without the app, and not one of long ago', () => {
    expect(next({ counted: '2026-02-10' })).toBe('2026-03-01');
    expect(next({ counted: null, installedAt: new Date('2025-01-01T00:00:00Z') })).toBe('2026-02-26');
    const evening = { now: new Date('2026-03-05T02:00:00Z'), installedAt: new Date('2025-01-01T00:00:00Z') };
    expect(next(evening)).toBe('2026-02-25');
  });

  it('is counted whatever the zone of the machine, though 30 December 2011 is no day in Samoa', () => {
    setMachineZone('Pacific/Apia');
    const then = { installedAt: new Date('2011-12-01T00:00:00Z'), now: new Date('2012-01-02T12:00:00Z') };
    expect(next({ ...then, counted: '2011-12-29' })).toBe('2011-12-30');
  });
});
