import type { Backfill } from '@prisma/client';
import { advanceBackfill, claimDueBackfills, createBackfill, stopRunningBackfill } from '../persistence/backfills.ts';
import { findShop } from '../persistence/shops.ts';
import { readFulfillmentsMade, type TimeSpan } from '../shopify/read-fulfillments-made.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { openDeliveries } from './open-delivery.ts';
import { previewFulfillment, type Preview } from './preview-order.ts';
import type { World } from './world.ts';

/** Orders of a page, and fulfillments of each. */
const PAGE = { size: 10, most: 20 };
/** Between two pages: one costs about 230 points, and the hand-overs it leads to need some as well. */
const PAGE_EVERY_MS = 5_000;
/** A page of a killed process is read again after this. */
const LEASE_MS = 60_000;
const SHOPS_AT_ONCE = 10;
/** Dry runs of one page; the rest is not checked, since each costs query points that hand-overs need. */
const MOST_PREVIEWS = 20;
const PREVIEWS_AT_ONCE = 5;

/** @returns false when one of the shop runs already: it goes on, and no other is begun */
export async function startBackfill(
  world: Pick<World, 'database' | 'now' | 'logger'>,
  { shop, range }: { shop: string; range: TimeSpan },
): Promise<boolean> {
  const isStarted = await createBackfill(world.database, { shop, ...range, now: world.now() });
  if (isStarted) world.logger.info({ shop, ...range }, 'backfill started');
  return isStarted;
}

/**
 * Stops the shop's backfill. What it has opened already goes on.
 *
 * @returns false when none runs
 */
export async function stopBackfill(world: Pick<World, 'database' | 'now'>, shop: string): Promise<boolean> {
  return stopRunningBackfill(world.database, { shop, now: world.now() });
}

/**
 * Reads, for each backfill that is due, one page of orders, and opens a delivery for every fulfillment of its span that
 * has none; the deliveries and the place where the next page begins commit together. So it goes on, page by page, in
 * whichever process, and nothing is opened twice.
 */
export async function backfillDue(world: World): Promise<void> {
  const now = world.now();
  const backfills = await claimDueBackfills(world.database, { now, leaseMs: LEASE_MS, limit: SHOPS_AT_ONCE });
  for (const backfill of backfills) {
    try {
      await backfillPage(world, backfill);
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error;
      world.logger.warn({ error, shop: backfill.shopDomain }, 'not backfilled'); // the lease ends, and the page is read again
    }
  }
}

async function backfillPage(world: World, backfill: Backfill): Promise<void> {
  const { shopDomain: shop, cursor } = backfill;
  const page = await readFulfillmentsMade(world.adminApi, shop, backfill, { after: cursor, ...PAGE });
  const now = world.now();
  await world.database
    .$transaction(async (transaction) => {
      const fulfillments = page.fulfillments.map(({ orderId, fulfillmentId }) => ({ shop, orderId, fulfillmentId }));
      const { length: opened } = await openDeliveries(world, transaction, fulfillments);
      const isAdvanced = await advanceBackfill(transaction, backfill, {
        ...{ ordersRead: page.ordersRead, reachedAt: page.reachedAt, next: page.next, now, opened },
        known: page.fulfillments.length - opened,
        dueAt: new Date(now.getTime() + PAGE_EVERY_MS),
      });
      if (!isAdvanced) throw new Overtaken();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Overtaken)) throw error;
    });
}

/** The backfill was stopped, or its page read by another process: what this one opened is taken back. */
class Overtaken extends Error {
  override name = 'Overtaken';
}

/** What a backfill would do with one fulfillment. */
export interface BackfillPreview {
  readonly orderName: string;
  readonly fulfillmentId: string;
  readonly name: string;
  /** Of the delivery that it has already. */
  readonly deliveryId: string | null;
  /** Null when it has a delivery. */
  readonly preview: Preview | 'not-checked' | null;
}

/**
 * The dry run of one page of orders.
 *
 * @param given.after where the page begins, as the page before it says; null for the first
 * @returns null when the shop is not known
 * @throws ShopifyError
 */
export async function previewBackfill(
  world: Pick<World, 'adminApi' | 'environment' | 'servedDistricts' | 'now' | 'database'>,
  given: { shop: string; range: TimeSpan; after: string | null },
): Promise<{ fulfillments: BackfillPreview[]; next: string | null } | null> {
  const { shop: domain, range, after } = given;
  const shop = await findShop(world.database, domain);
  if (!shop) return null;
  const { fulfillments, next } = await readFulfillmentsMade(world.adminApi, domain, range, { after, ...PAGE });
  const known = await world.database.delivery.findMany({
    where: { shopDomain: domain, fulfillmentId: { in: fulfillments.map(({ fulfillmentId }) => fulfillmentId) } },
    select: { id: true, fulfillmentId: true },
  });
  const deliveryIds = new Map(known.map(({ id, fulfillmentId }) => [fulfillmentId, id]));
  const previews = new Map<string, Preview | 'not-checked'>();
  const rest = fulfillments.filter(({ fulfillmentId }) => !deliveryIds.has(fulfillmentId)).slice(0, MOST_PREVIEWS);
  const previewOneAfterAnother = async () => {
    for (let each = rest.shift(); each; each = rest.shift()) {
      previews.set(each.fulfillmentId, await previewFulfillment(world, shop, each.fulfillmentId, null));
    }
  };
  await Promise.all(Array.from({ length: PREVIEWS_AT_ONCE }, previewOneAfterAnother));
  return {
    next,
    fulfillments: fulfillments.map(({ orderName, fulfillmentId, name }) => {
      const deliveryId = deliveryIds.get(fulfillmentId) ?? null;
      const preview = deliveryId ? null : (previews.get(fulfillmentId) ?? 'not-checked');
      return { orderName, fulfillmentId, name, deliveryId, preview };
    }),
  };
}
