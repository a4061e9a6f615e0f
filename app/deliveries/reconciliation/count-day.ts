import {
  countableFrom,
  nextDayToCount,
  spanOfDay,
  zoneOfDays,
  type CountResult,
} from '../../domain/lifecycle/daily-count.ts';
import {
  advanceDailyCount,
  claimDueDailyCounts,
  dailyFigures,
  handOversNotCounted,
  keepCounted,
  lastCountedDay,
  openDailyCount,
  shopsWithoutCount,
  type DailyCountWithShop,
} from './daily-counts.ts';
import {
  readFulfillmentsMade,
  readFulfillmentStatuses,
  type TimeSpan,
} from '../../shopify/reading/read-fulfillments-made.ts';
import { isOrderInReach } from '../../shopify/reading/read-orders.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { wholeSecond } from '../../domain/calendar/told-time.ts';
import { countDeliveries } from '../../scorecard/delivery-counts.ts';
import { cancelDeliveries, openDeliveries } from '../open-and-cancel.ts';
import { pageAgainAt } from '../after-shopify-failure.ts';
import { operatorZone } from '../next-read.ts';
import type { AppContext } from '../../app-context.ts';

/** Orders of a page, and fulfillments of each; the few orders with more are read by themselves. */
const PAGE = { size: 40, limit: 5 };
/** The number of hand-overs that one query looks up, at a point each. */
const LOOKED_UP = 100;
const SHOPS_AT_ONCE = 10;
const NEW_SHOPS_AT_ONCE = 100;

/**
 * Counts each shop's days after their end, one after the other: what Shopify says was fulfilled, against what the
 * operator accepted. One page is read at a time. Its results and the cursor of the next page are committed together, so
 * any process can continue a count. A missing fulfillment gets a delivery and will be handed over. A delivery that
 * should not be under way gets the problem that somebody must call the operator. With the last page, the scorecard's counts
 * are brought up to date.
 */
export async function countDue(app: AppContext): Promise<void> {
  const now = app.now();
  const { leaseMs, pageEveryMs } = app.pace.dailyCount;
  for (const shop of await shopsWithoutCount(app.database, NEW_SHOPS_AT_ONCE)) {
    await openNextDay(app, shop).catch((error: unknown) => {
      app.logger.error({ error, shop: shop.domain }, 'no day opened to be counted'); // tried again in the next round
    });
  }
  const counts = await claimDueDailyCounts(app.database, { now, leaseMs, limit: SHOPS_AT_ONCE });
  for (const count of counts) {
    try {
      await countPage(app, count);
    } catch (error) {
      // the other shops do not wait for this one: its lease expires, and the page is read again
      const failed = { error, shop: count.shopDomain, day: count.day };
      if (!(error instanceof ShopifyError)) {
        app.logger.error(failed, 'counting failed');
        continue;
      }
      app.logger.warn(failed, 'not counted');
      const dueAt = pageAgainAt(app, error, pageEveryMs);
      if (dueAt) await advanceDailyCount(app.database, count, { dueAt });
    }
  }
}

async function openNextDay(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { domain, installedAt, timeZone }: DailyCountWithShop['shop'],
): Promise<void> {
  if (!installedAt) return;
  const zone = zoneOfDays(timeZone);
  const counted = await lastCountedDay(database, domain);
  const day = nextDayToCount({ counted, installedAt, now: now(), timeZone: zone });
  await openDailyCount(database, { shop: domain, day, dueAt: countableFrom(day, zone) });
}

async function countPage(app: AppContext, count: DailyCountWithShop): Promise<void> {
  const { day, shop, stage } = count;
  const zone = zoneOfDays(shop.timeZone);
  const dueAt = countableFrom(day, zone);
  // the shop's zone was not known when the day was opened, or has changed since
  if (dueAt > app.now()) return advanceDailyCount(app.database, count, { dueAt });
  const span = spanOfDay(day, zone);
  return stage === 'fulfilled' ? countFulfilled(app, count, span) : countAccepted(app, count, span);
}

