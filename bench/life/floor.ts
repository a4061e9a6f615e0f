/**
 * The floor: a bare script that makes the same HTTP calls as the program with the same client, parses the same answers,
 * and commits the same facts with `pg`. It knows neither rules nor failures. Its deliveries are those of a shop that the
 * program leaves alone.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { recordOf, recordsIn } from '../../app/operator/order-record.ts';
import {
  createFulfillmentEvent,
  fulfillmentToHandOver,
  ordersUpdatedSince,
  setOrderMetafields,
  setTrackingInfo,
  trackingOfFulfillment,
} from '../../app/shopify/admin-api/operations.ts';
import { batchedReceipts } from '../webhook/batched-receipts.ts';
import {
  ACCOUNT,
  OPERATOR_URL,
  SHOP,
  type ShopAccess,
  askShopify,
  call,
  commit,
  inBatches,
  inParallel,
  operatorHeaders,
  pool,
  variable,
} from './floor-calls.ts';
import { answerSteps } from './step-process.ts';

const receipts = batchedReceipts(pool, variable('SHOPIFY_API_SECRET')).listen(0);
type Page = z.infer<typeof ordersUpdatedSince.data>;

interface Row {
  readonly id: string;
  readonly fulfillmentId: string;
  readonly orderId: string;
  orderNumber: string;
  trackingUrl: string | null;
  open: number[];
  seen: string;
}
const deliveries: Row[] = [];
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

async function handleWebhooks(): Promise<void> {
  const opened = await commit(
    `WITH due AS (SELECT * FROM "WebhookReceipt" WHERE "shop" = $1 AND "dueAt" <= now() FOR UPDATE SKIP LOCKED),
     handled AS (UPDATE "WebhookReceipt" r SET "dueAt" = NULL, "outcome" = 'handled', "handledAt" = now() FROM due WHERE r."id" = due."id")
     INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "createdAt", "updatedAt")
     SELECT gen_random_uuid(), $1, "subjectId", "orderId", now(), now() FROM due
     ON CONFLICT DO NOTHING RETURNING "id", "fulfillmentId", "orderId"`,
    [SHOP],
  );
  for (const row of opened) {
    const { id, fulfillmentId, orderId } = row;
    deliveries.push({
      id: String(id),
      fulfillmentId: String(fulfillmentId),
      orderId: String(orderId),
      orderNumber: '',
      trackingUrl: null,
      open: [],
      seen: '',
    });
  }
}

async function handOver(): Promise<void> {
  for (const batch of inBatches(deliveries)) {
    await commit(
      `UPDATE "Delivery" SET "claimToken" = $2, "claimedUntil" = now() + interval '30 seconds' WHERE "id" = ANY ($1)`,
      [ids(batch), randomUUID()],
    );
    await inParallel(batch, handOne);
  }
}

async function handOne(row: Row): Promise<void> {
  const answer = await askShopify(fulfillmentToHandOver, {
    id: row.fulfillmentId,
    metafieldKeys: [],
    metafields: 1,
    withMetafields: false,
  });
  const { fulfillment } = answer;
  if (!fulfillment) throw new Error('no fulfillment');
  const { order, fulfillmentLineItems: lines } = fulfillment;
  const address = order.shippingAddress;
  row.orderNumber = `F${fulfillment.name}`;
  const [attempt] = await commit(
    `WITH changed AS (UPDATE "Delivery" SET "phase" = 'handing-over', "possiblySentAt" = now(), "orderNumber" = $2,
       "operatorAccountId" = $3, "fulfillmentName" = $4, "orderName" = $5, "service" = 'Nextday', "updatedAt" = now()
       WHERE "id" = $1 RETURNING "id")
     INSERT INTO "Attempt" ("deliveryId", "verb", "startedAt") SELECT "id", 'create', now() FROM changed RETURNING "id"`,
    [row.id, row.orderNumber, ACCOUNT, fulfillment.name, order.name],
  );
  const content = await call(`${OPERATOR_URL}/order`, {
    method: 'POST',
    headers: operatorHeaders,
    body: JSON.stringify({
      order_number: row.orderNumber,
      delivery_date: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)} 00:00:00`,
      delivery_service: 'Nextday',
      pickup: { location: { id: 101 } },
      dropoff: {
        contact: { fullname: `${address?.firstName} ${address?.lastName}`, email: order.email, phone: '+51987654321' },
        location: { address: address?.address1, district: address?.city },
      },
      packages: lines.nodes.map(({ lineItem, quantity }) => ({
        code: lineItem.sku ?? 'x',
        name: lineItem.name,
        price: String(Math.round(Number(lineItem.originalTotalSet.shopMoney.amount))),
        qty: quantity,
      })),
      tags: {},
      url_tracking: true,
    }),
  });
  row.trackingUrl = recordsIn(content)[0]?.trackingUrl ?? null;
  const open = await commit(
    `WITH ended AS (UPDATE "Attempt" SET "outcome" = 'accepted', "httpStatus" = 200, "durationMs" = 1 WHERE "id" = $2),
     accepted AS (UPDATE "Delivery" SET "phase" = 'in-delivery', "handedOverAt" = now(), "possiblySentAt" = NULL,
       "trackingUrl" = $3, "claimToken" = NULL, "claimedUntil" = NULL, "updatedAt" = now() WHERE "id" = $1 RETURNING "id")
     INSERT INTO "Publication" ("deliveryId", "kind")
     SELECT "id", unnest(ARRAY['tracking', 'order-metafield']) FROM accepted RETURNING "id"`,
    [row.id, attempt?.id, row.trackingUrl],
  );
  row.open = open.map(({ id }) => Number(id));
}

const SETTLE = `UPDATE "Publication" SET "settledAt" = now(), "outcome" = 'published' WHERE "id" = $1`;

const writeMetafield = ({ orderId, orderNumber, trackingUrl }: Row) =>
  askShopify(setOrderMetafields, {
    metafields: [
      { ownerId: orderId, key: 'deliveries', type: 'json', value: JSON.stringify({ orderNumber, trackingUrl }) },
    ],
    gone: [],
    hasGone: false,
  });

async function publishTracking(): Promise<void> {
  await inParallel(deliveries, async (row) => {
    await askShopify(trackingOfFulfillment, { id: row.fulfillmentId });
    await askShopify(setTrackingInfo, {
      fulfillmentId: row.fulfillmentId,
      tracking: {
        company: 'Reparto',
        number: row.orderNumber,
        ...(row.trackingUrl === null ? {} : { url: row.trackingUrl }),
      },
      notifyCustomer: true,
    });
    await commit(SETTLE, [row.open[0]]);
    await writeMetafield(row);
    await commit(SETTLE, [row.open[1]]);
  });
}

async function publishEvent(): Promise<void> {
  await inParallel(
    deliveries.filter(({ open }) => open.length > 0),
    async (row) => {
      await commit(`UPDATE "Publication" SET "startedAt" = now() WHERE "id" = $1`, [row.open[0]]);
      await askShopify(createFulfillmentEvent, {
        event: { fulfillmentId: row.fulfillmentId, status: 'IN_TRANSIT', happenedAt: new Date().toISOString() },
      });
      await commit(SETTLE, [row.open[0]]);
      await writeMetafield(row);
      await commit(SETTLE, [row.open[1]]);
    },
  );
}

/** Reads every delivery. What is unchanged is settled with one statement for a batch. */
async function read(): Promise<void> {
  for (const batch of inBatches(deliveries)) {
    await commit(`UPDATE "Delivery" SET "claimedUntil" = now() + interval '30 seconds' WHERE "id" = ANY ($1)`, [
      ids(batch),
    ]);
    const unchanged: string[] = [];
    await inParallel(batch, async (row) => {
      const content = await call(`${OPERATOR_URL}/order/${encodeURIComponent(row.orderNumber)}`, {
        headers: operatorHeaders,
      });
      const record = recordOf(row.orderNumber, recordsIn(content));
      if (!record) throw new Error('no record');
      const seen = JSON.stringify(record);
      if (seen === row.seen) return unchanged.push(row.id);
      row.seen = seen;
      const open = await commit(
        `WITH kept AS (INSERT INTO "StateEntry" ("deliveryId", "status", "date", "at", "seenAt")
           SELECT $1, e."status", e."date", now(), now() FROM json_to_recordset($2::json) AS e("status" text, "date" text)
           ON CONFLICT DO NOTHING),
         changed AS (UPDATE "Delivery" SET "state" = $3, "stateGroup" = 'on-the-way', "stateAt" = now(), "lastState" = $3,
           "trackingUrl" = $4, "lastReadAt" = now(), "recordSeen" = $5, "updatedAt" = now() WHERE "id" = $1 RETURNING "id")
         INSERT INTO "Publication" ("deliveryId", "kind", "eventStatus")
         SELECT "id", p."kind", p."status" FROM changed, (VALUES ('event', 'IN_TRANSIT'), ('order-metafield', NULL)) AS p("kind", "status")
         RETURNING "id"`,
        [row.id, JSON.stringify(record.history), record.lastState, record.trackingUrl, randomUUID()],
      );
      row.open = open.map(({ id }) => Number(id));
      return row.open.length;
    });
    if (unchanged.length > 0)
      await commit(`UPDATE "Delivery" SET "lastReadAt" = now(), "updatedAt" = now() WHERE "id" = ANY ($1)`, [
        unchanged,
      ]);
  }
}

