import { Prisma } from '@prisma/client';
import { BOUNDS } from '../../bounds.ts';
import type { AttentionGroup } from '../../pages/review/review-view.ts';
import type { ShopRows } from '../shop-context.ts';

/** Of the first thing that needs a person. */
const CODE = Prisma.sql`("exception_codes"("problems", "flags")->>0)`;

/**
 * The largest groups. Buyers write districts in any number of ways, and each way is a group of its own.
 *
 * @param given.newest how many deliveries of each group are named
 */
export async function attentionGroups(
  { domain, database }: ShopRows,
  { newest, limit = BOUNDS.attentionGroups }: { newest: number; limit?: number },
): Promise<{ groups: AttentionGroup[]; areMore: boolean }> {
  const groups = await database.$queryRaw<AttentionGroup[]>`
    WITH "needy" AS (
      SELECT "id", "orderId", "orderName", "createdAt", "problems"->0 AS "problem", ${CODE} AS "code",
        "problems"->0->'details'->>'district' AS "district",
        "phase" = 'needs-attention' AND "handedOverAt" IS NULL AS "canRetry",
        row_number() OVER (
          PARTITION BY ${CODE}, "problems"->0->'details'->>'district' ORDER BY "createdAt" DESC, "id"
        ) AS "place"
      FROM "Delivery"
      WHERE "shopDomain" = ${domain} AND "delivery_tab"("phase", "attentionSince") = 'attention'
    )
    SELECT "code", "district", count(*)::int AS "count", (count(*) FILTER (WHERE "canRetry"))::int AS "retryable",
      (array_agg("problem" ORDER BY "place") FILTER (WHERE "place" = 1))[1] AS "problem",
      jsonb_agg(jsonb_build_object('id', "id", 'orderId', "orderId", 'orderName', "orderName") ORDER BY "place")
        FILTER (WHERE "place" <= ${newest}) AS "newest"
    FROM "needy" GROUP BY "code", "district" ORDER BY count(*) DESC, "code", "district"
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