/** One page of the fulfillments that Shopify says succeeded on the day, since the installation. */
async function countFulfilled(app: AppContext, count: DailyCountWithShop, { from, before }: TimeSpan): Promise<void> {
  const { shopDomain: shop, cursor: after } = count;
  const installedAt = wholeSecond(count.shop.installedAt ?? before);
  const span = { from: installedAt > from ? installedAt : from, before };
  const { fulfillments, next } =
    span.from < before
      ? await readFulfillmentsMade(app.adminApi, shop, span, { after, ...PAGE })
      : { fulfillments: [], next: null }; // a day before the app was installed again
  const now = app.now();
  await app.database.$transaction(async (transaction) => {
    const missing = await openDeliveries(
      app,
      transaction,
      fulfillments.map(({ name: fulfillmentName, ...ids }) => ({ shop, fulfillmentName, ...ids })),
      { lookFirst: true },
    );
    const missed = new Set(missing.map(({ fulfillmentId }) => fulfillmentId));
    const counted = fulfillments.map(({ orderId, orderName, fulfillmentId }) => {
      const result: CountResult = missed.has(fulfillmentId) ? 'missing' : 'known';
      return { orderId, orderName, fulfillmentId, result };
    });
    await keepCounted(transaction, count, counted);
    await advanceDailyCount(
      transaction,
      count,
      next === null
        ? { stage: 'accepted', cursor: null, dueAt: now }
        : { cursor: next, dueAt: new Date(now.getTime() + app.pace.dailyCount.pageEveryMs) },
    );
  });
}

/**
 * Those whose fulfillment is cancelled, or gone from its order. The others exist and are right: they were handed over
 * late, or by a backfill. Of an order that Shopify does not show, because it has become too old, nothing is known.
 */
async function cancelledOrGone<HandOver extends { fulfillmentId: string; orderId: string }>(
  { adminApi }: AppContext,
  shop: string,
  handOvers: readonly HandOver[],
): Promise<HandOver[]> {
  if (handOvers.length === 0) return [];
  const ids = handOvers.map(({ fulfillmentId }) => fulfillmentId);
  const statuses = await readFulfillmentStatuses(adminApi, shop, ids);
  const found: HandOver[] = [];
  for (const handOver of handOvers) {
    const status = statuses.get(handOver.fulfillmentId);
    const isOver =
      status === undefined ? await isOrderInReach(adminApi, shop, handOver.orderId) : status === 'CANCELLED';
    if (isOver) found.push(handOver);
  }
  return found;
}

/**
 * One page of the deliveries that the operator accepted on the day, and that are not among Shopify's fulfillments of
 * the day.
 */
async function countAccepted(app: AppContext, count: DailyCountWithShop, span: TimeSpan): Promise<void> {
  const { shopDomain: shop, day, cursor: after } = count;
  const handOvers = await handOversNotCounted(app.database, { shop, day, ...span, after, limit: LOOKED_UP });
  const extra = await cancelledOrGone(app, shop, handOvers);
  const now = app.now();
  const isLast = handOvers.length < LOOKED_UP;
  if (isLast) await countDeliveries(app, { day, shop: count.shop, zone: operatorZone(app, count.shop) });
  await app.database.$transaction(async (transaction) => {
    await keepCounted(
      transaction,
      count,
      extra.map(({ fulfillmentId, orderId, orderName }) => ({ fulfillmentId, orderId, orderName, result: 'extra' })),
    );
    await cancelDeliveries(
      app,
      transaction,
      extra.map(({ fulfillmentId }) => ({ shop, fulfillmentId })),
    );
    await advanceDailyCount(
      transaction,
      count,
      isLast
        ? { countedAt: now, cursor: null, dueAt: null }
        : { cursor: handOvers.at(-1)?.id ?? null, dueAt: new Date(now.getTime() + app.pace.dailyCount.pageEveryMs) },
    );
  });
  if (!isLast) return;
  const figures = await dailyFigures(app.database, { shop, day });
  const isOdd = figures.missing > 0 || figures.extra > 0;
  app.logger[isOdd ? 'warn' : 'info']({ shop, day, ...figures }, 'day counted');
  await openNextDay(app, count.shop);
}
