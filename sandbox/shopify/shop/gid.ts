/** Global ids of the Admin API: `gid://shopify/Order/6041792330001`. */

/** Hands out ids that never repeat, also over restarts: the number starts from the time in milliseconds. */
export class GidSequence {
  #last: number;

  /** @param start the first number; by default 13 digits made from the time, as Shopify's own are about this long */
  constructor(start: number) {
    this.#last = start - 1;
  }

  next(type: string): string {
    this.#last += 1;
    return `gid://shopify/${type}/${this.#last}`;
  }
}

/** The number inside a gid, as the REST-shaped webhook bodies carry it; query strings (`?…`) of a gid are dropped. */
export function numericId(gid: string): number {
  return Number(/\/(\d+)(\?.*)?$/.exec(gid)?.[1] ?? Number.NaN);
}

export function isGid(text: string): boolean {
  return /^gid:\/\/shopify\/[A-Za-z]+\/[^/\s]+$/.test(text);
}
