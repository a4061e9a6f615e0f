import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claimDueReads, recordReadWithoutNews } from '../../../app/deliveries/delivery-store.ts';
import { openDatabase, type Database } from '../../../app/persistence/database.ts';
import { createTestDatabase } from '../../set-up/database/database.ts';
import { strayReads } from '../../set-up/database/stray-reads.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';
import { TEST_PACE } from '../../set-up/time/pace.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'planned-reads.myshopify.com';
const ACCOUNTS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const now = new Date();
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const claim = (database: Database, limit = 100) =>
  claimDueReads(database, { now, leaseMs: 60_000, limit, rooms: { known: {}, others: limit }, afterAccount: null });

const { database, testDatabase } = await useDatabase();

beforeAll(async () => {
  await prepare(database);
});

afterEach(async () => {
  await database.delivery.deleteMany();
});

async function prepare(database: Database): Promise<void> {
  for (const id of ACCOUNTS) {
    const token = { tokenEncrypted: '', tokenFingerprint: id, tokenLastFour: 'last' };
    await database.operatorAccount.create({ data: { id, environment: 'production', ...token } });
  }
  await database.shop.create({ data: { domain: SHOP } });
}

interface Planned {
  readonly nextReadAt: Date | null;
  readonly operatorAccountId: string | null;
  readonly recordSeen?: string;
}

async function opened(given: Planned, target = database): Promise<string> {
  const ids = { shopDomain: SHOP, fulfillmentId: randomUUID(), orderId: 'o' };
  return (await target.delivery.create({ data: { ...ids, phase: 'in-delivery', ...given } })).id;
}

describe('the planned reads', () => {
  const values = {
    nextReadAt: fc.option(fc.integer({ min: -30, max: 30 }).map(at)),
    operatorAccountId: fc.option(fc.constantFrom(...ACCOUNTS), { freq: 10 }),
  };
  const step = fc.oneof(
    fc.record({ kind: fc.constant('open' as const), values: fc.record(values) }),
    fc.record({
      kind: fc.constant('change' as const),
      place: fc.nat(),
      values: fc.record(values, { requiredKeys: [] }),
    }),
    fc.record({ kind: fc.constant('delete' as const), place: fc.nat() }),
    fc.record({ kind: fc.constant('claim' as const) }),
  );

  it('are those of the deliveries after any steps, and whatever sets the time of a read ends its claim', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await database.delivery.deleteMany();
        const ids: string[] = [];
        const claimed = new Set<string>();
        const pick = (place: number) => ids[place % Math.max(1, ids.length)];
        for (const each of steps) {
          if (each.kind === 'open') ids.push(await opened(each.values));
          if (each.kind === 'claim') for (const { id } of await claim(database)) claimed.add(id);
          const id = 'place' in each ? pick(each.place) : undefined;
          if (id === undefined) continue;
          if (each.kind === 'change') {
            // as any change that leaves the time of the read, which leaves its claim too
            const [before] = await database.$queryRaw<{ operatorAccountId: string | null }[]>`
              UPDATE "Delivery" SET "tries" = 1 WHERE "id" = ${id}::uuid RETURNING "operatorAccountId"`;
            await database.delivery.update({ where: { id }, data: each.values });
            const isElsewhere = (each.values.operatorAccountId ?? null) !== before?.operatorAccountId;
            if ('nextReadAt' in each.values || ('operatorAccountId' in each.values && isElsewhere)) claimed.delete(id);
          }
          if (each.kind === 'delete') {
            await database.delivery.delete({ where: { id } });
            ids.splice(ids.indexOf(id), 1);
            claimed.delete(id);
          }
        }
        expect(await strayReads(database)).toEqual([]);
        const held = await database.plannedRead.findMany({ where: { claimedUntil: { not: null } } });
        expect(held.map(({ deliveryId }) => deliveryId).sort()).toEqual([...claimed].sort());
      }),
      propertyRuns(200),
    );
  });

  it('are those of the deliveries while several processes claim, settle, plan and give up reads at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        opened({ nextReadAt: at(-1), operatorAccountId: ACCOUNTS[place % 2] ?? null }),
      ),
    );
    await database.delivery.updateMany({ data: { recordSeen: 'seen' } });
    const work = async (mine: Database, worker: number) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const claimed = await claim(mine, 8);
        const quiet = { now, nextReadAt: at(-turn), flags: [], operatorUpdatedAt: null, seenNow: 'seen' };
        await Promise.all(claimed.map((delivery) => recordReadWithoutNews(mine, { delivery, ...quiet })));
        const id = ids[(turn * 7 + worker * 3) % ids.length];
        const nextReadAt = (turn + worker) % 3 === 0 ? null : at(-turn);
        await mine.delivery.updateMany({ where: { id }, data: { nextReadAt } });
      }
    };
    const processes = [0, 1, 2, 3].map(() => openDatabase(testDatabase.url, TEST_PACE.database, { connections: 2 }));
    try {
      await Promise.all(processes.map(work));
    } finally {
      await Promise.all(processes.map((each) => each.$disconnect()));
    }
    expect(await strayReads(database)).toEqual([]);
    expect(await database.plannedRead.count()).toBeGreaterThan(0);
  });
});

it('a read without news changes no index of its delivery', async () => {
  const own = await createTestDatabase(); // another session could hand over its counts between two looks
  const only = openDatabase(own.url, TEST_PACE.database, { connections: 1 });
  const changes = async () => {
    await only.$executeRaw`SELECT pg_stat_force_next_flush()`;
    const [counted] = await only.$queryRaw<{ all: number; ofRowsAlone: number }[]>`
      SELECT n_tup_upd::int AS "all", n_tup_hot_upd::int AS "ofRowsAlone"
      FROM pg_stat_user_tables, pg_stat_clear_snapshot() WHERE relname = 'Delivery'`;
    return counted ?? { all: NaN, ofRowsAlone: NaN };
  };
  try {
    await prepare(only);
    const due = { nextReadAt: at(-1), operatorAccountId: ACCOUNTS[0], recordSeen: 'seen' };
    for (let count = 0; count < 3; count += 1) await opened(due, only);
    const before = await changes();
    for (const delivery of await claim(only)) {
      const quiet = { now, nextReadAt: at(60), flags: [], operatorUpdatedAt: now, seenNow: 'seen again' };
      expect(await recordReadWithoutNews(only, { delivery, ...quiet })).toBe(true);
    }
    const after = await changes();
    expect(after.all - before.all).toBe(3);
    expect(after.ofRowsAlone - before.ofRowsAlone).toBe(3);
  } finally {
    await only.$disconnect();
    await own.drop();
  }
});
