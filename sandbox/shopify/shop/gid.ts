/** Global ids of the Admin API: `gid://shopify/Order/6041792330001`. */

/** Issues ids that never repeat, even after a restart, because the first number comes from the time in milliseconds. */
export class GidSequence {
  #last: number;

  /** @param start the first number; by default 13 digits made from the time, about as long as Shopify's own */
  constructor(start: number) {
    this.#last = start - 1;
  }

  next(type: string): string {
    this.#last += 1;
    return `gid://shopify/${type}/${this.#last}`;
  }
}

/** The number inside a gid, as the REST-shaped webhook bodies contain it. A query string (`?…`) of a gid is dropped. */
export function numericId(gid: string): number {
  return Number(/\/(\d+)(\?.*)?$/.exec(gid)?.[1] ?? Number.NaN);
}

export function isGid(text: string): boolean {
  return /^gid:\/\/shopify\/[A-Za-z]+\/[^/\s]+$/.test(text);
}
