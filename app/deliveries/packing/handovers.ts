import { Prisma } from '@prisma/client';
import { DateTime } from 'luxon';
import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import type { Database } from '../../persistence/database.ts';
import { jsonRows } from '../../persistence/json-rows.ts';

interface Shop {
  readonly database: Database;
  readonly domain: string;
}

/** One box of a delivery. */
export interface Box {
  readonly deliveryId: string;
  /** Counts from 1. Null when it was not named, which says enough only where there is one box. */
  readonly box: number | null;
}

/** The boxes of a delivery that were scanned at the door. */
export interface Scanned {
  /** For the handover that is under way. */
  readonly open: readonly number[];
  /** That a courier took at an earlier one. */
  readonly gone: readonly number[];
}

/** A page can stay open for days: a box that was scanned on a former day, and left behind, is not handed over. */
const COUNTS_HOLD_HOURS = 8;

const holdsSince = (now: Date) => DateTime.fromJSDate(now).minus({ hours: COUNTS_HOLD_HOURS }).toJSDate();

/**
 * Counts scanned boxes of the shop. A box counts once, from whichever device and however often it comes; a box that the
 * delivery does not have, that is not named among several, or of a delivery that is cancelled, does not count.
 */
export async function countBoxes({ database, domain }: Shop, boxes: readonly Box[], now: Date): Promise<void> {
  if (boxes.length === 0) return;
  await database.$executeRaw`
    INSERT INTO "ScannedBox" ("deliveryId", "box", "scannedAt")
    SELECT DISTINCT d."id", coalesce(s."box", 1), ${now}::timestamptz
    FROM ${jsonRows(boxes, Prisma.sql`"deliveryId" uuid, "box" int`)} AS s
    JOIN "Delivery" d ON d."id" = s."deliveryId" AND d."shopDomain" = ${domain}
    LEFT JOIN "Print" p ON p."deliveryId" = d."id"
    CROSS JOIN LATERAL (SELECT coalesce(d."boxes", p."packages", 1) AS "boxes") AS has
    WHERE CASE WHEN s."box" IS NULL THEN has."boxes" = 1 ELSE s."box" BETWEEN 1 AND has."boxes" END
      AND d."cancelRequestedAt" IS NULL AND d."phase" <> 'cancelled'
    ORDER BY 1, 2
    ON CONFLICT ("deliveryId", "box") DO UPDATE SET "scannedAt" = EXCLUDED."scannedAt"
      WHERE "ScannedBox"."handoverId" IS NULL AND "ScannedBox"."scannedAt" < ${holdsSince(now)}`;
}

/** Takes back what was scanned of deliveries up to a time, and not handed over. */
export async function uncountBoxes({ database }: Shop, deliveryIds: readonly string[], until: Date): Promise<void> {
  await database.scannedBox.deleteMany({
    where: { deliveryId: { in: [...deliveryIds] }, handoverId: null, scannedAt: { lte: until } },
  });
}

