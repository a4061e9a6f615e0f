import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../app/logging.ts';
import type { Pace } from '../../../app/pace.ts';
import { openDatabase, type Database } from '../../../app/persistence/database.ts';
import { createCallLimits, CallsPausedError, type CallLimits } from '../../../app/scheduling/call-limits.ts';
import { createFleetShares, type FleetShares } from '../../../app/scheduling/fleet/fleet-shares.ts';
import { readLimits } from '../../../app/scheduling/fleet/limit-rows.ts';
import { TEST_PACE } from '../../set-up/time/pace.ts';
import { until } from '../../set-up/time/until.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const MOST = 6;
const PACE: Pace = {
  ...TEST_PACE,
  operator: { ...TEST_PACE.operator, timeoutMs: 300 },
  fleet: {
    beatMs: 50,
    leaseMarginMs: 700,
    leaseMarginLimitMs: 5_000,
    waitLimitMs: 10_000,
  },
};

class Throttled extends Error {}

const { database, testDatabase } = await useDatabase();
const processes: { limits: CallLimits; shares: FleetShares }[] = [];

afterEach(async () => {
  for (const { shares } of processes.splice(0)) await shares.close();
  await database.callLimit.deleteMany();
});

/** What one process has of the limits. */
function startProcess({ given = database, fleet = {} }: { given?: Database; fleet?: Partial<Pace['fleet']> } = {}) {
  const pace: Pace = { ...PACE, fleet: { ...PACE.fleet, ...fleet } };
  const now = () => new Date();
  const logger = createLogger('silent');
  const shares = createFleetShares({ database: given, logger, pace, now, limit: MOST });
  const limits = createCallLimits({
    limit: MOST,
    times: pace.calls,
    now,
    random: () => 0.5,
    judge: (error) => (error instanceof Throttled ? { result: 'throttled', retryAfterMs: 60_000 } : null),
    fleet: { shares, times: pace.fleet, callLimitMs: pace.operator.timeoutMs },
  });
  processes.push({ limits, shares });
  return { limits, shares };
}

/** Counts the calls that are under way in all processes. */
function operatorThat(answers: () => Promise<void>) {
  const seen = { underWay: 0, limit: 0, calls: 0 };
  const call = async () => {
    seen.underWay += 1;
    seen.calls += 1;
    seen.limit = Math.max(seen.limit, seen.underWay);
    await answers().finally(() => (seen.underWay -= 1));
  };
  return { seen, call };
}

const sharesSchema = z.record(z.string(), z.object({ places: z.number(), until: z.number() }));
const sharesOf = async (id: string) => {
  const row = await database.callLimit.findUnique({ where: { key: id } });
  return Object.values(sharesSchema.parse(row?.shares ?? {}));
};

it('three processes together never pass the limit, and use all of it', async () => {
  const { seen, call } = operatorThat(() => pause(20));
  const all = [startProcess(), startProcess(), startProcess()];
  await Promise.all(all.flatMap(({ limits }) => Array.from({ length: 60 }, () => limits.call('account', call))));
  expect(seen.calls).toBe(180);
  expect(seen.limit).toBe(MOST);
});

it('a process that is alone has all places at once, and gives them back when it has nothing to do', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { seen, call } = operatorThat(() => ended);
  const { limits } = startProcess();
  const calls = Array.from({ length: 3 * MOST }, () => limits.call('account', call));
  await until('all places in use', () => seen.underWay === MOST);
  end();
  await Promise.all(calls);
  expect(seen.limit).toBe(MOST);
  await until('no share left', async () => (await sharesOf('account')).length === 0);
});

it('a process gives its places back although a beat passes before the database has answered the first time', async () => {
  const { call } = operatorThat(() => Promise.resolve());
  const { limits } = startProcess({ fleet: { beatMs: 1 } });
  await limits.call('account', call);
  await until('no share left', async () => (await sharesOf('account')).length === 0);
});

describe('a process that renews its share too late for its lease', () => {
  /** Its answers reach the process so much later. */
  const lateBy = (ms: number) =>
    new Proxy(database, {
      get: (target, name) =>
        name === '$queryRaw'
          ? async (...query: Parameters<Database['$queryRaw']>) => {
              const answer = await target.$queryRaw(...query);
              await pause(ms);
              return answer;
            }
          : (Reflect.get(target, name) as unknown),
    });

  it('makes its calls under a longer one', async () => {
    const { seen, call } = operatorThat(() => pause(5));
    const { limits } = startProcess({ given: lateBy(100), fleet: { leaseMarginMs: 50 } });
    await Promise.all(Array.from({ length: 2 * MOST }, () => limits.call('account', call)));
    expect(seen.calls).toBe(2 * MOST);
  });

  it('takes a lease of a limited length', async () => {
    const fleet = { leaseMarginMs: 50, leaseMarginLimitMs: 200, waitLimitMs: 3_000 };
    const { limits } = startProcess({ given: lateBy(1_000), fleet });
    const refused = expect(limits.call('account', () => Promise.resolve())).rejects.toThrow(CallsPausedError);
    const leases: number[] = [];
    await until('a renewal that knows how long the first one took', async () => {
      const { rows, databaseNow } = await readLimits(database, ['account']);
      const [row] = rows;
      const [share] = Object.values(row?.shares ?? {});
      if (share) leases.push(share.until - databaseNow);
      return (row?.version ?? 0) >= 2;
    });
    expect(Math.max(...leases)).toBeLessThanOrEqual(PACE.operator.timeoutMs + fleet.leaseMarginLimitMs);
    await refused;
  });
});

