import { Prisma } from '@prisma/client';
import { BOUNDS } from '../../bounds.ts';
import { comparableFields, linesLeft, WATCHED_FIELDS, watchedFields } from '../../domain/lifecycle/edits.ts';
import { readColumn } from '../../domain/lifecycle/stored-columns.ts';
import type { Problem, ProblemCode } from '../../domain/problems/problem.ts';
import { blankData } from '../../domain/mapping/dropoff/withheld-data.ts';
import { inTransaction, type Statements } from '../../persistence/statements.ts';
import { addProblem, lockDelivery } from '../delivery-store.ts';
import { cancelDeliveries } from '../open-and-cancel.ts';
import { fingerprintsOf, secretOf } from '../hand-over/handed-over-with.ts';
import { changedByOthers, IS_OWN_TAG } from '../write-back/publications.ts';
import { claimDueComparisons, endComparison, queueComparisons } from './comparisons.ts';
import { readOrder, type OrderAsItStands } from '../../shopify/reading/read-orders.ts';
import type { AppContext } from '../../app-context.ts';
import type { ClaimedOrder } from '../due-orders.ts';
import { afterShopifyFailure } from '../after-shopify-failure.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import { shopTurns } from '../../scheduling/shop-turns.ts';

const AT_ONCE = 20;
/** Orders of one shop that are claimed before the next shop has its turn. */
const OF_ONE_SHOP = 10;

/**
 * Compares changed orders with what was handed over of them, as they become due.
 *
 * @param share from 0 to 1: the part of this process's places that comparisons may use now
 */
export function createComparer(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { database, logger, pace, shopifyLimits } = app;
  const { leaseMs } = pace.edits;
  const turns = shopTurns<ClaimedOrder>({ ofOneShop: OF_ONE_SHOP, shopOf: ({ shop }) => shop });
  return createClaimLoop<ClaimedOrder>({
    pace: pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const fullShops = shopifyLimits.full('read');
      const { rows, hasMore } = await turns.take(limit, (turn) =>
        claimDueComparisons(database, { leaseMs, fullShops, ...turn }),
      );
      return { rows, hasMore, isFull: fullShops.length > 0 };
    },
    work: (order) => shopifyLimits.occupy('read', order.shop, () => compareOrder(app, order)),
    failed: ({ shop, orderId }, error) => logger.error({ error, shop, orderId }, 'comparing an order failed'), // the claim expires
  });
}

async function compareOrder(app: AppContext, claimed: ClaimedOrder): Promise<void> {
  const again = await noticeEdits(app, claimed).then(
    () => null,
    (error: unknown) => afterShopifyFailure(app, claimed, error),
  );
  await endComparison(app.database, { claimed, again }, app.pace.edits.settleMs);
}

/**
 * Orders have changed in Shopify, perhaps by our own writes. Those of which the operator has a delivery are compared
 * soon.
 *
 * @param orders each with its gid, and when it changed as far as a webhook says
 * @returns for each order why there is nothing to compare; null when it is compared
 */
export async function compareSoon(
  { pace }: Pick<AppContext, 'pace'>,
  transaction: Statements,
  orders: readonly { readonly shop: string; readonly orderId: string; readonly changedAt: Date | null }[],
): Promise<(string | null)[]> {
  if (orders.length === 0) return [];
  const listed = orders.map(({ shop, orderId, changedAt }) => ({ shop, orderId, changedAt }));
  const rows = await transaction.$queryRaw<{ place: number; isOwnTag: boolean }[]>`
    SELECT (o."place" - 1)::int AS "place", ${IS_OWN_TAG} AS "isOwnTag"
    FROM ROWS FROM (
      json_to_recordset(${JSON.stringify(listed)}::json) AS ("shop" text, "orderId" text, "changedAt" timestamptz)
    ) WITH ORDINALITY AS o("shop", "orderId", "changedAt", "place")
    WHERE EXISTS (
      SELECT 1 FROM "Delivery" d WHERE d."shopDomain" = o."shop" AND d."orderId" = o."orderId" AND ${IS_WATCHED})`;
  const watched = new Map(rows.map(({ place, isOwnTag }) => [place, isOwnTag]));
  const changed = orders.filter((_, place) => watched.get(place) === false);
  await queueComparisons(transaction, changed, pace.edits.settleMs);
  return orders.map((_, place) => {
    const isOwnTag = watched.get(place);
    if (isOwnTag === undefined) return 'the operator has no delivery of this order';
    return isOwnTag ? 'our own tag' : null;
  });
}

/**
 * Finds the orders to compare among those that a page lists as changed. Those that our own writes changed are left out.
 *
 * @param orders of one shop
 */
export async function ordersListedAsChanged(
  { pace }: Pick<AppContext, 'pace'>,
  transaction: Statements,
  { shop, orders }: { shop: string; orders: readonly { readonly id: string; readonly updatedAt: string }[] },
): Promise<void> {
  if (orders.length === 0) return;
  const watched = await watchedOf(transaction, { shop, orderIds: orders.map(({ id }) => id) });
  const listed = orders.filter(({ id }) => watched.has(id));
  const changed = await changedByOthers(transaction, shop, listed);
  const ofShop = changed.map((orderId) => ({ shop, orderId }));
  await queueComparisons(transaction, ofShop, pace.edits.settleMs);
}

