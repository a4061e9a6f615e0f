import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

/** Timers started since the guards were set up. Ended ones are dropped from time to time. */
const begun = new Map<NodeJS.Timeout, Error>();
/** Pauses of `node:timers/promises` that have not ended. */
const pauses = new Map<Promise<unknown>, Error>();
const MANY = 1_000;

/**
 * From now on every timer of the program and of the tests is recorded. Vitest keeps the original functions for itself,
 * so its own timers are not recorded.
 */
export function watchTimers(): void {
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
    pauses.set(paused, new Error('begun here'));
    const forget = () => pauses.delete(paused);
    paused.then(forget, forget);
    return paused;
  };
  syncBuiltinESMExports();
}

/** Where the timers were started that keep this process alive now. */
export function openTimers(): string[] {
  dropEnded();
  return [...begun.values(), ...pauses.values()].map(({ stack }) => (stack ?? '').split('\n').slice(2, 8).join('\n'));
}

function watching<Begin extends typeof setTimeout | typeof setInterval>(begin: Begin): Begin {
  return new Proxy(begin, {
    apply(target, self, given) {
      const timer: NodeJS.Timeout = Reflect.apply(target, self, given);
      begun.set(timer, new Error('begun here'));
      if (begun.size > MANY) dropEnded();
      return timer;
    },
  });
}

/** Node marks a timer that has fired or was cleared, but has no public way to ask. */
function dropEnded(): void {
  for (const timer of begun.keys())
    if (!timer.hasRef() || Reflect.get(timer, '_destroyed') === true) begun.delete(timer);
}
