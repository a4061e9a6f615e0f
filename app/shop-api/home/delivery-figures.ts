import type { DeliveryTab } from '../../domain/lifecycle/delivery-tab.ts';
import type { DayOutcome, DeliveryFigures, FlaggedDelivery } from '../../pages/home/home-view.ts';
import type { ShopRows } from '../shop-context.ts';

/** @param given.today when the shop's day began */
export async function countDeliveries(
  { domain, database }: ShopRows,
  { today }: { today: Date },
): Promise<DeliveryFigures> {
  const open: readonly DeliveryTab[] = ['waiting', 'on-the-way', 'attention'];
  const [tabs, [handedOver], ended, [toSend]] = await Promise.all([
    database.$queryRaw<{ tab: DeliveryTab; count: bigint }[]>`
      SELECT "delivery_tab"("phase", "attentionSince") AS "tab", count(*) AS "count" FROM "Delivery"
      WHERE "shopDomain" = ${domain} AND "delivery_tab"("phase", "attentionSince") = ANY(${open}) GROUP BY 1`,
    database.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) AS "count" FROM "Delivery" WHERE "shopDomain" = ${domain} AND "handedOverAt" >= ${today}`,
    database.$queryRaw<{ phase: string; count: bigint }[]>`
      SELECT "phase", count(*) AS "count" FROM "Delivery"
      WHERE "shopDomain" = ${domain} AND "endedAt" >= ${today} GROUP BY 1`,
    database.$queryRaw<{ count: number; until: Date | null }[]>`
      SELECT count(*)::int AS "count", max("sendAt") AS "until" FROM "Delivery"
      WHERE "shopDomain" = ${domain} AND "delivery_tab"("phase", "attentionSince") = 'waiting' AND "phase" = 'waiting'
        AND "heldFor" IS NULL`,
  ]);
  const inTab = (wanted: DeliveryTab) => Number(tabs.find(({ tab }) => tab === wanted)?.count ?? 0);
  const endedAs = (wanted: string) => Number(ended.find(({ phase }) => phase === wanted)?.count ?? 0);
  return {
    waiting: inTab('waiting'),
    onTheWay: inTab('on-the-way'),
    attention: inTab('attention'),
    handedOverToday: Number(handedOver?.count ?? 0),
    deliveredToday: endedAs('delivered'),
    endedBadlyToday: endedAs('failed'),
    toSend: toSend?.until ? { count: toSend.count, until: toSend.until } : null,
  };
}

/**
 * Day by day, oldest first; a day on which nothing ended is missing.
 *
 * @param given.timeZone IANA name
 */
export async function outcomesByDay(
  { domain, database }: ShopRows,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<DayOutcome[]> {
  return database.$queryRaw<DayOutcome[]>`
    SELECT to_char("endedAt" AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS "day",
      (count(*) FILTER (WHERE "phase" = 'delivered'))::int AS "delivered",
      (count(*) FILTER (WHERE "phase" = 'failed'))::int AS "failed",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM "endedAt" - "handedOverAt")::float8 / 3600)
        FILTER (WHERE "phase" = 'delivered') AS "medianHours"
    FROM "Delivery" WHERE "shopDomain" = ${domain} AND "endedAt" >= ${since} AND "phase" IN ('delivered', 'failed')
    GROUP BY 1 ORDER BY 1`;
}

/** @returns the oldest flags, one of each delivery, and how many deliveries have a flag */
export async function flaggedDeliveries(
  { domain, database }: ShopRows,
  { limit }: { limit: number },
): Promise<{ count: number; oldest: FlaggedDelivery[] }> {
  const rows = await database.$queryRaw<(FlaggedDelivery & { count: number })[]>`
    SELECT "id", "orderName", "code", "since", (count(*) OVER ())::int AS "count" FROM (
      SELECT DISTINCT ON ("id") "id", "orderName", "flag"->>'code' AS "code", "flag"->>'since' AS "since"
      FROM "Delivery", jsonb_array_elements("flags") AS "flag"
      WHERE "shopDomain" = ${domain} AND "flags" <> '[]'::jsonb
      ORDER BY "id", "flag"->>'since'
    ) AS "flagged" ORDER BY "since" LIMIT ${limit}`;
  return {
    count: rows[0]?.count ?? 0,
    oldest: rows.map(({ id, orderName, code, since }) => ({ id, orderName, code, since })),
  };
}

/** Deliveries that the operator may have, and the last moment at which one of them can have been sent. */
export async function checkedDeliveries({
  domain,
  database,
}: ShopRows): Promise<{ count: number; since: Date } | null> {
  const [row] = await database.$queryRaw<{ count: number; since: Date | null }[]>`
    SELECT count(*)::int AS "count", max("possiblySentAt") AS "since" FROM "Delivery"
    WHERE "shopDomain" = ${domain} AND "phase" = 'handing-over' AND "possiblySentAt" IS NOT NULL AND "heldFor" IS NULL`;
  return row?.since ? { count: row.count, since: row.since } : null;
}

/**
 * When the operator last accepted a delivery of the shop or reported its state, and when it last answered a call for the
 * shop, with any status, also to a test of the token. Null if it never has.
 */
export async function lastOperatorAnswers({
  domain,
  database,
}: ShopRows): Promise<{ lastSuccess: Date | null; lastAnswer: Date | null }> {
  const [row] = await database.$queryRaw<{ lastSuccess: Date | null; lastAnswer: Date | null }[]>`
    WITH "success" AS (
      SELECT greatest(
        (SELECT max("handedOverAt") FROM "Delivery" WHERE "shopDomain" = ${domain}),
        (SELECT max("lastReadAt") FROM "Delivery"
          WHERE "shopDomain" = ${domain} AND "delivery_tab"("phase", "attentionSince") = 'on-the-way'),
        (SELECT max("lastReadAt") FROM (SELECT "lastReadAt" FROM "Delivery"
          WHERE "shopDomain" = ${domain} AND "endedAt" IS NOT NULL ORDER BY "endedAt" DESC LIMIT 10) AS "ended")
      ) AS "at"
    )
    SELECT "at" AS "lastSuccess", greatest(
      "at",
      (SELECT greatest(a."provenAt", a."refusedSince") FROM "Shop" s
        JOIN "OperatorAccount" a ON a."id" = s."operatorAccountId" WHERE s."domain" = ${domain}),
      (SELECT max(t."startedAt") FROM (SELECT "id" FROM "Delivery" WHERE "shopDomain" = ${domain}
          ORDER BY "createdAt" DESC, "id" LIMIT 20) AS "newest"
        JOIN "Attempt" t ON t."deliveryId" = "newest"."id" WHERE t."httpStatus" IS NOT NULL)
    ) AS "lastAnswer" FROM "success"`;
  return row ?? { lastSuccess: null, lastAnswer: null };
}
