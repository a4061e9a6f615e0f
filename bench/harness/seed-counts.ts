import { monthStatement } from '../../app/scorecard/delivery-counts.ts';
import { onServer } from '../../test/set-up/database/database-server.ts';

/** What the deliveries of the seeded days differ in. */
export interface CountSpread {
  readonly days: number;
  /** Deliveries of a day. */
  readonly daily: number;
  readonly districts: number;
}

/**
 * Counts of deliveries that were promised for the days up to yesterday: two services, two pickup points, and districts that
 * get fewer deliveries the higher their number.
 */
export async function seedCounts(
  databaseUrl: string,
  shop: string,
  { days, daily, districts }: CountSpread,
): Promise<void> {
  await onServer(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO "DeliveryCount"
       SELECT $1, 'day', "day", extract(isodow FROM "day"::date), '00000000-0000-4000-8000-000000000001', "service", 'Distrito ' || "district", "pickup",
         count(*) FILTER (WHERE "luck" < 0.85), count(*) FILTER (WHERE "luck" BETWEEN 0.85 AND 0.88),
         count(*) FILTER (WHERE "luck" BETWEEN 0.88 AND 0.96), count(*) FILTER (WHERE "luck" > 0.96),
         count(*) FILTER (WHERE "luck" < 0.9),
         count(*) FILTER (WHERE "luck" > 0.9), CASE WHEN max("luck") > 0.9
           THEN jsonb_build_object('ausente', count(*) FILTER (WHERE "luck" > 0.9)) ELSE '{}' END,
         count(*) FILTER (WHERE "luck" > 0.93), 20 * count(*) FILTER (WHERE "luck" > 0.93),
         array_fill(0, ARRAY[5]) || count(*)::int || array_fill(0, ARRAY[9]),
         array_fill(0, ARRAY[8]) || count(*)::int || array_fill(0, ARRAY[6]),
         array_fill(0, ARRAY[2]) || count(*)::int || array_fill(0, ARRAY[7])
       FROM (
         SELECT to_char(current_date - d, 'YYYY-MM-DD') AS "day", (ARRAY['Nextday', 'Sameday'])[1 + n % 2] AS "service",
           (101 + n / 2 % 2)::text AS "pickup", floor($4 * random() * random())::int AS "district", random() AS "luck"
         FROM generate_series(1, $2) AS d, generate_series(1, $3) AS n
       ) AS "delivery" GROUP BY "day", "service", "district", "pickup"`,
      [shop, days, daily, districts],
    );
    const { rows } = await client.query<{ month: string }>(
      `SELECT DISTINCT left("day", 7) AS "month" FROM "DeliveryCount" WHERE "span" = 'day'`,
    );
    for (const { month } of rows) {
      const { text, values } = monthStatement(shop, `${month}-01`);
      await client.query(text, values);
    }
    await client.query('VACUUM ANALYZE "DeliveryCount"');
  });
}
