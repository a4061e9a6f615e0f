import { describe, expect, it } from 'vitest';
import {
  ageMs,
  canBeSince,
  firstMomentOf,
  lastMomentOf,
  toldTime,
  wholeSecond,
} from '../../../app/domain/calendar/told-time.ts';

const told = toldTime('2026-03-02T07:00:05-05:00');

describe('a time that was told in whole seconds', () => {
  it.each([
    ['2026-03-02T12:00:05Z', '2026-03-02T12:00:05.000Z'],
    ['2026-03-02T07:00:05-05:00', '2026-03-02T12:00:05.000Z'],
    ['2026-03-02T12:00:05.999Z', '2026-03-02T12:00:05.000Z'],
  ])('%s is repeated as %s', (text, repeated) => {
    expect(firstMomentOf(toldTime(text)).toISOString()).toBe(repeated);
  });

  it('happened within its second', () => {
    expect(lastMomentOf(told)).toEqual(new Date('2026-03-02T12:00:05.999Z'));
  });

  it.each([
    ['a second before it', '2026-03-02T12:00:04.999Z', true],
    ['at its second', '2026-03-02T12:00:05.000Z', true],
    ['within its second', '2026-03-02T12:00:05.999Z', true],
    ['after its second', '2026-03-02T12:00:06.000Z', false],
  ])('can be of an app that was installed %s: %s', (_, installedAt, canBe) => {
    expect(canBeSince(told, new Date(installedAt))).toBe(canBe);
  });

  it('is as old as its second', () => {
    expect(ageMs(told, new Date('2026-03-02T12:01:05.250Z'))).toBe(60_250);
  });
});

it.each([
  ['2026-03-02T12:00:05.000Z', '2026-03-02T12:00:05.000Z'],
  ['2026-03-02T12:00:05.001Z', '2026-03-02T12:00:05.000Z'],
  ['2026-03-02T12:00:05.999Z', '2026-03-02T12:00:05.000Z'],
])('Shopify keeps %s as %s', (moment, kept) => {
  expect(wholeSecond(new Date(moment)).toISOString()).toBe(kept);
});
