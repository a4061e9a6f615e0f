/** The part that one process has of an operator account's calls. */
export interface Share {
  /** The calls that it may have under way at once. */
  readonly places: number;
  /** The calls that it would have under way if it were alone. */
  readonly wants: number;
  /** Milliseconds since 1970 by the database's clock: a process that has not renewed its share by then is dead. */
  readonly until: number;
}

export type Shares = Readonly<Record<string, Share>>;

/**
 * Divides the places of an account evenly among processes: each that wants a place gets one before any gets a second.
 * Places that no process wants are divided too, so that a process with a burst of calls already has them. A process that
 * wants nothing gets nothing.
 *
 * @param wants what each process wants, by its id
 */
export function dividePlaces(limit: number, wants: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const wanting = [...wants].filter(([, count]) => count > 0).sort(([one], [other]) => (one < other ? -1 : 1));
  const places = new Map([...wants.keys()].map((id) => [id, 0]));
  let left = limit;
  const giveOneEach = (isLeftOver: boolean): boolean => {
    const before = left;
    for (const [id, count] of wanting) {
      const given = places.get(id) ?? 0;
      if (left === 0 || (!isLeftOver && given >= count)) continue;
      places.set(id, given + 1);
      left -= 1;
    }
    return left > 0 && left < before;
  };
  while (giveOneEach(false));
  while (giveOneEach(true));
  return places;
}

/**
 * The shares after one process has taken its part. It takes no place that another still has: who has too many gives
 * them back when it renews its own share.
 *
 * @param mine.underWay calls that are under way now, which keep their places
 * @param mine.until as in `Share`
 * @returns `usable`: the calls that the process may have under way from now on; `total`: those of all processes
 */
export function takePlaces(
  shares: Shares,
  mine: { id: string; wants: number; underWay: number; until: number },
  { limit, now }: { limit: number; now: number },
): { readonly shares: Shares; readonly usable: number; readonly total: number } {
  const { id, wants, underWay, until } = mine;
  const others = Object.entries(shares).filter(([other, share]) => other !== id && share.until > now);
  const taken = others.reduce((sum, [, { places }]) => sum + places, 0);
  const demands = new Map(others.map(([other, share]) => [other, share.wants]));
  const due = dividePlaces(limit, demands.set(id, wants)).get(id) ?? 0;
  const usable = Math.max(0, Math.min(due, limit - taken));
  const places = Math.max(usable, underWay);
  const isGone = places === 0 && wants === 0;
  return {
    shares: Object.fromEntries([...others, ...(isGone ? [] : [[id, { places, wants, until }] as const])]),
    usable,
    total: taken + places,
  };
}
