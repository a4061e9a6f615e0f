import { expect, test } from 'vitest';
import { manualClock, scaledClock, systemClock } from '../../sandbox/clock.ts';

const START = new Date('2026-11-20T12:00:00Z');

test('a manual clock stands still until it is advanced', () => {
  const clock = manualClock(START);
  expect(clock.now()).toEqual(START);
  clock.advance(1_500);
  expect(clock.now()).toEqual(new Date('2026-11-20T12:00:01.500Z'));
});

test('what a manual clock has told does not change with it', () => {
  const clock = manualClock(START);
  const before = clock.now();
  clock.advance(1_000);
  expect(before).toEqual(START);
});

test('a scaled clock starts at the present of its base and runs so many times as fast', () => {
  const base = manualClock(START);
  const clock = scaledClock(60, base);
  expect(clock.now()).toEqual(START);
  base.advance(1_000);
  expect(clock.now()).toEqual(new Date('2026-11-20T12:01:00Z'));
});

test('the system clock tells the present', () => {
  const before = Date.now();
  const told = systemClock.now().getTime();
  expect(told).toBeGreaterThanOrEqual(before);
  expect(told).toBeLessThanOrEqual(Date.now());
});
