/**
 * Sets where the clocks of a test run start: `TEST_CLOCK='2026-03-28T23:58:30-03:00[America/Asuncion]' npm test`. Every
 * test file, with the processes that it starts, begins at that moment, and time passes from there. The name in brackets
 * is their zone, and their databases follow them. Without the variable, they use the machine's clock and zone.
 * Measurements of durations always use the machine's clock. Import this module before anything that asks for the time.
 */
import { readTestStart, type TestStart } from './test-start.ts';

declare global {
  /** The original `Date`; undefined until a clock is set. */
  var machineDate: typeof Date | undefined;
  /** How many milliseconds the clock is ahead of the machine's. Each test file sets it anew, in a worker that it may share. */
  var testClockShiftMs: number | undefined;
}

const Machine = (globalThis.machineDate ??= Date);
const shiftMs = Number(process.env.TEST_CLOCK_SHIFT_MS ?? shiftTo(readTestStart(process.env.TEST_CLOCK)));
globalThis.testClockShiftMs = shiftMs;
globalThis.Date = shiftMs === 0 ? Machine : shiftedDate();

/** How many milliseconds the clock of this process is ahead of the machine's. */
export const clockShiftMs = (): number => globalThis.testClockShiftMs ?? 0;

/**
 * Environment variables that give a process of a test the clock and zone of the test.
 *
 * @param aheadMs how many milliseconds the test has advanced its own clock
 */
export function clockVariables(aheadMs: number): Readonly<Record<string, string>> {
  const { TZ } = process.env;
  return { TEST_CLOCK_SHIFT_MS: String(clockShiftMs() + aheadMs), ...(TZ ? { TZ } : {}) };
}

function shiftTo(start: TestStart | null): number {
  return start ? start.at - Machine.now() : 0;
}

function shiftedDate(): typeof Date {
  const now = () => Machine.now() + shiftMs;
  return new Proxy(Machine, {
    construct: (target, given: readonly unknown[], newTarget: typeof Date) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    apply: () => new Machine(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