/** Those of the orders of which the operator has a delivery that can still be compared. */
async function watchedOf(
  transaction: Statements,
  { shop, orderIds }: { shop: string; orderIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await transaction.$queryRaw<{ orderId: string }[]>`
    SELECT DISTINCT d."orderId" FROM "Delivery" d
    WHERE d."shopDomain" = ${shop} AND d."orderId" = ANY (${[...orderIds]}) AND ${IS_WATCHED}
    LIMIT ${orderIds.length}`;
  return new Set(rows.map(({ orderId }) => orderId));
}

/**
 * Compares an order with what was handed over of it. The interface has no way to change or cancel a delivery order, so an
 * edit or a cancellation is a problem that a person must see. The delivery continues.
 *
 * @throws ShopifyError
 */
async function noticeEdits(app: AppContext, { shop, orderId }: { shop: string; orderId: string }): Promise<void> {
  const deliveries = await app.database.delivery.findMany({
    where: watchedDeliveries(shop, orderId),
    select: { id: true, fulfillmentId: true, handedOverWith: true },
    take: BOUNDS.orderDeliveries,
  });
  if (deliveries.length === 0) return;
  const order = await readOrder(app.adminApi, shop, orderId);
  if (!order) return;
  if (order.isCancelled) {
    const fulfillments = deliveries.map(({ fulfillmentId }) => ({ shop, fulfillmentId }));
    await inTransaction(app.database, (transaction) => cancelDeliveries(app, transaction, fulfillments));
    return;
  }
  const { comparable, withheld } = whatIsShown(order);
  if (comparable.length < WATCHED_FIELDS.length)
    app.logger.warn({ shop, orderId, withheld }, 'edits cannot all be seen');
  const shipped = deliveries.map((delivery) => readColumn(delivery, 'handedOverWith')?.lines ?? {});
  const left = linesLeft(shipped, order.lines);
  for (const [place, { id }] of deliveries.entries()) {
    await app.database.$transaction(async (transaction) => {
      const delivery = await lockDelivery(transaction, id);
      if (!delivery || delivery.cancelRequestedAt) return; // if it was cancelled since, only the cancellation matters
      const before = readColumn(delivery, 'handedOverWith');
      if (!before) return;
      const { dateAttributes = [] } = before;
      const values = watchedFields(order, dateAttributes);
      const edited: string[] = comparable.filter((field) => {
        const fingerprint = before.fields[field];
        if (fingerprint === undefined) return false;
        return app.encryption.isFingerprintOf(fingerprint, secretOf(id, field, values[field])) === false;
      });
      const lines = left[place] ?? before.lines;
      if (lines !== before.lines) edited.push('lines');
      if (edited.length === 0) return;
      await addProblem(transaction, delivery, editsProblem(readColumn(delivery, 'problems'), edited, app.now()), {
        // what is marked as handled is not told again: later edits are compared with the order as it is now
        handedOverWith: {
          fields: { ...before.fields, ...fingerprintsOf(app.encryption, id, values, comparable) },
          lines,
          dateAttributes,
        },
      });
      app.logger.info({ deliveryId: id, shop, edited }, 'edited after the hand-over');
    });
  }
}

const EDITED: ProblemCode = 'edited-after-hand-over';

/** Edits that nobody has handled yet are one problem together; a label is good if it was printed after the last one. */
function editsProblem(problems: readonly Problem[], edited: readonly string[], at: Date): Problem {
  const earlier = problems.flatMap(({ code, details: { fields } }) =>
    code === EDITED && typeof fields === 'object' ? fields : [],
  );
  return {
    code: EDITED,
    field: null,
    details: { fields: [...new Set([...earlier, ...edited])], editedAt: at.toISOString() },
  };
}

/** The operator has delivery `d`, and it can still be compared. */
const IS_WATCHED = Prisma.sql`d."handedOverAt" IS NOT NULL AND d."endedAt" IS NULL
  AND d."cancelRequestedAt" IS NULL AND d."handedOverWith" IS NOT NULL`;

/** The condition `IS_WATCHED` as a filter of Prisma, for one order. */
function watchedDeliveries(shopDomain: string, orderId: string) {
  return {
    shopDomain,
    orderId,
    handedOverAt: { not: null },
    endedAt: null,
    cancelRequestedAt: null,
    handedOverWith: { not: Prisma.DbNull },
  } satisfies Prisma.DeliveryWhereInput;
}

/**
 * What Shopify withholds is not an edit: neither a field that it refuses to show, nor an address that is blank as a
 * whole.
 */
function whatIsShown(order: OrderAsItStands) {
  const { shippingAddress, withheld } = order;
  const blank = blankData({ order: { ...order, billingAddress: null, customer: null }, deliveryMethods: [] });
  const isBlank =
    shippingAddress !== null && (['name', 'address', 'phone'] as const).every((kind) => blank.includes(kind));
  const hidden = isBlank ? blank : withheld;
  return { withheld: hidden, comparable: comparableFields(hidden) };
}
