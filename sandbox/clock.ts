/**
 * The sandbox's clock. The sandbox never asks the system for the time directly, so that a test or a demo can control
 * it.
 */
export interface Clock {
  now(): Date;
}

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export const systemClock: Clock = { now: () => new Date() };

/** Starts at the present of `base`, and runs `factor` times as fast from there. */
export function scaledClock(factor: number, base: Clock = systemClock): Clock {
  const start = base.now().getTime();
  return { now: () => new Date(start + (base.now().getTime() - start) * factor) };
}

/** A clock that stays at `start` until it is advanced. */
export function manualClock(start: Date): ManualClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms;
    },
  };
}
