import { onServer } from '../../test/set-up/database/database-server.ts';

/**
 * Fills the table up to `size` deliveries in transit, all of one shop and account, created a second apart. One in ten
 * is due to be read now, one in a thousand is delayed, and another one in a thousand is late. Services and pickups
 * alternate.
 */
export async function seedDeliveries(
  databaseUrl: string,
  size: number,
  shop = 'tienda-llena.myshopify.com',
): Promise<void> {
  await onServer(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO "OperatorAccount" ("id", "environment", "tokenEncrypted", "tokenFingerprint", "tokenLastFour")
       VALUES ('00000000-0000-4000-8000-000000000001', 'production', '', 'bench', 'ench') ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `INSERT INTO "Shop" ("domain", "operatorAccountId") VALUES ($1, '00000000-0000-4000-8000-000000000001')
       ON CONFLICT DO NOTHING`,
      [shop],
    );
    await client.query(
      `INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "orderName", "orderNumber", "phase",
         "operatorAccountId", "service", "pickup", "state", "stateGroup", "flags", "handedOverAt", "handedOverWith", "createdAt",
         "updatedAt", "nextReadAt")
       SELECT gen_random_uuid(), $1, 'gid://shopify/Fulfillment/' || n, 'gid://shopify/Order/' || n, '#' || n, 'B' || n,
         'in-delivery', '00000000-0000-4000-8000-000000000001', (ARRAY['Nextday', 'Express', 'Sameday'])[1 + n % 3], (101 + n % 5)::text,
         'en camino', CASE WHEN n % 1000 = 1 THEN 'delayed' ELSE 'on-the-way' END,
         CASE WHEN n % 1000 = 2 THEN jsonb_build_array(jsonb_build_object('code', 'late', 'since', now())) ELSE '[]' END, now(),
         '{"fields": {}, "lines": {}}', now() - n * interval '1 second', now(),
         CASE WHEN n % 10 = 0 THEN now() - interval '1 minute' ELSE now() + interval '1 day' END
       FROM generate_series((SELECT count(*) FROM "Delivery") + 1, $2::int) AS n`,
      [shop, size],
    );
    await client.query('VACUUM ANALYZE "Delivery", "PlannedRead"');
  });
}
