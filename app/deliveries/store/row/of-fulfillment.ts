import { Prisma } from '@prisma/client';
import { jsonRows } from '../../../persistence/json-rows.ts';

/** Identifies a delivery by its fulfillment. */
export interface FulfillmentOfShop {
  readonly shop: string;
  readonly fulfillmentId: string;
}

/** These fulfillments as the rows `f("shop", "fulfillmentId")` of a statement. */
export function fulfillmentRows(fulfillments: readonly FulfillmentOfShop[]): Prisma.Sql {
  const ids = fulfillments.map(({ shop, fulfillmentId }) => ({ shop, fulfillmentId }));
  return Prisma.sql`${jsonRows(ids, Prisma.sql`"shop" text, "fulfillmentId" text`)} AS f`;
}
