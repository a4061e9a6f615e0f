import { Prisma } from '@prisma/client';
import type { Database } from '../../persistence/database.ts';
import type { Statements } from '../../persistence/statements.ts';

/** In one round. */
const SHOPS = 100;
/** Of one shop in one round: a tenth of the points that Shopify gives a shop between two rounds. */
const DELIVERIES = 50;
/** Shopify lets the app write to orders for this long. */
const WRITABLE = Prisma.sql`interval '60 days'`;

/**
 * Deliveries whose orders may have no fields in Shopify yet. A delivery that has nothing to say, or whose history is gone,
 * is left as it is.
 */
const isToFill = (shop: Prisma.Sql) => Prisma.sql`
  d."shopDomain" = ${shop}."domain" AND d."createdAt" < ${shop}."fieldsFilledTo"
    AND d."createdAt" > now() - ${WRITABLE}`;
const HAS_FIELDS = Prisma.sql`("handedOverAt" IS NOT NULL OR "attentionSince" IS NOT NULL) AND "prunedAt" IS NULL`;

/**
 * Has the next portion of earlier orders written to Shopify, the newest first, for each shop that has some left. A shop
 * with writes that wait for their turn has its own first. An order is queued once, because the same statement notes how
 * far its shop is.
 */
export async function fillOrderFields(database: Database): Promise<void> {
  await database.$executeRaw`
    WITH shop AS (
      SELECT s."domain", s."fieldsFilledTo" FROM "Shop" s
      WHERE s."fieldsFilledTo" IS NOT NULL AND s."uninstalledAt" IS NULL AND NOT EXISTS (
        SELECT 1 FROM "OrderOutbox" o WHERE o."shopDomain" = s."domain" AND o."dueAt" <= now() - interval '10 seconds')
      LIMIT ${SHOPS} FOR NO KEY UPDATE OF s SKIP LOCKED
    ), portion AS (
      SELECT p.* FROM shop CROSS JOIN LATERAL (
        SELECT d.* FROM "Delivery" d WHERE ${isToFill(Prisma.sql`shop`)}
        ORDER BY d."createdAt" DESC FETCH FIRST ${DELIVERIES} ROWS WITH TIES) AS p
    ), added AS (
      INSERT INTO "Publication" ("deliveryId", "kind")
      SELECT DISTINCT ON ("shopDomain", "orderId") "id", 'order-metafield' FROM portion WHERE ${HAS_FIELDS}
      ORDER BY "shopDomain", "orderId", "createdAt"
    ), queued AS (
      INSERT INTO "OrderOutbox" ("shopDomain", "orderId", "dueAt")
      SELECT DISTINCT "shopDomain", "orderId", now() FROM portion WHERE ${HAS_FIELDS} ORDER BY 1, 2
      ON CONFLICT ("shopDomain", "orderId") DO UPDATE SET "hasNews" = true
    )
    UPDATE "Shop" s SET "fieldsFilledTo" = (
      SELECT min(p."createdAt") FROM portion p WHERE p."shopDomain" = s."domain")
    FROM shop WHERE s."domain" = shop."domain"`;
}

/** @returns how many deliveries of a shop are in orders that are still to get their fields, at most `limit` */
export async function deliveriesToFill(
  database: Statements,
  { shop, limit }: { shop: string; limit: number },
): Promise<number> {
  const [counted] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT 1 FROM "Shop" s JOIN "Delivery" d ON ${isToFill(Prisma.sql`s`)} AND ${HAS_FIELDS}
      WHERE s."domain" = ${shop} LIMIT ${limit}) AS left_over`;
  return counted?.count ?? 0;
}
