import { Prisma } from '@prisma/client';
import { ARRIVALS, SUMS } from '../../scorecard/delivery-counts.ts';
import type { DeliveryService } from '../../domain/mapping/delivery-services.ts';
import { NO_COUNTS, type Counts, type Group } from '../../domain/scorecard/scorecard.ts';
import { DIMENSIONS, type Dimension, type Slice } from '../../domain/scorecard/slice.ts';
import type { ShopRows } from '../shop-context.ts';

const COLUMN: Readonly<Record<Dimension, Prisma.Sql>> = {
  district: Prisma.sql`"district"`,
  service: Prisma.sql`"service"`,
  account: Prisma.sql`"operatorAccountId"`,
  pickup: Prisma.sql`"pickup"`,
  weekday: Prisma.sql`"weekday"::text`,
};

/** Some of the counts: those of a slice, by the days or by the months in it. */
export interface Counted {
  readonly slice: Slice;
  readonly span: 'day' | 'month';
}

function rowsOf(domain: string, { slice, span }: Counted): Prisma.Sql {
  const conditions = [
    Prisma.sql`"shopDomain" = ${domain} AND "span" = ${span} AND "day" >= ${slice.from} AND "day" <= ${slice.to}`,
    ...DIMENSIONS.flatMap((name) => (slice[name] === null ? [] : [Prisma.sql`${COLUMN[name]} = ${slice[name]}`])),
  ];
  return Prisma.join(conditions, ' AND ');
}

/** @param given.before the first day of the period before, which ends where the slice begins */
export async function readGroups(
  { domain, database }: ShopRows,
  { slice, span }: Counted,
  { by, before }: { by: Dimension; before: string },
): Promise<Group[]> {
  const rows = await database.$queryRaw<(Counts & { key: string; isBefore: boolean })[]>`
    SELECT ${COLUMN[by]} AS "key", "day" < ${slice.from} AS "isBefore", ${SUMS} FROM "DeliveryCount"
    WHERE ${rowsOf(domain, { slice: { ...slice, from: before }, span })} GROUP BY 1, 2`;
  const keys = new Set(rows.map(({ key }) => key));
  const countsOf = (key: string, isBefore: boolean): Counts =>
    rows.find((row) => row.key === key && row.isBefore === isBefore) ?? NO_COUNTS;
  return [...keys].map((key) => ({ key, now: countsOf(key, false), before: countsOf(key, true) }));
}

/** What the operator said first of deliveries that failed, the most frequent first. */
export async function readFailures(
  { domain, database }: ShopRows,
  counted: Counted,
  { limit }: { limit: number },
): Promise<{ state: string; count: number }[]> {
  return database.$queryRaw`
    WITH "alike" AS ( -- few differ, and opening each costs more than counting
      SELECT "failures", count(*) AS "rows" FROM "DeliveryCount" WHERE ${rowsOf(domain, counted)} AND "failed" > 0 GROUP BY 1
    )
    SELECT "state", sum("rows" * "count"::int)::int AS "count" FROM "alike", jsonb_each_text("failures") AS f("state", "count")
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`;
}

/** On which working days the deliveries of each district and service arrived. */
export async function readArrivals(
  { domain, database }: ShopRows,
  counted: Counted,
): Promise<{ district: string; service: DeliveryService; arrivedOn: number[] }[]> {
  return database.$queryRaw`
    SELECT "district", "service", ${ARRIVALS} FROM "DeliveryCount" WHERE ${rowsOf(domain, counted)} GROUP BY 1, 2`;
}

/** The last day that was counted; null before the first. */
export async function lastDay({ domain, database }: ShopRows): Promise<string | null> {
  const [row] = await database.$queryRaw<{ day: string | null }[]>`
    SELECT max("day") AS "day" FROM "DeliveryCount" WHERE "shopDomain" = ${domain} AND "span" = 'day'`;
  return row?.day ?? null;
}
