import { randomUUID } from 'node:crypto';
import { Prisma, type Delivery } from '@prisma/client';
import { BOUNDS } from '../../bounds.ts';
import type { Database } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import type { Statements } from '../../persistence/statements.ts';
import type { Turn } from '../../scheduling/shop-turns.ts';
import { settleStatement, type NewPublication, type Settlement } from './publications.ts';
import { givenRows } from '../../persistence/given-rows.ts';

/** What is to be written back of one delivery. */
export interface ToPublish {
  readonly delivery: Pick<Delivery, 'id' | 'shopDomain' | 'orderId'>;
  readonly publications: readonly NewPublication[];
}

/**
 * The outbox of orders: which have something to write to Shopify, and when. Its times are the database's, so that the
 * clocks of processes need not agree. Its columns round to milliseconds, perhaps to a later one.
 */
const IS_DUE = Prisma.sql`o."dueAt" <= now() + interval '1 millisecond'`;

/**
 * Adds the publications of several deliveries, and makes their orders due. If an order is being written at this moment,
 * or waits for its next try, it is written again after that.
 */
export async function queuePublications(transaction: Statements, given: readonly ToPublish[]): Promise<void> {
  const rows = given.flatMap(({ delivery: { id: deliveryId, shopDomain, orderId }, publications }) =>
    publications.map((publication) => {
      const eventStatus = publication.kind === 'event' ? publication.status : null;
      return { ...publication, deliveryId, shopDomain, orderId, eventStatus };
    }),
  );
  if (rows.length === 0) return;
  // Orders are written in the order of their ids here and below, so that two transactions cannot wait for each other.
  await transaction.$executeRaw`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS g("deliveryId" uuid, "shopDomain" text,
        "orderId" text, "kind" text, "eventStatus" text, "happenedAt" timestamptz)
    ), added AS (
      INSERT INTO "Publication" ("deliveryId", "kind", "eventStatus", "happenedAt")
      SELECT "deliveryId", "kind", "eventStatus", "happenedAt" FROM given
    )
    INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
    SELECT DISTINCT "shopDomain", "orderId", now() FROM given ORDER BY 1, 2
    ON CONFLICT ("shopDomain", "orderId") DO UPDATE SET "hasNews" = true`;
}

/** An order whose publications this process alone writes. */
export interface ClaimedOrder {
  readonly shop: string;
  readonly orderId: string;
  readonly claimToken: string;
  /** Writes that have failed in a row. */
  readonly tries: number;
  /** When the last write may start, by `performance.now()`: it must end before the claim does. */
  readonly startUntil: number;
}

/**
 * Claims the orders that have something to write, for this process alone until `leaseMs` have passed. Shops take turns
 * in the order of their names, starting after `afterShop`, each with the order that has waited longest. `fullShops`, and
 * shops that uninstalled, are left out.
 */
export async function claimDueOrders(
  database: Database,
  given: Turn & { leaseMs: number; fullShops: readonly string[] },
): Promise<ClaimedOrder[]> {
  const { leaseMs, limit, afterShop, ofOneShop, fullShops } = given;
  const startUntil = performance.now() + leaseMs / 2;
  // OFFSET 0 keeps the order of the shops, as in claims of hand-overs
  const rows = await database.$queryRaw<Omit<ClaimedOrder, 'startUntil'>[]>`
    WITH RECURSIVE due_shop AS (
      SELECT (${nextShopWithDue(Prisma.sql`${afterShop}`)}) AS "domain"
      UNION ALL
      SELECT (${nextShopWithDue(Prisma.sql`s."domain"`)}) FROM due_shop s WHERE s."domain" IS NOT NULL
    ), due AS (
      SELECT o."shopDomain", o."orderId" FROM due_shop
      CROSS JOIN LATERAL (SELECT * FROM "Shop" s WHERE s."domain" = due_shop."domain" OFFSET 0) shop
      CROSS JOIN LATERAL (
        SELECT o."shopDomain", o."orderId" FROM "OrderOutbox" o
        WHERE o."shopDomain" = due_shop."domain" AND ${IS_DUE}
        ORDER BY o."dueAt" LIMIT ${ofOneShop}
      ) o
      WHERE shop."uninstalledAt" IS NULL AND shop."domain" <> ALL (${[...fullShops]})
      LIMIT ${limit}
    ), mine AS (
      SELECT o."shopDomain", o."orderId" FROM due JOIN "OrderOutbox" o USING ("shopDomain", "orderId")
      WHERE ${IS_DUE} ORDER BY 1, 2 FOR UPDATE OF o SKIP LOCKED
    )
    UPDATE "OrderOutbox" o SET "claimToken" = ${randomUUID()}::uuid, "hasNews" = false,
      "dueAt" = now() + ${leaseMs} * interval '1 millisecond'
    FROM mine m WHERE o."shopDomain" = m."shopDomain" AND o."orderId" = m."orderId"
    RETURNING o."shopDomain" AS "shop", o."orderId", o."claimToken", o."tries"`;
  return rows.map((row) => ({ ...row, startUntil }));
}

