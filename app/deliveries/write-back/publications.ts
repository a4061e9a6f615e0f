import { BOUNDS } from '../../bounds.ts';
import { z } from 'zod';
import { Prisma, type Delivery, type Publication, type Shop } from '@prisma/client';
import { FULFILLMENT_EVENT_STATUSES, type FulfillmentEventStatus } from '../../domain/tracking/fulfillment-events.ts';
import type { TaggedOrder } from '../../domain/order-data/state-tag.ts';
import type { Problem } from '../../domain/problems/problem.ts';
import type { Database, Transaction } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import type { Statements } from '../../persistence/statements.ts';
import { jsonRows } from '../../persistence/json-rows.ts';
import type { MadeEvents } from '../../domain/tracking/events-to-publish.ts';

/** A publication with what is known of its delivery, and what the shop has chosen to publish. */
export type OpenPublication = Pick<
  Publication,
  'id' | 'deliveryId' | 'kind' | 'eventStatus' | 'happenedAt' | 'startedAt' | 'removesFields'
> &
  Pick<Delivery, 'fulfillmentId' | 'orderNumber' | 'trackingUrl' | 'correlationId' | 'handedOverAt' | 'endedAt'> &
  Pick<Delivery, 'promisedDate' | 'windowStart' | 'windowEnd' | 'operatorDate'> &
  Pick<Shop, 'settings' | 'timeZone'> & {
    /** Whether another carrier's tracking was kept instead of ours. */
    readonly isTrackingKept: boolean;
    /** Whether an earlier write failed because the app lacks a permission. */
    readonly isAccessMissing: boolean;
    /** What Shopify refused to write of this delivery, by the name in the problem; null if nothing. */
    readonly refusedWrite: string | null;
  };

export const OTHER_TRACKING_KEPT: Problem = { code: 'other-tracking-kept', field: null, details: {} };
/** Added while the app lacks a permission. The write continues by itself when the app has it again. */
export const ACCESS_MISSING: Problem = { code: 'shopify-access-missing', field: null, details: {} };
const hasProblem = ({ code }: Problem) => Prisma.sql`d."problems" @> ${JSON.stringify([{ code }])}::jsonb`;

interface Order {
  readonly shop: string;
  readonly orderId: string;
}

/** What is still to be written of an order, oldest first. Orders that are asked for together share the statement. */
export const openPublications = shareWritesTo<Database, Order, OpenPublication[]>({
  async write(database, orders) {
    const rows = await database.$queryRaw<(OpenPublication & { place: number })[]>`
      SELECT (asked."place" - 1)::int AS "place", open.* FROM ROWS FROM (
        json_to_recordset(${JSON.stringify(orders)}::json) AS ("shop" text, "orderId" text)
      ) WITH ORDINALITY AS asked("shop", "orderId", "place")
      CROSS JOIN LATERAL (
        SELECT p."id", p."deliveryId", p."kind", p."eventStatus", p."happenedAt", p."startedAt", p."removesFields",
          d."fulfillmentId", d."orderNumber", d."trackingUrl", d."correlationId", d."handedOverAt",
          d."endedAt", d."promisedDate", d."windowStart", d."windowEnd", d."operatorDate",
          jsonb_build_object('publish', coalesce(s."settings"->'publish', '{}'::jsonb)) AS "settings",
          s."timeZone",
          ${hasProblem(OTHER_TRACKING_KEPT)} AS "isTrackingKept", ${hasProblem(ACCESS_MISSING)} AS "isAccessMissing",
          jsonb_path_query_first(d."problems", '$[*] ? (@.code == "shopify-write-refused").details.what') #>> '{}'
            AS "refusedWrite"
        FROM "Delivery" d
        JOIN "Shop" s ON s."domain" = d."shopDomain"
        -- OFFSET 0: a planner that knows few open publications would read all of them for each order
        CROSS JOIN LATERAL (SELECT * FROM "Publication" WHERE "deliveryId" = d."id" OFFSET 0) AS p
        WHERE d."shopDomain" = asked."shop" AND d."orderId" = asked."orderId" AND p."settledAt" IS NULL
        ORDER BY p."id" LIMIT ${BOUNDS.orderPublications}) AS open
      ORDER BY open."id"`;
    const open: OpenPublication[][] = orders.map(() => []);
    for (const { place, ...publication } of rows) open[place]?.push(publication);
    return open;
  },
  atOnce: 2,
  limit: 40,
});

