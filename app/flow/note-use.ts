import { BOUNDS } from '../bounds.ts';
import type { TriggerUse } from '../shopify/flow-requests.ts';
import type { AppContext } from '../app-context.ts';

/**
 * Notes whether a shop has an enabled workflow that begins with a trigger of the app. Messages can arrive in another
 * order than they were sent: the newest one counts.
 *
 * @returns false when the shop is not known
 */
export async function noteUse({ database }: Pick<AppContext, 'database'>, use: TriggerUse): Promise<boolean> {
  const { shop, definitionId, isEnabled, at } = use;
  const [row] = await database.$queryRaw<{ isKnown: boolean }[]>`
    WITH known AS (
      SELECT s."domain" FROM "Shop" s WHERE s."domain" = ${shop} AND s."uninstalledAt" IS NULL
    ), noted AS (
      INSERT INTO "FlowUse" ("shopDomain", "definitionId", "isEnabled", "at")
      SELECT "domain", ${definitionId}, ${isEnabled}, ${at} FROM known
      WHERE EXISTS (SELECT 1 FROM "FlowUse" u WHERE u."shopDomain" = ${shop} AND u."definitionId" = ${definitionId})
        OR (SELECT count(*) FROM "FlowUse" u WHERE u."shopDomain" = ${shop}) < ${BOUNDS.flowDefinitions}
      ON CONFLICT ("shopDomain", "definitionId")
      DO UPDATE SET "isEnabled" = excluded."isEnabled", "at" = excluded."at" WHERE "FlowUse"."at" <= excluded."at"
    )
    SELECT EXISTS (SELECT 1 FROM known) AS "isKnown"`;
  return row?.isKnown ?? false;
}
