import type { Clock } from '../../clock.ts';

export interface ThrottleStatus {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
}

/** The limits of a plan. The default is what Shopify gives a Standard shop. */
export interface QueryLimits {
  /** Points that a full bucket contains. */
  readonly maximum?: number;
  /** Points that are restored each second. */
  readonly restoreRate?: number;
  /** The most points that one query may request. */
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

  /** Whether the bucket contains the points that a query requests. */
  affords(points: number): boolean {
    return this.status.currentlyAvailable >= points;
  }

  /** Removes the points that the query really used. */
  spend(points: number): ThrottleStatus {
    this.#available = Math.max(0, this.status.currentlyAvailable - points);
    return this.status;
  }

  drain(): void {
    this.spend(this.#maximum);
  }
}
