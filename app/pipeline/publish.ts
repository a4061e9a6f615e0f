import type { Delivery } from '@prisma/client';
import { inOrderOfTime } from '../domain/operator-state.ts';
import type { Transaction } from '../persistence/database.ts';
import {
  addPublications,
  beginPublication,
  eventStatusOf,
  openPublications,
  settlePublication,
  type NewPublication,
  type OpenPublication,
} from '../persistence/publications.ts';
import { settingsOf } from '../persistence/shops.ts';
import { hasEvent, publishEvent, publishOrderMetafield, publishTracking } from '../shopify/publish.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { goOnLater } from './go-on-later.ts';
import { publishJob } from './jobs.ts';
import type { World } from './world.ts';

/** Puts what is to be written back into the outbox, with the job that writes it. */
export async function queuePublications(
  world: Pick<World, 'queue'>,
  transaction: Transaction,
  { id, shopDomain: shop, orderId }: Pick<Delivery, 'id' | 'shopDomain' | 'orderId'>,
  publications: readonly NewPublication[],
): Promise<void> {
  await addPublications(transaction, id, publications);
  await world.queue.send(transaction, publishJob, { shop, orderId }, { key: orderId });
}

/**
 * Writes back to Shopify what an order's outbox holds, in order. What Shopify refuses for good is noted and passed over;
 * any other failure ends the run, and the job is tried again from there.
 *
 * @throws ShopifyError
 */
export async function publishOrder(world: World, order: { shop: string; orderId: string }): Promise<void> {
  const open = await openPublications(world.database, order);
  for (const publication of open) {
    if (publication.uninstalledAt) return;
    const { id, kind, eventStatus, deliveryId, correlationId, orderNumber } = publication;
    const log = world.logger.child({ deliveryId, correlationId, kind });
    if (isOvertaken(publication, open)) {
      await settle(world, publication, 'overtaken', null);
      continue;
    }
    const isRepeated = publication.startedAt !== null;
    await beginPublication(world.database, id, world.now());
    try {
      await write(world, order, publication, isRepeated);
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error;
      if (error.failure === 'not-installed') return; // goes on when the merchant opens the app
      if (error.failure === 'throttled') return goOnLater(world, publishJob, order, error);
      log.warn({ error }, error.failure === 'refused' ? 'Shopify refuses' : 'not published yet');
      if (error.failure !== 'refused') throw error;
      await settle(world, publication, 'refused', error.message);
      continue;
    }
    await settle(world, publication, 'published', null);
    log.info({ eventStatus, orderNumber }, 'published');
  }
}

/** The metafield is written as things stand now: one that is to be written again later need not be written before. */
function isOvertaken({ id, kind }: OpenPublication, open: readonly OpenPublication[]): boolean {
  return kind === 'order-metafield' && open.some((later) => later.kind === kind && later.id > id);
}

async function settle(
  world: World,
  { id, kind }: OpenPublication,
  outcome: 'published' | 'refused' | 'overtaken',
  message: string | null,
): Promise<void> {
  await settlePublication(world.database, { id, outcome, message, now: world.now() });
  world.metrics.publications.inc({ kind, outcome });
}

async function write(
  world: World,
  order: { shop: string; orderId: string },
  publication: OpenPublication,
  isRepeated: boolean,
): Promise<void> {
  const { adminApi } = world;
  const { shop } = order;
  const { fulfillmentId, orderNumber, trackingUrl: url } = publication;
  switch (publication.kind) {
    case 'tracking': {
      if (!orderNumber) return;
      const tracking = { company: world.environment.OPERATOR_NAME, number: orderNumber, url };
      const { notifyCustomer } = settingsOf(publication).publish;
      return publishTracking(adminApi, shop, { fulfillmentId, tracking, notifyCustomer });
    }
    case 'event': {
      const event = { status: eventStatusOf(publication), happenedAt: publication.happenedAt };
      if (isRepeated && (await hasEvent(adminApi, shop, fulfillmentId, event))) return;
      return publishEvent(adminApi, shop, fulfillmentId, event);
    }
    case 'order-metafield':
      return publishOrderMetafield(adminApi, shop, order.orderId, await orderMetafield(world, order));
    default:
      throw new Error(`no such publication: ${publication.kind}`);
  }
}

/** Of every delivery of the order, by the fulfillment's gid. Holds nothing about the buyer. */
async function orderMetafield(world: World, { shop, orderId }: { shop: string; orderId: string }): Promise<object> {
  const deliveries = await world.database.delivery.findMany({
    where: { shopDomain: shop, orderId },
    orderBy: { createdAt: 'asc' },
    include: { stateEntries: true },
  });
  return Object.fromEntries(
    deliveries.map((delivery) => [
      delivery.fulfillmentId,
      {
        phase: delivery.phase,
        state: delivery.state,
        stateGroup: delivery.stateGroup,
        stateAt: delivery.stateAt,
        orderNumber: delivery.orderNumber,
        trackingUrl: delivery.trackingUrl,
        service: delivery.service,
        promisedDate: delivery.promisedDate,
        windowStart: delivery.windowStart,
        windowEnd: delivery.windowEnd,
        history: inOrderOfTime(delivery.stateEntries).map(({ status, at }) => ({ status, at })),
      },
    ]),
  );
}
