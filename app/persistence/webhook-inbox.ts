import { Prisma, type WebhookReceipt } from '@prisma/client';
import type { Pace } from '../pace.ts';
import type { Database } from './database.ts';
import { shareWrites } from './share-writes.ts';
import type { Statements } from './statements.ts';
import { jsonRows } from './json-rows.ts';

/** A webhook that has arrived. It is due at once, unless `outcome` and `reason` say that there is nothing to do. */
export type NewReceipt = Omit<WebhookReceipt, 'id' | 'tries' | 'dueAt'>;

/** What happened to a webhook that arrived. */
export type Ingested = 'taken-in' | 'repeated' | 'skipped';

/** The inbox: the receipts of webhooks that wait to be handled. */
export interface WebhookInbox {
  /**
   * Resolves once the receipt is committed.
   *
   * @returns false when this webhook had already arrived
   */
  put(receipt: NewReceipt): Promise<boolean>;
  /** How many webhooks have arrived in this process. */
  arrived(): number;
}

/** More than one only while one is late: two that share the webhooks would hold half as many each. */
const FLUSHES_AT_ONCE = 4;
const FLUSH_LIMIT = 500;

/** Receipts that arrive while others are being written share the next INSERT. */
export function openWebhookInbox(database: Database, { lateMs }: Pace['inbox']): WebhookInbox {
  let arrived = 0;
  const write = shareWrites<NewReceipt, boolean>({
    async write(receipts) {
      const inserted = await insert(database, receipts);
      if (inserted.length === receipts.length) return receipts.map(() => true);
      const news = new Set(inserted.map(keyOf));
      return receipts.map((receipt) => news.delete(keyOf(receipt)));
    },
    atOnce: FLUSHES_AT_ONCE,
    limit: FLUSH_LIMIT,
    lateMs,
  });
  return {
    put(receipt) {
      arrived += 1;
      return write(receipt);
    },
    arrived: () => arrived,
  };
}

const keyOf = ({ shop, webhookId }: Pick<NewReceipt, 'shop' | 'webhookId'>) => `${shop} ${webhookId}`;

async function insert(database: Database, receipts: readonly NewReceipt[]) {
  return database.$queryRaw<{ shop: string; webhookId: string }[]>`
    INSERT INTO "WebhookReceipt" ("shop", "webhookId", "topic", "eventId", "triggeredAt", "receivedAt", "subjectId",
      "orderId", "status", "subjectName", "orderIds", "dueAt", "outcome", "reason", "handledAt")
    SELECT "shop", "webhookId", "topic", "eventId", "triggeredAt", "receivedAt", "subjectId",
      "orderId", "status", "subjectName", COALESCE("orderIds", '{}'), CASE WHEN "outcome" IS NULL THEN now() END, "outcome", "reason", "handledAt"
    FROM json_to_recordset(${JSON.stringify(receipts.map(rowOf))}::json) AS r("shop" text, "webhookId" text, "topic" text,
      "eventId" text, "triggeredAt" timestamptz, "receivedAt" timestamptz, "subjectId" text, "orderId" text, "status" text,
      "subjectName" text, "orderIds" text[], "outcome" text, "reason" text, "handledAt" timestamptz)
    ON CONFLICT ("shop", "webhookId") DO NOTHING RETURNING "shop", "webhookId"`;
}

/** The row without what is null, and with times as text: JSON is made of it in half the time. */
function rowOf(receipt: NewReceipt) {
  const { triggeredAt, receivedAt, handledAt } = receipt;
  const { shop, webhookId, topic, eventId, subjectId, orderId, status, subjectName, orderIds, outcome, reason } =
    receipt;
  return {
    shop,
    webhookId,
    topic,
    eventId: eventId ?? undefined,
    triggeredAt: triggeredAt?.toISOString(),
    receivedAt: receivedAt.toISOString(),
    subjectId: subjectId ?? undefined,
    orderId: orderId ?? undefined,
    status: status ?? undefined,
    subjectName: subjectName ?? undefined,
    orderIds: orderIds.length > 0 ? orderIds : undefined,
    outcome: outcome ?? undefined,
    reason: reason ?? undefined,
    handledAt: handledAt?.toISOString(),
  };
}

/** Has a row if a receipt is due. */
export const receiptsDue = () => Prisma.sql`
  SELECT 1 FROM "WebhookReceipt" WHERE "dueAt" <= now() + interval '1 millisecond' LIMIT 1`;

/**
 * Claims due receipts for the length of this transaction, oldest first. Due is by the database's clock: a process whose
 * clock is hours off would otherwise put off what it takes in. Columns round to milliseconds, so what is due now can be
 * dated a little later.
 */
export async function takeDueReceipts(
  transaction: Statements,
  { limit }: { limit: number },
): Promise<WebhookReceipt[]> {
  return transaction.$queryRaw`
    SELECT * FROM "WebhookReceipt" WHERE "dueAt" <= now() + interval '1 millisecond'
    ORDER BY "dueAt", "id" LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
}

/** Claims one receipt, if it is still due, in the same way. */
export async function takeDueReceipt(transaction: Statements, id: bigint): Promise<WebhookReceipt | undefined> {
  const [receipt] = await transaction.$queryRaw<WebhookReceipt[]>`
    SELECT * FROM "WebhookReceipt" WHERE "id" = ${id} AND "dueAt" <= now() + interval '1 millisecond'
    FOR UPDATE SKIP LOCKED`;
  return receipt;
}

export interface SettledReceipt {
  readonly id: bigint;
  /** Why nothing was done; null when something was done. */
  readonly reason: string | null;
}

export async function settleReceipts(
  transaction: Statements,
  settled: readonly SettledReceipt[],
  handledAt: Date,
): Promise<void> {
  const rows = settled.map(({ id, reason }) => ({ id: String(id), reason }));
  await transaction.$executeRaw`
    UPDATE "WebhookReceipt" r SET "reason" = s."reason", "handledAt" = ${handledAt}, "dueAt" = NULL,
      "outcome" = CASE WHEN s."reason" IS NULL THEN 'handled' ELSE 'skipped' END
    FROM ${jsonRows(rows, Prisma.sql`"id" bigint, "reason" text`)} AS s
    WHERE r."id" = s."id"`;
}

/** Puts off a receipt that could not be handled. */
export async function putReceiptOff(
  transaction: Statements,
  { id, tries, pauseMs }: { id: bigint; tries: number; pauseMs: number },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "WebhookReceipt" SET "tries" = ${tries}, "dueAt" = now() + ${pauseMs} * interval '1 millisecond'
    WHERE "id" = ${id} AND "dueAt" IS NOT NULL`;
}
