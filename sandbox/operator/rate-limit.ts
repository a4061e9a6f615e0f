import type { Clock } from '../clock.ts';

const MINUTE = 60_000;

/** Allows `perMinute` calls of one account in any minute of the clock. Refused calls do not count. */
export class RateLimit {
  readonly #clock: Clock;
  readonly #perMinute: number;
  readonly #calls = new Map<string, number[]>();

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Counts a call. Returns false when the limit is exceeded. */
  admit(account: string): boolean {
    const now = this.#clock.now().getTime();
    const recent = (this.#calls.get(account) ?? []).filter((at) => at > now - MINUTE);
    const admitted = recent.length < this.#perMinute;
    if (admitted) recent.push(now);
    this.#calls.set(account, recent);
    return admitted;
  }

  clear(): void {
    this.#calls.clear();
  }
}
