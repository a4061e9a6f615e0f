import { expect, it } from 'vitest';
import { backOffMs, TRY_LIMIT, UNREADABLE_LIMIT } from '../../../app/domain/calendar/back-off.ts';
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
