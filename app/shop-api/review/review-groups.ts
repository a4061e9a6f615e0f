import { Prisma } from '@prisma/client';
import { BOUNDS } from '../../bounds.ts';
import type { AttentionGroup, EarlyGroup } from '../../pages/review/review-view.ts';
import { letGo } from '../../early-warning/open-orders.ts';
import type { ShopRows, ShopContext } from '../shop-context.ts';

/** Of the first thing that needs a person. */
const CODE = Prisma.sql`("exception_codes"("problems", "flags")->>0)`;

/** How long an answer is waited for. */
export const WAITED_HOURS = 2;

/** Until when whoever was called is waited for; null if nobody is, and if the call was about an earlier matter. */
const calledUntil = (since: Prisma.Sql, now: Date) => Prisma.sql`
  CASE WHEN "calledUntil" > ${now} AND "calledUntil" >= ${since} + ${WAITED_HOURS} * interval '1 hour' THEN "calledUntil" END`;

/**
 * The most urgent groups: what was not sent can still make today's cutoff, then what the courier has, then what has
 * ended, and the oldest first. A retry that fails again leaves a delivery where it is, so that nothing moves away under
 * what is being typed. Where somebody was called, they are waited for: such deliveries, and groups that have no others,
 * come last. Buyers write districts in any number of ways, and each way is a group of its own.
 *
 * @param given.named how many deliveries of each group are named
 */
export async function attentionGroups(
  { domain, database }: ShopRows,
  { named, now, limit = BOUNDS.attentionGroups }: { named: number; now: Date; limit?: number },
): Promise<{ groups: AttentionGroup[]; areMore: boolean }> {
  const groups = await database.$queryRaw<AttentionGroup[]>`
    WITH "needy" AS (
      SELECT "id", "orderId", "orderName", "orderNumber", "createdAt", "handedOverAt", "problems"->0 AS "problem",
        "state", to_jsonb("phase") || "exception_codes"("problems", "flags") AS "seen", ${CODE} AS "code", "problems"->0->'details'->>'district' AS "district",
        ${calledUntil(Prisma.sql`"attentionSince"`, now)} AS "calledUntil",
        CASE WHEN "handedOverAt" IS NULL THEN 0 WHEN "endedAt" IS NULL THEN 1 ELSE 2 END AS "urgency",
        "phase" = 'needs-attention' AND "handedOverAt" IS NULL AS "canRetry"
      FROM "Delivery"
      WHERE "shopDomain" = ${domain} AND "delivery_tab"("phase", "attentionSince") = 'attention'
    ), "placed" AS (
      SELECT *, row_number() OVER (
        PARTITION BY "code", "district" ORDER BY "calledUntil" IS NOT NULL, "urgency", "createdAt", "id"
      ) AS "place" FROM "needy"
    )
    SELECT "code", "district", count(*)::int AS "count", (count(*) FILTER (WHERE "canRetry"))::int AS "retryable",
      (array_agg("problem" ORDER BY "place") FILTER (WHERE "place" = 1))[1] AS "problem",
      jsonb_agg(jsonb_build_object('id', "id", 'orderId', "orderId", 'orderName', "orderName", 'calledUntil', "calledUntil",
        'atOperator', CASE WHEN "handedOverAt" IS NOT NULL THEN "orderNumber" END, 'state', "state", 'seen', "seen")
        ORDER BY "place")
        FILTER (WHERE "place" <= ${named}) AS "named"
    FROM "placed" GROUP BY "code", "district"
    ORDER BY bool_and("calledUntil" IS NOT NULL), min("urgency"), min("createdAt"), "code", "district"
    LIMIT ${limit + 1}`;
  return { groups: groups.slice(0, limit), areMore: groups.length > limit };
}

/** The deliveries of a group that can be retried, oldest first. */
export async function retryableOf(
  { domain, database }: ShopRows,
  { code, district, limit }: { code: string | null; district: string | null; limit: number },
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Delivery"
    WHERE "shopDomain" = ${domain} AND "delivery_tab"("phase", "attentionSince") = 'attention'
      AND "phase" = 'needs-attention' AND "handedOverAt" IS NULL
      AND ${CODE} IS NOT DISTINCT FROM ${code}
      AND "problems"->0->'details'->>'district' IS NOT DISTINCT FROM ${district}
    ORDER BY "createdAt", "id" DESC LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * The groups in which an order waits longest for its correction. Where somebody was called, they are waited for: such
 * orders, and groups that have no others, come last.
 *
 * @param given.named how many orders of each group are named
 */
export async function earlyGroups(
  { domain, database }: ShopRows,
  { named, now }: { named: number; now: Date },
): Promise<{ groups: EarlyGroup[]; areMore: boolean }> {
  const limit = BOUNDS.attentionGroups;
  const groups = await database.$queryRaw<EarlyGroup[]>`
    WITH "warned" AS (
      SELECT "orderId", "orderName", "warnedAt", "problems"->0 AS "problem", "problems"->0->>'code' AS "code",
        "problems"->0->'details'->>'district' AS "district",
        ${calledUntil(Prisma.sql`"warnedAt"`, now)} AS "calledUntil",
        "letGoAt" IS NULL AND "holds" @> '[{"phase": "held"}]'::jsonb AS "isHeld"
      FROM "OpenOrder" WHERE "shopDomain" = ${domain} AND "verdict" = 'warned'
    ), "placed" AS (
      SELECT *, row_number() OVER (
        PARTITION BY "code", "district" ORDER BY "calledUntil" IS NOT NULL, "warnedAt", "orderId"
      ) AS "place" FROM "warned"
    )
    SELECT "code", "district", count(*)::int AS "count", (count(*) FILTER (WHERE "isHeld"))::int AS "held",
      (array_agg("problem" ORDER BY "place") FILTER (WHERE "place" = 1))[1] AS "problem",
      jsonb_agg(jsonb_build_object('orderId', "orderId", 'orderName', "orderName", 'calledUntil', "calledUntil") ORDER BY "place")
        FILTER (WHERE "place" <= ${named}) AS "named"
    FROM "placed" GROUP BY "code", "district"
    ORDER BY bool_and("calledUntil" IS NOT NULL), min("warnedAt"), "code", "district"
    LIMIT ${limit + 1}`;
  return { groups: groups.slice(0, limit), areMore: groups.length > limit };
}

/** How many orders of the shop would not go out. */
export async function countWarned({ domain, database }: ShopRows): Promise<number> {
  return database.openOrder.count({ where: { shopDomain: domain, verdict: 'warned' } });
}

/** The largest number of orders that one press releases. The button can be pressed again. */
const RELEASED_LIMIT = 1_000;

/**
 * Releases the held orders of a group, although they would not go out.
 *
 * @returns how many
 */
export async function releaseGroup(
  { domain, database, app }: ShopContext,
  { code, district }: { code: string | null; district: string | null },
): Promise<number> {
  const held = await database.$queryRaw<{ orderId: string }[]>`
    SELECT "orderId" FROM "OpenOrder"
    WHERE "shopDomain" = ${domain} AND "verdict" = 'warned' AND "letGoAt" IS NULL AND "holds" <> '[]'::jsonb
      AND "problems"->0->>'code' IS NOT DISTINCT FROM ${code}
      AND "problems"->0->'details'->>'district' IS NOT DISTINCT FROM ${district}
    ORDER BY "warnedAt", "orderId" LIMIT ${RELEASED_LIMIT}`;
  let count = 0;
  for (const { orderId } of held) {
    if (await letGo(app.database, { shop: domain, orderId, now: app.now() })) count += 1;
  }
  return count;
}
