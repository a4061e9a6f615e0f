import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

/**
 * What the timers call that were started since the guards were set up. Where they were started would take too long to
 * write down for each. Ended ones are dropped whenever so many have come together.
 */
const begun = new Map<NodeJS.Timeout, unknown>();
const MANY = 1_000;
let dropAt = MANY;
/** Pauses of `node:timers/promises` that have not ended. */
const pauses = new Map<Promise<unknown>, Error>();
/** The innermost calls that say where a pause was started. */
const CALLS = 8;
/** As much of a timer's code as is told. */
const CODE_LENGTH = 200;
/** Remix keeps a timer of five seconds for each page that it has served, and nothing can end it sooner. */
const KEPT_BY_REMIX = 'controller.abort(new Error("Server Timeout"))';
let isWatching = false;

/**
 * From now on every timer of the program and of the tests is recorded. Vitest keeps the original functions for itself,
 * so its own timers are not recorded.
 */
export function watchTimers(): void {
  if (isWatching) return;
  isWatching = true;
  const watched = {
    setTimeout: watching(globalThis.setTimeout),
    setInterval: watching(globalThis.setInterval),
  };
  Object.assign(globalThis, watched);
  Object.assign(timers, watched);
  const { setTimeout: pause } = promises;
  promises.setTimeout = (delay, value, options) => {
    const paused = pause(delay, value, options);
    if (options?.ref === false) return paused;
    pauses.set(paused, whereItBegan());
    const forget = () => pauses.delete(paused);
    paused.then(forget, forget);
    return paused;
  };
  syncBuiltinESMExports();
}

/** The code that each timer will run that keeps this process alive now, or where the pause was started. */
export function openTimers(): string[] {
  dropEnded();
  const codes = Array.from(begun.values(), String).filter((code) => !code.includes(KEPT_BY_REMIX));
  return [
    ...codes.map((code) => code.slice(0, CODE_LENGTH)),
    ...Array.from(pauses.values(), ({ stack = '' }) => stack.split('\n').slice(3).join('\n')),
  ];
}

/** Vitest has a hundred calls written down for each error, which is too slow for each pause. */
function whereItBegan(): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = CALLS;
  const where = new Error('begun here');
  Error.stackTraceLimit = stackTraceLimit;
  return where;
}

function watching<Begin extends typeof setTimeout | typeof setInterval>(begin: Begin): Begin {
  return new Proxy(begin, {
    apply(target, self, given) {
      const timer: NodeJS.Timeout = Reflect.apply(target, self, given);
      begun.set(timer, given[0]);
      if (begun.size > dropAt) dropEnded();
      return timer;
    },
  });
}

/** Node marks a timer that has fired or was cleared, but has no public way to ask. */
function dropEnded(): void {
  for (const timer of begun.keys())
    if (!timer.hasRef() || Reflect.get(timer, '_destroyed') === true) begun.delete(timer);
  dropAt = Math.max(MANY, 2 * begun.size);
}
