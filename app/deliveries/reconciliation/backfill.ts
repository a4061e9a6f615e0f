import type { Backfill } from '@prisma/client';
import { advanceBackfill, claimDueBackfills, createBackfill, putPageOff } from './backfills.ts';
import { pageAgainAt } from '../after-shopify-failure.ts';
import { findShop } from '../../shops/shop-store.ts';
import { readFulfillmentsMade, type TimeSpan } from '../../shopify/reading/read-fulfillments-made.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { openDeliveries } from '../open-and-cancel.ts';
import { dryRunFulfillment, type DryRun } from '../merchant-actions/dry-run.ts';
import type { AppContext } from '../../app-context.ts';

/** Orders of a page, and fulfillments of each. */
const PAGE = { size: 10, limit: 20 };
const SHOPS_AT_ONCE = 10;
/**
 * The largest number of dry runs of one page. The rest is not checked, because each dry run costs query points that
 * hand-overs need.
 */
const DRY_RUN_LIMIT = 20;
const DRY_RUNS_AT_ONCE = 5;

/** @returns false when the shop already has a running backfill, which continues */
export async function startBackfill(
  app: Pick<AppContext, 'database' | 'now' | 'logger'>,
  { shop, range }: { shop: string; range: TimeSpan },
): Promise<boolean> {
  const isStarted = await createBackfill(app.database, { shop, ...range, now: app.now() });
  if (isStarted) app.logger.info({ shop, ...range }, 'backfill started');
  return isStarted;
}

/**
 * For each backfill that is due, reads one page of orders and opens a delivery for every fulfillment of its span that
 * has none. The deliveries and the cursor of the next page are committed together. A backfill therefore continues page
 * by page in any process, and opens nothing twice.
 */
export async function backfillDue(app: AppContext): Promise<void> {
  const now = app.now();
  const { leaseMs, pageEveryMs } = app.pace.backfill;
  const backfills = await claimDueBackfills(app.database, { now, leaseMs, limit: SHOPS_AT_ONCE });
  for (const backfill of backfills) {
    try {
      await backfillPage(app, backfill);
    } catch (error) {
      // the other shops do not wait for this one: its lease expires, and the page is read again
      const failed = { error, shop: backfill.shopDomain };
      if (!(error instanceof ShopifyError)) {
        app.logger.error(failed, 'the backfill failed');
        continue;
      }
      app.logger.warn(failed, 'not backfilled');
      const dueAt = pageAgainAt(app, error, pageEveryMs);
      if (dueAt) await putPageOff(app.database, backfill, dueAt);
    }
  }
}

async function backfillPage(app: AppContext, backfill: Backfill): Promise<void> {
  const { shopDomain: shop, cursor } = backfill;
  const page = await readFulfillmentsMade(app.adminApi, shop, backfill, { after: cursor, ...PAGE });
  const now = app.now();
  await app.database
    .$transaction(async (transaction) => {
      const fulfillments = page.fulfillments.map(({ name: fulfillmentName, ...ids }) => ({
        shop,
        fulfillmentName,
        ...ids,
      }));
      const { length: opened } = await openDeliveries(app, transaction, fulfillments, {
        lookFirst: true,
        backfillId: backfill.id,
      });
      const isAdvanced = await advanceBackfill(transaction, backfill, {
        ordersRead: page.ordersRead,
        reachedAt: page.reachedAt,
        next: page.next,
        now,
        opened,
        known: page.fulfillments.length - opened,
        dueAt: new Date(now.getTime() + app.pace.backfill.pageEveryMs),
      });
      if (!isAdvanced) throw new OvertakenError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof OvertakenError)) throw error;
    });
}

/** Thrown when the backfill was stopped, or another process has read the page: what this one opened is rolled back. */
class OvertakenError extends Error {
  override name = 'OvertakenError';
}

/** What a backfill would do with one fulfillment. */
export interface BackfillDryRun {
  readonly orderId: string;
  readonly orderName: string;
  readonly fulfillmentId: string;
  readonly name: string;
  /** The id of the delivery that it already has. */
  readonly deliveryId: string | null;
  /** Null when it has a delivery. */
  readonly dryRun: DryRun | 'not-checked' | null;
}

/**
 * The dry run of one page of orders.
 *
 * @param given.after the cursor of the page; null for the first page
 * @returns null when the shop is not known
 * @throws ShopifyError
 */
export async function dryRunBackfill(
  app: Pick<AppContext, 'adminApi' | 'environment' | 'servedDistricts' | 'now' | 'database'>,
  given: { shop: string; range: TimeSpan; after: string | null },
): Promise<{ fulfillments: BackfillDryRun[]; next: string | null } | null> {
  const { shop: domain, range, after } = given;
  const shop = await findShop(app.database, domain);
  if (!shop) return null;
  const { fulfillments, next } = await readFulfillmentsMade(app.adminApi, domain, range, { after, ...PAGE });
  const known = await app.database.delivery.findMany({
    where: { shopDomain: domain, fulfillmentId: { in: fulfillments.map(({ fulfillmentId }) => fulfillmentId) } },
    select: { id: true, fulfillmentId: true },
    take: fulfillments.length,
  });
  const deliveryIds = new Map(known.map(({ id, fulfillmentId }) => [fulfillmentId, id]));
  const dryRuns = new Map<string, DryRun | 'not-checked'>();
  const rest = fulfillments.filter(({ fulfillmentId }) => !deliveryIds.has(fulfillmentId)).slice(0, DRY_RUN_LIMIT);
  const dryRunOneAfterAnother = async () => {
    for (let each = rest.shift(); each; each = rest.shift()) {
      dryRuns.set(each.fulfillmentId, await dryRunFulfillment(app, shop, each.fulfillmentId, null));
    }
  };
  await Promise.all(Array.from({ length: DRY_RUNS_AT_ONCE }, dryRunOneAfterAnother));
  return {
    next,
    fulfillments: fulfillments.map(({ orderId, orderName, fulfillmentId, name }) => {
      const deliveryId = deliveryIds.get(fulfillmentId) ?? null;
      const dryRun = deliveryId ? null : (dryRuns.get(fulfillmentId) ?? 'not-checked');
      return { orderId, orderName, fulfillmentId, name, deliveryId, dryRun };
    }),
  };
}
