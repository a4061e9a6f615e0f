import { once } from 'node:events';
import net from 'node:net';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOUNDS } from '../../app/bounds.ts';
import { releaseHeldFor } from '../../app/deliveries/holds.ts';
import { deliveriesOfOrders, findOrderDelivery } from '../../app/deliveries/order-deliveries.ts';
import { addStateEntries } from '../../app/deliveries/tracking/keep-record.ts';
import { madeEventsOf, openPublications } from '../../app/deliveries/write-back/publications.ts';
import { queuePublications } from '../../app/deliveries/write-back/order-outbox.ts';
import { createPublisher } from '../../app/deliveries/write-back/publish.ts';
import { noteUse } from '../../app/flow/send-triggers.ts';
import type { AppContext } from '../../app/app-context.ts';
import { createActionBudget } from '../../app/persistence/action-budget.ts';
import { deliveriesCsv } from '../../app/shop-api/deliveries/deliveries-csv.ts';
import { attentionGroups } from '../../app/shop-api/review/review-groups.ts';
import { changeSavedView, savedViewsOf } from '../../app/shops/saved-views.ts';
import { resumeAccount } from '../../app/operator-accounts/account-trust.ts';
import { moveDeliveries } from '../../app/installation/operator-token.ts';
import type { Operation } from '../../app/shopify/admin-api/admin-api.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';
import { until } from '../set-up/time/until.ts';
import { expectBounded, textOf, type Edge, type FedIn } from './edge.ts';

let program: TestHandoff;
let app: AppContext;
let client: pg.Client;

beforeAll(async () => {
  program = await startTestHandoff({ work: false });
  ({ app } = program);
  client = new pg.Client(program.databaseUrl);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await program.stop();
});

/** Rows of a table with many indexes: more of them take their time to be made, and tell nothing else. */
const ROW_LIMIT = 10_000;

let shops = 0;
const newShop = async () => {
  const domain = `edge-${(shops += 1)}.myshopify.com`;
  await client.query('INSERT INTO "Shop" ("domain") VALUES ($1)', [domain]);
  return domain;
};

const newAccount = async () => {
  const id = randomUUID();
  await client.query(
    `INSERT INTO "OperatorAccount" ("id", "environment", "tokenEncrypted", "tokenFingerprint", "tokenLastFour", "pausedAt")
     VALUES ($1::uuid, 'production', 'secret', $1, 'last', now())`,
    [id],
  );
  return id;
};

/** Deliveries of a shop of their own, of one order or each of another. */
async function newDeliveries(size: number, { change = '', orders = 1 }: { change?: string; orders?: number } = {}) {
  const shop = await newShop();
  await client.query(
    `INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "orderName", "orderNumber", "createdAt", "updatedAt")
     SELECT gen_random_uuid(), $1, 'gid://shopify/Fulfillment/' || n, 'gid://shopify/Order/' || $1 || n % $3, '#' || n, 'N' || n,
       now() - n * interval '1 second', now() FROM generate_series(1, $2::int) AS n`,
    [shop, size, orders],
  );
  if (change) await client.query(`UPDATE "Delivery" SET ${change} WHERE "shopDomain" = $1`, [shop]);
  await client.query('ANALYZE "Delivery"');
  const { rows } = await client.query<{ id: string }>('SELECT "id" FROM "Delivery" WHERE "shopDomain" = $1 LIMIT 1', [
    shop,
  ]);
  return { shop, deliveryId: rows[0]?.id ?? '', orderId: `gid://shopify/Order/${shop}0` };
}

async function withHistory(size: number) {
  const one = await newDeliveries(1);
  await client.query(
    `INSERT INTO "StateEntry" ("deliveryId", "status", "date", "at", "seenAt")
     SELECT $1, 'state ' || n, n::text, now() - n * interval '1 second', now() FROM generate_series(1, $2::int) AS n`,
    [one.deliveryId, size],
  );
  await client.query('ANALYZE "StateEntry"');
  return one;
}

async function withPublications(size: number, values: string) {
  const one = await newDeliveries(1);
  await client.query(
    `INSERT INTO "Publication" ("deliveryId", "kind", "eventStatus", "happenedAt", "settledAt")
     SELECT $1, ${values} FROM generate_series(1, $2::int) AS n`,
    [one.deliveryId, size],
  );
  await client.query('ANALYZE "Publication"');
  return one;
}

const ownOf = (domain: string) => ({ domain, database: app.database });

