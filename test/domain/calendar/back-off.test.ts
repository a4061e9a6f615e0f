import { expect, it } from 'vitest';
import { backOffMs, recheckMs, TRY_LIMIT, UNREADABLE_LIMIT } from '../../../app/domain/calendar/back-off.ts';
import { STANDARD_PACE } from '../../../app/pace.ts';

it('doubles from five seconds to ten minutes', () => {
  expect([1, 2, 3, 7, 8, 30].map((tries) => backOffMs(STANDARD_PACE.backOff, tries, 0.5) / 1000)).toEqual([
    5, 10, 20, 320, 600, 600,
  ]);
});

it('is jittered by a quarter either way', () => {
  expect(backOffMs(STANDARD_PACE.backOff, 1, 0)).toBe(3_750);
  expect(backOffMs(STANDARD_PACE.backOff, 1, 1)).toBe(6_250);
});

it('ends after about an hour and a half', () => {
  const pauses = Array.from({ length: TRY_LIMIT - 1 }, (_, index) => backOffMs(STANDARD_PACE.backOff, index + 1, 0.5));
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(1);
  expect(hours).toBeLessThan(2);
});

it('ends within minutes for answers that say nothing', () => {
  const pauses = Array.from({ length: UNREADABLE_LIMIT - 1 }, (_, index) =>
    backOffMs(STANDARD_PACE.backOff, index + 1, 1),
  );
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(5 * 60_000);
});

it.each([
  ['at once', '12:00:00', 15],
  ['half a minute ago', '11:59:30', 15],
  ['a minute ago', '11:59:00', 30],
  ['ten minutes ago', '11:50:00', 300],
  ['twenty minutes ago', '11:40:00', 600],
  ['hours ago', '09:00:00', 600],
])('an account that was paused %s is tried again half as long after', (_, pausedAt, seconds) => {
  const now = new Date('2026-03-02T12:00:00Z');
  expect(recheckMs(STANDARD_PACE.suspicion, new Date(`2026-03-02T${pausedAt}Z`), now) / 1000).toBe(seconds);
});