const nextShopWithDue = (after: Prisma.Sql) => Prisma.sql`
  SELECT o."shopDomain" FROM "OrderOutbox" o
  WHERE ${IS_DUE} AND o."shopDomain" > ${after} ORDER BY o."shopDomain" LIMIT 1`;

/** How the writing of an order ended for now. */
export interface EndedOrder {
  readonly claimed: ClaimedOrder;
  /** Publications that have ended and are not settled. */
  readonly settled: readonly Settlement[];
  /** When the rest is written, after how many failed tries; null when nothing is left. */
  readonly again: { readonly afterMs: number; readonly tries: number } | null;
}

const ENDED_ORDER = Prisma.sql`"shop" text, "orderId" text, "claimToken" uuid, "afterMs" float8, "tries" int`;

/**
 * Settles the publications of an order and ends its claim. If something was added meanwhile, the order is due at once. A
 * process that has lost its claim settles, and leaves the claim to the other. Orders that end together share the commit.
 */
export const endOrder = shareWritesTo<Database, EndedOrder, null>({
  async write(database, ended) {
    const orders = ended.map(({ claimed: { shop, orderId, claimToken }, again }) => {
      return { shop, orderId, claimToken, afterMs: again?.afterMs ?? null, tries: again?.tries ?? 0 };
    });
    const settled = ended.flatMap((order) => order.settled);
    await database.$executeRaw`
      WITH settled AS (${settleStatement(settled)}
      ), mine AS (
        SELECT o."shopDomain", o."orderId", o."hasNews", e."afterMs", e."tries"
        FROM ${givenRows(orders, ENDED_ORDER)} AS e
        JOIN "OrderOutbox" o ON o."shopDomain" = e."shop" AND o."orderId" = e."orderId"
        WHERE o."claimToken" = e."claimToken"
        ORDER BY 1, 2 FOR UPDATE OF o
      ), written AS (
        DELETE FROM "OrderOutbox" o USING mine m
        WHERE o."shopDomain" = m."shopDomain" AND o."orderId" = m."orderId" AND m."afterMs" IS NULL AND NOT m."hasNews"
      )
      UPDATE "OrderOutbox" o SET "claimToken" = NULL, "hasNews" = false, "tries" = m."tries",
        "dueAt" = now() + coalesce(m."afterMs", 0) * interval '1 millisecond'
      FROM mine m
      WHERE o."shopDomain" = m."shopDomain" AND o."orderId" = m."orderId" AND (m."afterMs" IS NOT NULL OR m."hasNews")`;
    return ended.map(() => null);
  },
  atOnce: 2,
  limit: 50,
});

/** Makes the orders of a shop due now that wait for their next try. */
export async function retryOrders(transaction: Statements, shop: string): Promise<void> {
  await transaction.$executeRaw`
    WITH waiting AS (
      SELECT "shopDomain", "orderId" FROM "OrderOutbox"
      WHERE "shopDomain" = ${shop} AND "dueAt" > now() AND "claimToken" IS NULL
      ORDER BY "dueAt" LIMIT ${BOUNDS.releasedOrders}
    ), mine AS (
      SELECT o."shopDomain", o."orderId" FROM waiting JOIN "OrderOutbox" o USING ("shopDomain", "orderId")
      WHERE o."dueAt" > now() AND o."claimToken" IS NULL ORDER BY 1, 2 FOR UPDATE OF o SKIP LOCKED
    )
    UPDATE "OrderOutbox" o SET "dueAt" = now(), "tries" = 0
    FROM mine m WHERE o."shopDomain" = m."shopDomain" AND o."orderId" = m."orderId"`;
}

/**
 * Makes orders due that have had an open publication for `forMs` and are not in the outbox: a process of an earlier
 * version added it.
 *
 * @returns how many
 */
export async function findForgottenOrders(
  database: Database,
  { forMs, limit }: { forMs: number; limit: number },
): Promise<number> {
  return database.$executeRaw`
    INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
    SELECT DISTINCT d."shopDomain", d."orderId", now()
    FROM "Publication" p JOIN "Delivery" d ON d."id" = p."deliveryId"
    WHERE p."settledAt" IS NULL AND p."createdAt" <= now() - ${forMs} * interval '1 millisecond' AND NOT EXISTS (
      SELECT 1 FROM "OrderOutbox" o WHERE o."shopDomain" = d."shopDomain" AND o."orderId" = d."orderId")
    ORDER BY 1, 2 LIMIT ${limit}
    ON CONFLICT DO NOTHING`;
}