/** Spends so many points at once, a few at a time, and tells how many actions were allowed in a minute. */
async function spend(points: number, cost: number): Promise<number> {
  const shop = await newShop();
  const budget = createActionBudget(program.databaseUrl);
  const begunAt = performance.now();
  let allowed = 0;
  for (let left = Math.floor(points / cost); left > 0; left -= 50) {
    const answers = await Promise.all(Array.from({ length: Math.min(50, left) }, () => budget.spend(shop, cost)));
    allowed += answers.filter((rest) => rest === null).length;
  }
  await budget.close();
  const minutes = Math.ceil((performance.now() - begunAt) / 60_000); // a slow machine needs several
  expect(allowed * cost).toBeLessThanOrEqual(minutes * BOUNDS.actionsPerMinute);
  return Math.ceil(allowed / minutes);
}

const EDGES: Readonly<Record<FedIn<'program'>, Edge>> = {
  connections: {
    most: 10 * BOUNDS.connections, // as many as there are ports and descriptors for in a test
    times: 1,
    feed: (size) => async () => {
      const port = Number(new URL(program.url).port);
      const open = new Set<net.Socket>();
      for (let left = size; left > 0; left -= 500) {
        const sockets = Array.from({ length: Math.min(500, left) }, () => net.connect(port, '127.0.0.1'));
        for (const socket of sockets) {
          open.add(socket);
          socket.on('error', () => null).on('close', () => open.delete(socket));
        }
        await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
        await until('those over the most closed', () => open.size <= BOUNDS.connections);
      }
      const kept = open.size;
      for (const socket of open) socket.destroy();
      await until('room again', async () => (await fetch(`${program.url}/healthz`).catch(() => null))?.ok);
      return kept;
    },
  },
  keptHistory: {
    async feed(size) {
      const { deliveryId } = await withHistory(size);
      const at = new Date();
      return async () => {
        await addStateEntries(app.database, [{ deliveryId, entries: [{ status: 'new', date: '', at }], seenAt: at }]);
        return app.database.stateEntry.count({ where: { deliveryId } });
      };
    },
  },
  shownHistory: {
    most: 10 * BOUNDS.shownHistory, // a delivery keeps fewer
    async feed(size) {
      const of = await withHistory(size);
      return async () => (await findOrderDelivery(app.database, of))?.stateEntries;
    },
  },
  writtenHistory: {
    most: 10 * BOUNDS.writtenHistory, // a delivery keeps fewer
    async feed(size) {
      const { shop, orderId, deliveryId } = await withHistory(size);
      const delivery = { id: deliveryId, shopDomain: shop, orderId };
      await queuePublications(app.database, [{ delivery, publications: [{ kind: 'order-metafield' }] }]);
      return async () => {
        const written: unknown[] = [];
        const adminApi: AppContext['adminApi'] = {
          async request<Variables extends object, Data>(
            _shop: string,
            _operation: Operation<Variables, Data>,
            variables: Variables,
          ) {
            written.push(variables);
            const answer: Data = JSON.parse('{"metafieldsSet":{"userErrors":[]}}');
            return answer;
          },
        };
        const publisher = createPublisher({ ...app, adminApi });
        await publisher.round();
        await publisher.drain();
        expect(written).toHaveLength(1);
        return written;
      };
    },
  },
  deliveryEvents: {
    async feed(size) {
      const { deliveryId } = await withPublications(size, "'event', 'IN_TRANSIT', now(), now()");
      return async () => (await madeEventsOf(app.database, [deliveryId])).get(deliveryId);
    },
  },
  orderPublications: {
    most: 100_000,
    async feed(size) {
      const { shop, orderId } = await withPublications(size, "'tracking', NULL, NULL, NULL");
      return async () => (await openPublications(app.database, { shop, orderId })).length;
    },
  },
  orderDeliveries: {
    most: ROW_LIMIT,
    async feed(size) {
      const { shop, orderId } = await newDeliveries(size);
      return async () => (await deliveriesOfOrders(app.database, { shop, orderIds: [orderId] })).length;
    },
  },
  attentionGroups: {
    most: ROW_LIMIT,
    async feed(size) {
      const change = `"phase" = 'needs-attention', "problems" = jsonb_build_array(jsonb_build_object('code',
        'district-not-served', 'field', null, 'details', jsonb_build_object('district', "orderName")))`;
      const { shop } = await newDeliveries(size, { change });
      return async () => {
        const { groups, areMore } = await attentionGroups(ownOf(shop), { named: 10, now: app.now() });
        expect(areMore).toBe(size > BOUNDS.attentionGroups);
        return groups.length;
      };
    },
  },
  deliveryPage: {
    most: 10 * BOUNDS.deliveryPage,
    async feed(size) {
      const [from, to] = [await newAccount(), await newAccount()];
      const phase = `"phase" = 'delivered', "endedAt" = now(), "handedOverAt" = now()`;
      await newDeliveries(size, { change: `${phase}, "operatorAccountId" = '${to}'` });
      const { shop } = await newDeliveries(size, { change: `${phase}, "operatorAccountId" = '${from}'` });
      return async () => {
        const { moved, kept } = await moveDeliveries(app.database, { shop, environment: 'production', to });
        expect(moved).toBe(0);
        return kept.length;
      };
    },
  },
  flowDefinitions: {
    most: 20 * BOUNDS.flowDefinitions,
    async feed(size) {
      const shop = await newShop();
      return async () => {
        for (let count = 0; count < size; count += 1) {
          const definitionId = `trigger ${count}`;
          await noteUse(app, { shop, definitionId, isEnabled: true, at: new Date('2026-05-08T12:00:00Z') });
        }
        const kept = await app.database.flowUse.count({ where: { shopDomain: shop } });
        expect(kept).toBe(Math.min(size, BOUNDS.flowDefinitions));
        return kept;
      };
    },
  },
  releasedOrders: {
    most: 10 * BOUNDS.releasedOrders,
    times: 1,
    async feed(size) {
      const { shop } = await newDeliveries(size, { orders: size });
      await client.query(
        `INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
         SELECT "shopDomain", "orderId", now() + interval '1 hour' FROM "Delivery" WHERE "shopDomain" = $1`,
        [shop],
      );
      return async () => {
        await releaseHeldFor(app, app.database, { shop, holds: [] });
        const { rows } = await client.query<{ count: number }>(
          `SELECT count(*)::int AS "count" FROM "OrderOutbox" WHERE "shopDomain" = $1 AND "dueAt" <= now()`,
          [shop],
        );
        const [row] = rows;
        expect(row?.count).toBe(Math.min(size, BOUNDS.releasedOrders));
        return row;
      };
    },
  },
  accountShops: {
    most: ROW_LIMIT,
    async feed(size) {
      const id = await newAccount();
      await client.query(
        `INSERT INTO "Shop" ("domain", "operatorAccountId")
         SELECT 'shared-' || $1 || '-' || n || '.myshopify.com', $1::uuid FROM generate_series(1, $2::int) AS n`,
        [id, size],
      );
      return async () => {
        const now = new Date();
        return (await resumeAccount(app.database, { id, tokenEncrypted: 'secret', now })).length;
      };
    },
  },
  savedViews: {
    most: ROW_LIMIT,
    async feed(size) {
      const shop = await newShop();
      await client.query(
        `INSERT INTO "SavedView" ("id", "shopDomain", "name", "query")
         SELECT gen_random_uuid(), $1, 'View ' || n, '' FROM generate_series(1, $2::int) AS n`,
        [shop, size],
      );
      return async () => {
        const change = { intent: 'create', name: 'One more', query: '' } as const;
        expect(await changeSavedView(app.database, { shop, now: new Date(), change })).toEqual({ kind: 'too-many' });
        return (await savedViewsOf(app.database, shop)).length;
      };
    },
  },
  savedViewName: {
    async feed(size, unit) {
      const shop = await newShop();
      const change = { intent: 'create', name: textOf(size, unit), query: '' } as const;
      return async () => {
        await changeSavedView(app.database, { shop, now: new Date(), change });
        return (await savedViewsOf(app.database, shop)).map(({ name }) => name);
      };
    },
  },
  exportRows: {
    bound: 25,
    most: ROW_LIMIT,
    async feed(size) {
      const { shop } = await newDeliveries(size);
      return async () => {
        const given = {
          filter: {},
          timeZone: null,
          country: null,
          locale: 'en' as const,
          limit: 25,
          client: { ready: async () => true },
        };
        const text = await new Response(deliveriesCsv(ownOf(shop), given)).text();
        expect(text.includes('25')).toBe(true);
        return text;
      };
    },
  },
  actionsPerMinute: { feed: (size) => () => spend(size, 1) },
  dryRunCost: { bound: BOUNDS.actionsPerMinute, feed: (size) => () => spend(size, BOUNDS.dryRunCost) },
  exportCost: { bound: BOUNDS.actionsPerMinute, feed: (size) => () => spend(size, BOUNDS.exportCost) },
  printCost: { bound: BOUNDS.actionsPerMinute, feed: (size) => () => spend(size, BOUNDS.printCost) },
};

it.each(Object.entries(EDGES))(
  '%s, fed with many times its bound, takes time in proportion and keeps no more',
  (name, edge) => expectBounded(name as FedIn<'program'>, edge, 'a'),
);
