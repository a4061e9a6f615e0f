import { METHOD_WITHOUT_SERVICE } from '../../domain/planning/delivery-plan.ts';
import type { ShopSettings } from '../../domain/settings/shop-settings.ts';
import type { UnassignedMethods } from '../../pages/review/review-view.ts';
import type { ShopRows } from '../shop-context.ts';

/** No index has the decisions, so only the newest deliveries are searched. */
const LOOKED_THROUGH = 500;

/** Null when no shipping method has a service, so that none is missing, or when no delivery lacks one. */
export async function unassignedMethods(
  { domain, database }: ShopRows,
  { service }: Pick<ShopSettings, 'service'>,
): Promise<UnassignedMethods | null> {
  const assigned = Object.keys(service.methods);
  if (assigned.length === 0) return null;
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT "decisions" FROM "Delivery" WHERE "shopDomain" = ${domain}
      ORDER BY "createdAt" DESC, "id" LIMIT ${LOOKED_THROUGH}
    ) AS "newest" WHERE "decisions" @> ${JSON.stringify([METHOD_WITHOUT_SERVICE])}::jsonb`;
  const count = row?.count ?? 0;
  if (count === 0) return null;
  return { count, named: [...assigned, ...service.rules.flatMap(({ when }) => when.shippingMethods ?? [])] };
}
