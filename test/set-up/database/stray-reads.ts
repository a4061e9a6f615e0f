import type { Database } from '../../../app/persistence/database.ts';

/** Planned reads that differ from the `nextReadAt` of their delivery, and those that are missing. There must be none. */
export async function strayReads(database: Database): Promise<unknown[]> {
  return database.$queryRaw`
    SELECT d."id", d."nextReadAt", d."operatorAccountId", r.* FROM "PlannedRead" r
    FULL JOIN (SELECT * FROM "Delivery" WHERE "nextReadAt" IS NOT NULL AND "operatorAccountId" IS NOT NULL) d
      ON d."id" = r."deliveryId"
    WHERE (r."deliveryId", r."readAt", r."operatorAccountId", r."shopDomain")
      IS DISTINCT FROM (d."id", d."nextReadAt", d."operatorAccountId", d."shopDomain")`;
}
