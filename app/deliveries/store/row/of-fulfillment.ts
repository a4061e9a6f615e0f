import { Prisma } from '@prisma/client';

/** Identifies a delivery by its fulfillment. */
export interface FulfillmentOfShop {
  readonly shop: string;
  readonly fulfillmentId: string;
}

/** These fulfillments as the rows `f("shop", "fulfillmentId")` of a statement. */
export function fulfillmentRows(fulfillments: readonly FulfillmentOfShop[]): Prisma.Sql {
  const ids = fulfillments.map(({ shop, fulfillmentId }) => ({ shop, fulfillmentId }));
  return Prisma.sql`json_to_recordset(${JSON.stringify(ids)}::json) AS f("shop" text, "fulfillmentId" text)`;
}