/** Reads the changed orders of shops page by page, and opens a delivery for each fulfillment. */
async function sweep({ shops, since }: { shops: readonly ShopAccess[]; since: string }): Promise<void> {
  for (const access of shops) {
    let after: string | null = null;
    do {
      const query = `updated_at:>='${since}'`;
      const page: Page = await askShopify(ordersUpdatedSince, { query, after, size: 50, limit: 4 }, access);
      const { nodes, pageInfo } = page.orders;
      const found = nodes.flatMap(({ id: orderId, fulfillments }) =>
        fulfillments.map(({ id, name }) => ({ fulfillmentId: id, orderId, name })),
      );
      await commit(
        `WITH progress AS (UPDATE "Shop" SET "reconciledUntil" = $3 WHERE "domain" = $1)
         INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "fulfillmentName", "createdAt", "updatedAt")
         SELECT gen_random_uuid(), $1, f."fulfillmentId", f."orderId", f."name", now(), now()
         FROM json_to_recordset($2::json) AS f("fulfillmentId" text, "orderId" text, "name" text) ON CONFLICT DO NOTHING`,
        [access.shop, JSON.stringify(found), nodes.at(-1)?.updatedAt ?? null],
      );
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
  }
}

answerSteps({
  port() {
    const address = receipts.address();
    return typeof address === 'object' && address ? address.port : 0;
  },
  handleWebhooks,
  handOver,
  publishTracking,
  publishEvent,
  read,
  sweep,
  orderNumbers: () => deliveries.map(({ orderNumber }) => orderNumber),
  forget: () => deliveries.splice(0).length,
});
