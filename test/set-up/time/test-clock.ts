/**
 * Where the clocks of a test run start: `TEST_CLOCK='2026-03-28T23:58:30-03:00[America/Asuncion]' npm test`. Every test
 * file, with the processes that it starts, begins there and goes on from there; the name in brackets is the zone that they
 * are in. Without the variable, the clocks and the zone are the machine's. PostgreSQL, and what measures how long something
 * takes, keep the machine's clock. It has to be imported before anything that asks for the time.
 */
import { readTestStart, type TestStart } from './test-start.ts';

declare global {
  /** What `Date` was before a clock was set. */
  var machineDate: typeof Date | undefined;
}

const Machine = (globalThis.machineDate ??= Date);
const shiftMs = Number(process.env.TEST_CLOCK_SHIFT_MS ?? shiftTo(readTestStart(process.env.TEST_CLOCK)));
globalThis.Date = shiftMs === 0 ? Machine : shiftedDate();

/**
 * For a process that a test starts: its clock and its zone are those of the test.
 *
 * @param aheadMs how far the test has advanced its own clock
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
