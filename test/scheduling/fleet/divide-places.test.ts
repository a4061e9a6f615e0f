import { describe, expect, it } from 'vitest';
import { dividePlaces, takePlaces, type Shares } from '../../../app/scheduling/fleet/divide-places.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';

const divided = (limit: number, wants: Readonly<Record<string, number>>) =>
  Object.fromEntries(dividePlaces(limit, new Map(Object.entries(wants))));

describe('places are divided', () => {
  it.each([
    ['all to one that is alone, however little it wants', 20, { a: 1 }, { a: 20 }],
    ['evenly among those that want more than there is', 20, { a: 20, b: 20, c: 20 }, { a: 7, b: 7, c: 6 }],
    ['so that one who wants little leaves its part to the others', 20, { a: 20, b: 20, c: 2 }, { a: 9, b: 9, c: 2 }],
    ['with what nobody wants to everybody who wants something', 9, { a: 1, b: 1, c: 0 }, { a: 5, b: 4, c: 0 }],
    ['one by one where there are fewer places than processes', 2, { a: 5, b: 5, c: 5 }, { a: 1, b: 1, c: 0 }],
    ['to nobody where nobody wants any', 5, { a: 0, b: 0 }, { a: 0, b: 0 }],
  ])('%s', (_what, limit, wants, places) => {
    expect(divided(limit, wants)).toEqual(places);
  });
});

const share = (places: number, until = 1_000) => ({ places, wants: places, until });

describe('a process takes its places', () => {
  const take = (shares: Shares, mine: { wants: number; underWay?: number }, now = 0) => {
    const { wants, underWay = 0 } = mine;
    return takePlaces(shares, { id: 'me', wants, underWay, until: 2_000 }, { limit: 10, now });
  };

  it('and leaves those that another has not given back yet', () => {
    expect(take({ other: share(10) }, { wants: 10 })).toMatchObject({ usable: 0, total: 10 });
    expect(take({ other: share(7) }, { wants: 10 })).toMatchObject({ usable: 3, total: 10 });
  });

  it('and gives back what another wants, as soon as no call uses it', () => {
    const waiting = { other: { places: 0, wants: 10, until: 1_000 } };
    const busy = take({ me: share(10), ...waiting }, { wants: 10, underWay: 8 });
    expect(busy).toMatchObject({ usable: 5, total: 8, shares: { me: { places: 8 } } });
    const after = take(busy.shares, { wants: 10, underWay: 5 });
    expect(after).toMatchObject({ usable: 5, shares: { me: { places: 5 } } });
  });

  it('of a process whose lease has ended', () => {
    expect(take({ dead: share(10, 499) }, { wants: 10 }, 500)).toMatchObject({ usable: 10, total: 10 });
  });

  it('and removes its row when it wants none', () => {
    expect(take({ me: share(4), other: share(6) }, { wants: 0 }).shares).toEqual({ other: share(6) });
  });
});

it('no order of events lets processes have more calls under way than the limit', () => {
  const processes = ['a', 'b', 'c', 'd'];
  const event = fc.record({
    id: fc.constantFrom(...processes),
    kind: fc.constantFrom('exchange', 'begin', 'begin', 'end'),
    wants: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(event, { maxLength: 200 }), (limit, events) => {
      let shares: Shares = {};
      const known = new Map(processes.map((id) => [id, { usable: 0, underWay: 0 }]));
      for (const { id, kind, wants } of events) {
        const mine = known.get(id);
        if (!mine) continue;
        if (kind === 'begin' && mine.underWay < mine.usable) mine.underWay += 1;
        if (kind === 'end' && mine.underWay > 0) mine.underWay -= 1;
        if (kind === 'exchange') {
          const { underWay } = mine;
          const taken = takePlaces(shares, { id, wants, underWay, until: Infinity }, { limit, now: 0 });
          ({ shares } = taken);
          mine.usable = taken.usable;
        }
        const underWay = [...known.values()].reduce((sum, each) => sum + each.underWay, 0);
        expect(underWay).toBeLessThanOrEqual(limit);
      }
    }),
    propertyRuns(2_000),
  );
});
