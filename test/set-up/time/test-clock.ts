/**
 * Sets where the clocks of a test run start: `TEST_CLOCK='2026-03-28T23:58:30-03:00[America/Asuncion]' npm test`. Every
 * test file, with the processes that it starts, begins at that moment, and time passes from there. The name in brackets
 * is their zone. Without the variable, they use the machine's clock and zone. PostgreSQL and measurements of durations
 * always use the machine's clock. Import this module before anything that asks for the time.
 */
import { readTestStart, type TestStart } from './test-start.ts';

declare global {
  /** The original `Date`; undefined until a clock is set. */
  var machineDate: typeof Date | undefined;
}

const Machine = (globalThis.machineDate ??= Date);
const shiftMs = Number(process.env.TEST_CLOCK_SHIFT_MS ?? shiftTo(readTestStart(process.env.TEST_CLOCK)));
globalThis.Date = shiftMs === 0 ? Machine : shiftedDate();

/**
 * Environment variables that give a process of a test the clock and zone of the test.
 *
 * @param aheadMs how many milliseconds the test has advanced its own clock
 */
export function clockVariables(aheadMs: number): Readonly<Record<string, string>> {
  const { TZ } = process.env;
  return { TEST_CLOCK_SHIFT_MS: String(shiftMs + aheadMs), ...(TZ ? { TZ } : {}) };
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
