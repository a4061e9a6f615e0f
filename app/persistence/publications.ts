import { z } from 'zod';
import type { Delivery, Publication, Shop } from '@prisma/client';
import type { EventToPublish } from '../domain/events-to-publish.ts';
import { FULFILLMENT_EVENT_STATUSES, type FulfillmentEventStatus } from '../domain/operator-state.ts';
import type { Transaction } from './database.ts';

/** One thing to write back to Shopify. */
export type NewPublication =
  | { readonly kind: 'tracking' }
  | { readonly kind: 'order-metafield' }
  | { readonly kind: 'event'; readonly status: FulfillmentEventStatus; readonly happenedAt: Date | null };

export async function addPublications(
  transaction: Transaction,
  deliveryId: string,
  publications: readonly NewPublication[],
): Promise<void> {
  const rows = publications.map((publication) =>
    publication.kind === 'event' ? { ...publication, eventStatus: publication.status } : publication,
  );
  await transaction.$executeRaw`
    INSERT INTO "Publication" ("deliveryId", "kind", "eventStatus", "happenedAt")
    SELECT ${deliveryId}::uuid, p."kind", p."eventStatus", p."happenedAt"
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS p("kind" text, "eventStatus" text, "happenedAt" timestamptz)`;
}

/** With what is said of its delivery, and what the shop wants. */
export type OpenPublication = Pick<
  Publication,
  'id' | 'deliveryId' | 'kind' | 'eventStatus' | 'happenedAt' | 'startedAt'
> &
  Pick<Delivery, 'fulfillmentId' | 'orderNumber' | 'trackingUrl' | 'correlationId'> &
  Pick<Shop, 'settings' | 'uninstalledAt'>;

/** What of an order is still to be written, in order. */
export async function openPublications(
  transaction: Transaction,
  { shop, orderId }: { shop: string; orderId: string },
): Promise<OpenPublication[]> {
  return transaction.$queryRaw`
    SELECT p."id", p."deliveryId", p."kind", p."eventStatus", p."happenedAt", p."startedAt",
      d."fulfillmentId", d."orderNumber", d."trackingUrl", d."correlationId", s."settings", s."uninstalledAt"
    FROM "Delivery" d
    JOIN "Publication" p ON p."deliveryId" = d."id" AND p."settledAt" IS NULL
    JOIN "Shop" s ON s."domain" = d."shopDomain"
    WHERE d."shopDomain" = ${shop} AND d."orderId" = ${orderId}
    ORDER BY p."id"`;
}

/** Before the mutation goes out: a publication that is open and begun has an unknown outcome. */
export async function beginPublication(transaction: Transaction, id: bigint, now: Date): Promise<void> {
  await transaction.$executeRaw`UPDATE "Publication" SET "startedAt" = ${now} WHERE "id" = ${id}`;
}

export async function settlePublication(
  transaction: Transaction,
  given: { id: bigint; outcome: 'published' | 'refused' | 'overtaken'; message: string | null; now: Date },
): Promise<void> {
  const { id, outcome, message, now } = given;
  await transaction.$executeRaw`
    UPDATE "Publication" SET "settledAt" = ${now}, "outcome" = ${outcome}, "message" = ${message} WHERE "id" = ${id}`;
}

/** The orders of which something has been open for longer than it should be, of shops that have the app. */
export async function overdueOrders(
  transaction: Transaction,
  { before, limit }: { before: Date; limit: number },
): Promise<{ shop: string; orderId: string }[]> {
  return transaction.$queryRaw`
    SELECT DISTINCT d."shopDomain" AS "shop", d."orderId"
    FROM "Publication" p
    JOIN "Delivery" d ON d."id" = p."deliveryId"
    JOIN "Shop" s ON s."domain" = d."shopDomain"
    WHERE p."settledAt" IS NULL AND p."createdAt" <= ${before} AND s."uninstalledAt" IS NULL
    LIMIT ${limit}`;
}

export async function lastDatedEvent(transaction: Transaction, deliveryId: string): Promise<EventToPublish | null> {
  const [last] = await transaction.$queryRaw<Pick<Publication, 'eventStatus' | 'happenedAt'>[]>`
    SELECT "eventStatus", "happenedAt" FROM "Publication"
    WHERE "deliveryId" = ${deliveryId}::uuid AND "kind" = 'event' AND "happenedAt" IS NOT NULL
    ORDER BY "id" DESC LIMIT 1`;
  return last?.happenedAt ? { status: eventStatusOf(last), happenedAt: last.happenedAt } : null;
}

const eventStatusSchema = z.enum(FULFILLMENT_EVENT_STATUSES);

export function eventStatusOf({ eventStatus }: Pick<Publication, 'eventStatus'>): FulfillmentEventStatus {
  return eventStatusSchema.parse(eventStatus);
}
