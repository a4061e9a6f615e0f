import type { Clock } from '../../clock.ts';

export interface ThrottleStatus {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
}

/** What a plan allows; by default what Shopify gives a Standard shop. */
export interface QueryLimits {
  /** Points a full bucket holds. */
  readonly maximum?: number;
  /** Points that come back each second. */
  readonly restoreRate?: number;
  /** Points one query may ask for. */
  readonly maxQueryCost?: number;
}

/** The leaky bucket of query points that Shopify keeps for each app in each shop; the clock refills it. */
export class ThrottleBucket {
  readonly #clock: Clock;
  readonly #maximum: number;
  readonly #restoreRate: number;
  #available: number;
  #filledAt: number;

  readonly maxQueryCost: number;

  constructor(clock: Clock, { maximum = 2000, restoreRate = 100, maxQueryCost = 1000 }: QueryLimits = {}) {
    this.maxQueryCost = maxQueryCost;
    this.#clock = clock;
    this.#maximum = maximum;
    this.#restoreRate = restoreRate;
    this.#available = maximum;
    this.#filledAt = clock.now().getTime();
  }

  get status(): ThrottleStatus {
    const now = this.#clock.now().getTime();
    const restored = (Math.max(0, now - this.#filledAt) / 1000) * this.#restoreRate;
    this.#available = Math.min(this.#maximum, this.#available + restored);
    this.#filledAt = now;
    return {
      maximumAvailable: this.#maximum,
      currentlyAvailable: Math.floor(this.#available),
      restoreRate: this.#restoreRate,
    };
  }

  /** Whether the bucket holds what a query asks for. */
  affords(points: number): boolean {
    return this.status.currentlyAvailable >= points;
  }

  /** Takes what the query really used. */
  spend(points: number): ThrottleStatus {
    this.#available = Math.max(0, this.status.currentlyAvailable - points);
    return this.status;
  }

  drain(): void {
    this.spend(this.#maximum);
  }
}