export async function readBoxes(
  { database }: Shop,
  deliveryIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Scanned>> {
  const rows = await database.scannedBox.findMany({
    where: {
      deliveryId: { in: [...deliveryIds] },
      OR: [{ handoverId: { not: null } }, { scannedAt: { gte: holdsSince(now) } }],
    },
    orderBy: { box: 'asc' },
    take: deliveryIds.length * BOUNDS.printedLabels,
  });
  const boxes = new Map<string, { open: number[]; gone: number[] }>();
  for (const { deliveryId, box, handoverId } of rows) {
    const of = boxes.get(deliveryId) ?? { open: [], gone: [] };
    of[handoverId === null ? 'open' : 'gone'].push(box);
    boxes.set(deliveryId, of);
  }
  return boxes;
}

/**
 * Closes a handover: what was scanned of the expected deliveries is with the courier from now on, and what is missing of
 * them is kept. Of two devices that close it at once, one does.
 *
 * @returns false when nothing was scanned
 */
export async function signHandover(
  { database, domain }: Shop,
  given: {
    readonly id: string;
    /** Number of the staff member in Shopify. */
    readonly by: string;
    readonly pickup: string | null;
    readonly expected: readonly { readonly id: string; readonly boxes: number }[];
    readonly now: Date;
  },
): Promise<boolean> {
  const { id, by, pickup, expected, now } = given;
  const signed = await database.$executeRaw`
    WITH expected AS MATERIALIZED (
      SELECT e."id", e."boxes" FROM ${jsonRows(expected, Prisma.sql`"id" uuid, "boxes" int`)} AS e
      JOIN "Delivery" d ON d."id" = e."id" AND d."shopDomain" = ${domain} AND d."cancelRequestedAt" IS NULL),
    taken AS MATERIALIZED (
      SELECT s."deliveryId", s."box" FROM "ScannedBox" s JOIN expected e ON e."id" = s."deliveryId"
      WHERE s."handoverId" IS NULL AND s."scannedAt" >= ${holdsSince(now)} AND s."box" <= e."boxes"
      ORDER BY s."deliveryId", s."box" FOR UPDATE OF s),
    missing AS (
      SELECT e."id" AS "deliveryId", e."boxes" - count(s."box") AS "boxes" FROM expected e
      LEFT JOIN "ScannedBox" s ON s."deliveryId" = e."id" AND s."box" <= e."boxes"
        AND (s."handoverId" IS NOT NULL OR (s."deliveryId", s."box") IN (SELECT "deliveryId", "box" FROM taken))
      GROUP BY e."id", e."boxes" HAVING count(s."box") < e."boxes"),
    handover AS (
      INSERT INTO "Handover" ("id", "shopDomain", "at", "by", "pickup", "boxes", "missing")
      SELECT ${id}::uuid, ${domain}, ${now}::timestamptz, ${by}, ${pickup}, (SELECT count(*) FROM taken),
        coalesce((SELECT jsonb_agg(m ORDER BY m."deliveryId") FROM missing m), '[]')
      WHERE EXISTS (SELECT 1 FROM taken)
      ON CONFLICT ("id") DO NOTHING RETURNING "id")
    UPDATE "ScannedBox" s SET "handoverId" = handover."id" FROM handover, taken t
    WHERE s."deliveryId" = t."deliveryId" AND s."box" = t."box"`;
  return signed > 0;
}

const missingSchema = z.array(z.object({ deliveryId: z.uuid(), boxes: z.int() }));

/** Boxes of one delivery at a handover. */
export interface HandedBoxes {
  readonly taken: number;
  readonly missing: number;
}

/** A handover that was closed; null when the shop has none of that id. */
export async function readHandover({ database }: Shop, id: string) {
  const found = await database.handover.findUnique({
    where: { id },
    include: { scanned: { take: BOUNDS.scannedDeliveries * BOUNDS.printedLabels } },
  });
  if (!found) return null;
  const boxes = new Map<string, HandedBoxes>();
  for (const { deliveryId } of found.scanned) {
    boxes.set(deliveryId, { taken: (boxes.get(deliveryId)?.taken ?? 0) + 1, missing: 0 });
  }
  for (const { deliveryId, boxes: missing } of missingSchema.parse(found.missing)) {
    boxes.set(deliveryId, { taken: boxes.get(deliveryId)?.taken ?? 0, missing });
  }
  return { at: found.at, pickup: found.pickup, boxes };
}

export async function lastHandovers({ database }: Shop, limit: number) {
  const rows = await database.handover.findMany({ orderBy: { at: 'desc' }, take: limit });
  return rows.map(({ id, at, pickup, boxes, missing }) => ({
    id,
    at,
    pickup,
    boxes,
    missing: missingSchema.parse(missing).reduce((sum, each) => sum + each.boxes, 0),
  }));
}
