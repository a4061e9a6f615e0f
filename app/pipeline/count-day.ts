import { countableFrom, nextDayToCount, spanOfDay, type Finding } from '../domain/daily-count.ts';
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
} from '../persistence/daily-counts.ts';
import { readFulfillmentsMade, readFulfillmentStatuses, type TimeSpan } from '../shopify/read-fulfillments-made.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { wholeSecond } from '../shopify/shopify-time.ts';
import { cancelDelivery } from './cancel.ts';
import { openDeliveries } from './open-delivery.ts';
import type { World } from './world.ts';

/** Between two pages: one costs about 240 points, and a shop has others to spend them. */
const PAGE_EVERY_MS = 60_000;
/** Orders of a page, and fulfillments of each; the few orders with more are read by themselves. */
const PAGE = { size: 40, most: 5 };
/** Hand-overs that are looked up together, at a point each. */
const LOOKED_UP = 100;
/** A page of a killed process is read again after this. */
const LEASE_MS = 5 * 60_000;
const SHORTEST_REST_MS = 1_000;
const SHOPS_AT_ONCE = 10;
const NEW_SHOPS_AT_ONCE = 100;

/**
 * Counts each shop's days after their end, one after the other: what Shopify says was fulfilled against what the operator
 * accepted. A page is read at a time, and what it found and where the next one begins commit together, so a count goes on
 * where it stood, in whichever process. What was missing is opened, so that it will be handed over; of what should not be
 * under way the delivery says that somebody must call the operator.
 */
export async function countDue(world: World): Promise<void> {
  const now = world.now();
  for (const shop of await shopsWithoutCount(world.database, NEW_SHOPS_AT_ONCE)) await openNextDay(world, shop);
  const counts = await claimDueDailyCounts(world.database, { now, leaseMs: LEASE_MS, limit: SHOPS_AT_ONCE });
  for (const count of counts) {
    try {
      await countPage(world, count);
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error;
      world.logger.warn({ error, shop: count.shopDomain, day: count.day }, 'not counted'); // the lease ends, and the page is read again
      if (error.failure !== 'throttled') continue;
      const restMs = Math.max(error.retryAfterMs ?? PAGE_EVERY_MS, SHORTEST_REST_MS);
      await advanceDailyCount(world.database, count, { dueAt: new Date(world.now().getTime() + restMs) });
    }
  }
}

async function openNextDay(
  { database, now }: Pick<World, 'database' | 'now'>,
  { domain, installedAt, timeZone }: DailyCountWithShop['shop'],
): Promise<void> {
  if (!installedAt) return;
  const zone = timeZone ?? 'UTC';
  const counted = await lastCountedDay(database, domain);
  const day = nextDayToCount({ counted, installedAt, now: now(), timeZone: zone });
  await openDailyCount(database, { shop: domain, day, dueAt: countableFrom(day, zone) });
}

async function countPage(world: World, count: DailyCountWithShop): Promise<void> {
  const { day, shop, stage } = count;
  const zone = shop.timeZone ?? 'UTC';
  const dueAt = countableFrom(day, zone);
  // the shop's zone was not known when the day was opened, or has changed since
  if (dueAt > world.now()) return advanceDailyCount(world.database, count, { dueAt });
  const span = spanOfDay(day, zone);
  return stage === 'fulfilled' ? countFulfilled(world, count, span) : countAccepted(world, count, span);
}

/** One page of what Shopify says was fulfilled on the day, since the installation. */
async function countFulfilled(world: World, count: DailyCountWithShop, { from, before }: TimeSpan): Promise<void> {
  const { shopDomain: shop, cursor: after } = count;
  const installedAt = wholeSecond(count.shop.installedAt ?? before);
  const span = { from: installedAt > from ? installedAt : from, before };
  const { fulfillments, next } =
    span.from < before
      ? await readFulfillmentsMade(world.adminApi, shop, span, { after, ...PAGE })
      : { fulfillments: [], next: null }; // a day before the app was installed again
  const now = world.now();
  await world.database.$transaction(async (transaction) => {
    const missing = await openDeliveries(
      world,
      transaction,
      fulfillments.map(({ orderId, fulfillmentId }) => ({ shop, orderId, fulfillmentId })),
    );
    const missed = new Set(missing.map(({ fulfillmentId }) => fulfillmentId));
    const counted = fulfillments.map(({ orderId, orderName, fulfillmentId }) => {
      const finding: Finding = missed.has(fulfillmentId) ? 'missing' : 'known';
      return { orderId, orderName, fulfillmentId, finding };
    });
    await keepCounted(transaction, count, counted);
    await advanceDailyCount(
      transaction,
      count,
      next === null
        ? { stage: 'accepted', cursor: null, dueAt: now }
        : { cursor: next, dueAt: new Date(now.getTime() + PAGE_EVERY_MS) },
    );
  });
}

/** One page of what the operator accepted on the day although Shopify does not have it among the day's fulfillments. */
async function countAccepted(world: World, count: DailyCountWithShop, span: TimeSpan): Promise<void> {
  const { shopDomain: shop, day, cursor: after } = count;
  const handOvers = await handOversNotCounted(world.database, { shop, day, ...span, after, most: LOOKED_UP });
  const ids = handOvers.map(({ fulfillmentId }) => fulfillmentId);
  const statuses = ids.length > 0 ? await readFulfillmentStatuses(world.adminApi, shop, ids) : new Map();
  // those of other days are there and well: handed over late, or by a backfill
  const extra = handOvers.filter(({ fulfillmentId }) => (statuses.get(fulfillmentId) ?? 'CANCELLED') === 'CANCELLED');
  const now = world.now();
  const isLast = handOvers.length < LOOKED_UP;
  await world.database.$transaction(async (transaction) => {
    await keepCounted(
      transaction,
      count,
      extra.map(({ fulfillmentId, orderId, orderName }) => ({ fulfillmentId, orderId, orderName, finding: 'extra' })),
    );
    for (const { fulfillmentId } of extra) await cancelDelivery(world, transaction, { shop, fulfillmentId });
    await advanceDailyCount(
      transaction,
      count,
      isLast
        ? { countedAt: now, cursor: null, dueAt: null }
        : { cursor: handOvers.at(-1)?.id ?? null, dueAt: new Date(now.getTime() + PAGE_EVERY_MS) },
    );
  });
  if (!isLast) return;
  const figures = await dailyFigures(world.database, { shop, day });
  const isOdd = figures.missing > 0 || figures.extra > 0;
  world.logger[isOdd ? 'warn' : 'info']({ shop, day, ...figures }, 'day counted');
  await openNextDay(world, count.shop);
}
