import { Prisma } from '@prisma/client';
import { BOUNDS } from '../../bounds.ts';
import { letGo } from '../../early-warning/open-orders.ts';
import type { EarlyGroup } from '../../pages/review/review-view.ts';
import type { ShopRows, ShopContext } from '../shop-context.ts';
import { calledUntil } from './attention-groups.ts';

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