interface Beginning {
  readonly id: bigint;
  readonly now: Date;
  readonly tag?: string | null;
}

/**
 * Marks that the mutation is about to go out. An open publication that was begun has an unknown outcome. Those that
 * begin together share the commit.
 */
export const beginPublication = shareWritesTo<Database, Beginning, null>({
  async write(database, begun) {
    const rows = begun.map(({ id, now, tag = null }) => ({ id: String(id), now, tag }));
    await database.$executeRaw`
      UPDATE "Publication" p SET "startedAt" = b."now", "tag" = b."tag"
      FROM ${jsonRows(rows, Prisma.sql`"id" bigint, "now" timestamptz, "tag" text`)} AS b
      WHERE p."id" = b."id"`;
    return begun.map(() => null);
  },
  atOnce: 2,
  limit: 100,
});

/** What the tag of an order is to say, and the tags that were ever written to it, certainly or not. */
export async function tagsOfOrder(
  transaction: Transaction,
  { shop, orderId }: { shop: string; orderId: string },
): Promise<TaggedOrder & { readonly written: readonly string[] }> {
  const rows = await transaction.$queryRaw<{ group: string | null; needsPerson: boolean; written: string[] | null }[]>`
    SELECT d."stateGroup" AS "group", d."attentionSince" IS NOT NULL AS "needsPerson", (
      SELECT array_agg(DISTINCT p."tag") FROM "Publication" p
      WHERE p."deliveryId" = d."id" AND p."kind" = 'state-tag' AND p."tag" IS NOT NULL) AS "written"
    FROM "Delivery" d
    WHERE d."shopDomain" = ${shop} AND d."orderId" = ${orderId}
    ORDER BY d."createdAt" LIMIT ${BOUNDS.orderDeliveries}`;
  return {
    groups: rows.map(({ group }) => group),
    needsPerson: rows.some(({ needsPerson }) => needsPerson),
    written: [...new Set(rows.flatMap(({ written }) => written ?? []))],
  };
}

/** How much longer than our two times the write of a tag may have lasted by Shopify's clock. */
const TAG_SLACK = '1 second';
/** How long the write of a tag may last. One whose end is unknown does not hide edits for longer. */
const TAG_WRITE_LIMIT = '15 seconds';

const wroteTagAt = (at: Prisma.Sql) => Prisma.sql`
  p."kind" = 'state-tag' AND p."startedAt" IS NOT NULL AND ${at} >= p."startedAt" - ${TAG_SLACK}::interval
  AND ${at} <= coalesce(p."settledAt" + ${TAG_SLACK}::interval, p."startedAt" + ${TAG_WRITE_LIMIT}::interval)`;

/** Whether the change of order `o` at its time is our own tag. */
export const IS_OWN_TAG = Prisma.sql`EXISTS (
  SELECT 1 FROM "Delivery" d JOIN "Publication" p ON p."deliveryId" = d."id"
  WHERE d."shopDomain" = o."shop" AND d."orderId" = o."orderId" AND ${wroteTagAt(Prisma.sql`o."changedAt"`)})`;

export interface Settlement {
  readonly id: bigint;
  readonly outcome: 'published' | 'refused' | 'overtaken';
  readonly message: string | null;
  readonly now: Date;
}

const SETTLEMENT = Prisma.sql`"id" bigint, "outcome" text, "message" text, "now" timestamptz`;

/** Settles publications, by itself or within a larger statement. */
export function settleStatement(settled: readonly Settlement[]): Prisma.Sql {
  const rows = settled.map((settlement) => ({ ...settlement, id: String(settlement.id) }));
  return Prisma.sql`
    UPDATE "Publication" p SET "settledAt" = s."now", "outcome" = s."outcome", "message" = s."message"
    FROM ${jsonRows(rows, SETTLEMENT)} AS s
    WHERE p."id" = s."id"`;
}

