import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

/** Timers begun since the guards stand; those that have ended are dropped from time to time. */
const begun = new Set<NodeJS.Timeout>();
/** Pauses of `node:timers/promises` that are under way. */
const pauses = new Set<Promise<unknown>>();
const MANY = 1_000;

/**
 * From now on the timers of the program and of the tests are known one by one. Vitest keeps the functions of before for
 * itself, so that its own timers are not taken for theirs.
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
    pauses.add(paused);
    const forget = () => pauses.delete(paused);
    paused.then(forget, forget);
    return paused;
  };
  syncBuiltinESMExports();
}

/** How many of them keep this process alive now. */
export function openTimers(): number {
  dropEnded();
  return begun.size + pauses.size;
}

function watching<Begin extends typeof setTimeout | typeof setInterval>(begin: Begin): Begin {
  return new Proxy(begin, {
    apply(target, self, given) {
      const timer: NodeJS.Timeout = Reflect.apply(target, self, given);
      begun.add(timer);
      if (begun.size > MANY) dropEnded();
      return timer;
    },
  });
}

/** Node marks a timer that has fired or was cleared; nothing public tells. */
function dropEnded(): void {
  for (const timer of begun) if (!timer.hasRef() || Reflect.get(timer, '_destroyed') === true) begun.delete(timer);
}
