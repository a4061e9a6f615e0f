/** The part that one process has of an operator account's calls. */
export interface Share {
  /** The calls that it may have under way at once. */
  readonly places: number;
  /** The calls that it would have under way if it were alone. */
  readonly wants: number;
  /** Whether it has more work than its thread can do, so that others should help. */
  readonly isBusy: boolean;
  /** Milliseconds since 1970 by the database's clock: a process that has not renewed its share by then is dead. */
  readonly until: number;
}

export type Demand = Pick<Share, 'places' | 'wants' | 'isBusy'>;

export type Shares = Readonly<Record<string, Share>>;

/**
 * Divides the places of an account among processes. Each process that wants a place gets one before any gets a second.
 * Then the one that has the most gets all that it wants, unless it is busy: a process that makes all calls of an account
 * shares its statements and connections among them, so several processes would do the same work for more. Places that
 * no process wants are divided too, so that a process with a burst of calls already has them. A process that wants
 * nothing gets nothing.
 *
 * @param demands what each process wants and has, by its id
 */
export function dividePlaces(limit: number, demands: ReadonlyMap<string, Demand>): ReadonlyMap<string, number> {
  const places = new Map([...demands.keys()].sort().map((id) => [id, 0]));
  let left = limit;
  const giveOneEach = (deserves: (id: string, given: number) => boolean): boolean => {
    const before = left;
    for (const [id, given] of places) {
      if (left === 0 || !deserves(id, given)) continue;
      places.set(id, given + 1);
      left -= 1;
    }
    return left > 0 && left < before;
  };
  const wants = (id: string) => demands.get(id)?.wants ?? 0;
  const has = (id: string) => demands.get(id)?.places ?? 0;
  const [first = ''] = [...places.keys()].sort((one, other) => has(other) - has(one));
  const comesFirst = (id: string) => id === first && has(id) > 0 && !demands.get(id)?.isBusy;
  giveOneEach((id) => wants(id) > 0);
  while (giveOneEach((id, given) => comesFirst(id) && given < wants(id)));
  while (giveOneEach((id, given) => given < wants(id)));
  while (giveOneEach((id) => wants(id) > 0));
  return places;
}

/**
 * The shares after one process has taken its part. It takes no place that another still has: who has too many gives
 * them back when it renews its own share.
 *
 * @param mine.underWay calls that are under way now, which keep their places
 * @param mine.until as in `Share`
 * @returns `usable`: the calls that the process may have under way from now on; `isServed`: another has places
 *   that an even division would give to this process, which should leave the work to it
 */
export function takePlaces(
  shares: Shares,
  mine: { id: string; wants: number; isBusy: boolean; underWay: number; until: number },
  { limit, now }: { limit: number; now: number },
): { readonly shares: Shares; readonly usable: number; readonly total: number; readonly isServed: boolean } {
  const others = Object.entries(shares).filter(([id, { until }]) => id !== mine.id && until > now);
  const taken = others.reduce((sum, [, { places }]) => sum + places, 0);
  const { id, wants, isBusy, until } = mine;
  const demands = [...others, [id, { places: shares[id]?.places ?? 0, wants, isBusy }] as const];
  const partOf = (given: readonly (readonly [string, Demand])[]) => dividePlaces(limit, new Map(given)).get(id) ?? 0;
  const due = partOf(demands);
  const even = partOf(demands.map(([each, demand]) => [each, { ...demand, places: 0 }] as const));
  const usable = Math.max(0, Math.min(due, limit - taken));
  const places = Math.max(usable, mine.underWay);
  const isGone = places === 0 && wants === 0;
  return {
    shares: Object.fromEntries([...others, ...(isGone ? [] : [[id, { places, wants, isBusy, until }] as const])]),
    usable,
    total: taken + places,
    isServed: due < even,
  };
}