/** Publications that end together share the commit. */
export const settlePublication = shareWritesTo<Database, Settlement, null>({
  async write(database, settled) {
    await database.$executeRaw(settleStatement(settled));
    return settled.map(() => null);
  },
  atOnce: 2,
  limit: 100,
});

/** Whether the tracking of a delivery was written before. */
export async function hasPublishedTracking(transaction: Statements, deliveryId: string): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM "Publication"
    WHERE "deliveryId" = ${deliveryId}::uuid AND "kind" = 'tracking' AND "outcome" = 'published' LIMIT 1`;
  return rows.length > 0;
}

const eventStatusSchema = z.enum(FULFILLMENT_EVENT_STATUSES);

export function eventStatusOf({ eventStatus }: Pick<Publication, 'eventStatus'>): FulfillmentEventStatus {
  return eventStatusSchema.parse(eventStatus);
}

/** Shopify's clock and ours differ a little, and Shopify updates its index of orders a moment after a write. */
const SLACK = '5 seconds';
/** The hand-over reads the order, so an edit that somebody makes within this time of our write is not missed. */
const SOON = '5 minutes';

/** Which of these Shopify orders have changed since our own writes after their hand-over, in the same order. */
export async function changedByOthers(
  transaction: Statements,
  shop: string,
  orders: readonly { readonly id: string; readonly updatedAt: string }[],
): Promise<string[]> {
  if (orders.length === 0) return [];
  const listed = orders.map(({ id, updatedAt }) => ({ id, updatedAt }));
  const own = await transaction.$queryRaw<{ id: string }[]>`
    SELECT o."id" FROM ${jsonRows(listed, Prisma.sql`"id" text, "updatedAt" timestamptz`)} AS o
    WHERE EXISTS (
      SELECT 1 FROM "Delivery" d JOIN "Publication" p ON p."deliveryId" = d."id"
      WHERE d."shopDomain" = ${shop} AND d."orderId" = o."id" AND (
        (p."outcome" = 'published' AND p."settledAt" <= d."handedOverAt" + ${SOON}::interval
          AND o."updatedAt" BETWEEN p."startedAt" - ${SLACK}::interval AND p."settledAt" + ${SLACK}::interval)
        OR (${wroteTagAt(Prisma.sql`o."updatedAt"`)})))`;
  const byUs = new Set(own.map(({ id }) => id));
  return orders.flatMap(({ id }) => (byUs.has(id) ? [] : id));
}

/** @returns the events of each delivery that has any; of many, the newest */
export async function madeEventsOf(
  transaction: Statements,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, MadeEvents>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await transaction.$queryRaw<Pick<Publication, 'deliveryId' | 'eventStatus' | 'happenedAt'>[]>`
    SELECT made.* FROM unnest(${[...deliveryIds]}::uuid[]) AS asked("id") CROSS JOIN LATERAL (
      SELECT "deliveryId", "eventStatus", "happenedAt" FROM "Publication"
      WHERE "deliveryId" = asked."id" AND "kind" = 'event' ORDER BY "id" DESC LIMIT ${BOUNDS.deliveryEvents}) AS made`;
  const ofDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return new Map([...ofDelivery].map(([id, made]) => [id, madeEvents(made)]));
}

function madeEvents(made: readonly Pick<Publication, 'eventStatus' | 'happenedAt'>[]): MadeEvents {
  const events = made.map(({ eventStatus, happenedAt }) => ({ status: eventStatusOf({ eventStatus }), happenedAt }));
  const dated = events.flatMap(({ status, happenedAt }) => (happenedAt ? [{ status, happenedAt }] : []));
  return {
    last: dated[0] ?? null,
    room: BOUNDS.deliveryEvents - dated.length,
    events: events.map(({ status, happenedAt }) => ({ status, isDated: happenedAt !== null })),
  };
}

export const NO_EVENTS: MadeEvents = madeEvents([]);