it('a process that joins has its part as soon as the first has given it back', async () => {
  let isOver = false;
  const { seen, call } = operatorThat(() => pause(5));
  /** Works like a claim loop: it starts what there is room for. */
  const keepCalling = async ({ limits }: ReturnType<typeof startProcess>, made: { calls: number }) => {
    const callOnce = async () => {
      await limits.call('account', call);
      made.calls += 1;
    };
    while (!isOver) {
      const room = Math.max(0, limits.room('hand-over', 'account'));
      const some = Array.from({ length: room }, () => limits.occupy('hand-over', 'account', callOnce));
      await Promise.all([...some, pause(5)]);
    }
  };
  const [ofFirst, ofSecond] = [{ calls: 0 }, { calls: 0 }];
  const firstWorks = keepCalling(startProcess(), ofFirst);
  await until('the first has all places', () => ofFirst.calls > 3 * MOST);
  const secondWorks = keepCalling(startProcess(), ofSecond);
  await until('each has half of them', async () =>
    (await sharesOf('account')).every(({ places }, _, { length }) => length === 2 && places === MOST / 2),
  );
  const before = { first: ofFirst.calls, second: ofSecond.calls };
  await until('both call', () => ofFirst.calls > before.first + MOST && ofSecond.calls > before.second + MOST);
  isOver = true;
  await Promise.all([firstWorks, secondWorks]);
  expect(seen.limit).toBe(MOST);
});

it('a process that dies gives its places back when its lease ends', async () => {
  const doomed = openDatabase(testDatabase.url, TEST_PACE.database, { connections: 1 });
  const dead = startProcess({ given: doomed });
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const held = Array.from({ length: MOST }, () => dead.limits.call('account', () => ended));
  await until('all places taken', async () => (await sharesOf('account'))[0]?.places === MOST);
  await doomed.$disconnect(); // it renews no more
  const [lease] = await sharesOf('account'); // by the database's clock
  const { seen, call } = operatorThat(() => Promise.resolve());
  await startProcess().limits.call('account', call);
  expect(seen.calls).toBe(1);
  expect((await readLimits(database, [])).databaseNow).toBeGreaterThanOrEqual(lease?.until ?? Infinity);
  end();
  await Promise.all(held);
});

it('no call begins after the others count its lease as ended, although the database answers late', async () => {
  const LATE_MS = 1_000;
  const late = new Proxy(database, {
    get: (target, name) =>
      name === '$queryRaw'
        ? async (...statement: Parameters<Database['$queryRaw']>) => {
            const rows: unknown = await target.$queryRaw(...statement);
            await pause(LATE_MS);
            return rows;
          }
        : (Reflect.get(target, name) as unknown),
  });
  const { limits } = startProcess({ given: late, fleet: { leaseMarginMs: 1_200 } });
  const leftMs = await limits.call('account', async () => {
    const [lease] = await sharesOf('account');
    return (lease?.until ?? 0) - (await readLimits(database, [])).databaseNow;
  });
  expect(leftMs).toBeGreaterThan(0);
});

it('a 429 that one process gets makes all rest, and slows them down once', async () => {
  const [one, other] = [startProcess(), startProcess()];
  const { call } = operatorThat(() => pause(5));
  await Promise.all([one, other].map(({ limits }) => limits.call('account', call)));
  let begun = 0;
  const refused = async () => {
    begun += 1;
    await until('all of them under way', () => begun === 4);
    await pause(20); // all of them have begun before the first is refused, by a clock of milliseconds
    throw new Throttled();
  };
  const burst = [one, one, other, other].map(({ limits }) => limits.call('account', refused));
  for (const { status } of await Promise.allSettled(burst)) expect(status).toBe('rejected');
  const row = await database.callLimit.findUniqueOrThrow({ where: { key: 'account' } });
  expect(row.restUntil?.getTime()).toBeGreaterThan(Date.now() - 1_000);
  expect(row.pace).toMatchObject({ betweenMs: PACE.calls.firstBetweenMs });
  const third = startProcess();
  await expect(third.limits.call('account', call)).rejects.toThrow(CallsPausedError);
});
