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
    const calls = this.#calls.get(account) ?? [];
    const recent = calls.findIndex((at) => at > now - MINUTE);
    if (recent !== 0) calls.splice(0, recent < 0 ? calls.length : recent);
    const admitted = calls.length < this.#perMinute;
    if (admitted) calls.push(now);
    this.#calls.set(account, calls);
    return admitted;
  }

  clear(): void {
    this.#calls.clear();
  }
}
