import type { Delivery } from '@prisma/client';
import type { Statements } from '../../persistence/statements.ts';
import { publishJob } from '../../scheduling/jobs.ts';
import type { AppContext } from '../../app-context.ts';
import type { NewPublication } from './publications.ts';

/** What is to be written back of one delivery. */
export interface ToPublish {
  readonly delivery: Pick<Delivery, 'id' | 'shopDomain' | 'orderId'>;
  readonly publications: readonly NewPublication[];
}

/** Adds the publications of several deliveries to the outbox, with the jobs that write them. */
export async function queueAllPublications(
  app: Pick<AppContext, 'queue'>,
  transaction: Statements,
  given: readonly ToPublish[],
): Promise<void> {
  const rows = given.flatMap(({ delivery: { id: deliveryId }, publications }) =>
    publications.map((publication) =>
      publication.kind === 'event'
        ? { deliveryId, ...publication, eventStatus: publication.status }
        : { deliveryId, ...publication },
    ),
  );
  if (rows.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO "Publication" ("deliveryId", "kind", "eventStatus", "happenedAt")
    SELECT p."deliveryId", p."kind", p."eventStatus", p."happenedAt"
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS p("deliveryId" uuid, "kind" text, "eventStatus" text, "happenedAt" timestamptz)`;
  const orders = new Map(
    given
      .filter(({ publications }) => publications.length > 0)
      .map(({ delivery: { shopDomain: shop, orderId } }) => [`${shop} ${orderId}`, { shop, orderId }]),
  );
  await app.queue.sendAll(
    transaction,
    publishJob,
    [...orders.values()].map((payload) => ({ payload, key: payload.orderId })),
  );
}
