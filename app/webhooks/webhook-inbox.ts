import type { WebhookReceipt } from '@prisma/client';
import type { Database, Transaction } from '../persistence/database.ts';
import { shareWrites } from '../persistence/share-writes.ts';

/** A webhook that has arrived. It is due at once, unless `outcome` and `reason` say that there is nothing to do. */
export type NewReceipt = Omit<WebhookReceipt, 'id' | 'tries' | 'dueAt'>;

/** The inbox: the receipts of webhooks that wait to be handled. */
export interface WebhookInbox {
  /**
   * Resolves once the receipt is committed.
   *
   * @returns false when this webhook had already arrived
   */
  put(receipt: NewReceipt): Promise<boolean>;
}

const FLUSHES_AT_ONCE = 2;
const FLUSH_LIMIT = 500;

/** Receipts that arrive while others are being written share the next INSERT. */
export function openWebhookInbox(database: Database): WebhookInbox {
  const put = shareWrites<NewReceipt, boolean>({
    async write(receipts) {
      const news = new Set((await insert(database, receipts)).map(keyOf));
      return receipts.map((receipt) => news.delete(keyOf(receipt)));
    },
    atOnce: FLUSHES_AT_ONCE,
    limit: FLUSH_LIMIT,
  });
  return { put };
}

const keyOf = ({ shop, webhookId }: Pick<NewReceipt, 'shop' | 'webhookId'>) => `${shop} ${webhookId}`;

async function insert(database: Database, receipts: readonly NewReceipt[]) {
  return database.$queryRaw<{ shop: string; webhookId: string }[]>`
    INSERT INTO "WebhookReceipt" ("shop", "webhookId", "topic", "eventId", "triggeredAt", "receivedAt", "subjectId",
      "orderId", "status", "subjectName", "orderIds", "dueAt", "outcome", "reason", "handledAt")
    SELECT "shop", "webhookId", "topic", "eventId", "triggeredAt", "receivedAt", "subjectId",
      "orderId", "status", "subjectName", "orderIds", CASE WHEN "outcome" IS NULL THEN now() END, "outcome", "reason", "handledAt"
    FROM json_populate_recordset(NULL::"WebhookReceipt", ${JSON.stringify(receipts)}::json)
    ON CONFLICT ("shop", "webhookId") DO NOTHING RETURNING "shop", "webhookId"`;
}

/** Whether a receipt is due. It costs a quiet process one statement where a claim costs three. */
export async function anyReceiptDue(database: Database): Promise<boolean> {
  const [answer] = await database.$queryRaw<{ isDue: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "WebhookReceipt" WHERE "dueAt" <= now() + interval '1 millisecond') AS "isDue"`;
  return answer?.isDue ?? false;
}

/**
 * Claims due receipts for the length of this transaction, oldest first. Due is by the database's clock: a process whose
 * clock is hours off would otherwise put off what it takes in. Columns round to milliseconds, so what is due now can be
 * dated a little later.
 */
export async function takeDueReceipts(
  transaction: Transaction,
  { limit }: { limit: number },
): Promise<WebhookReceipt[]> {
  return transaction.$queryRaw`
    SELECT * FROM "WebhookReceipt" WHERE "dueAt" <= now() + interval '1 millisecond'
    ORDER BY "dueAt", "id" LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
}

export interface SettledReceipt {
  readonly id: bigint;
  /** Why nothing was done; null when something was done. */
  readonly reason: string | null;
}

export async function settleReceipts(
  transaction: Transaction,
  settled: readonly SettledReceipt[],
  handledAt: Date,
): Promise<void> {
  const rows = settled.map(({ id, reason }) => ({ id: String(id), reason }));
  await transaction.$executeRaw`
    UPDATE "WebhookReceipt" r SET "reason" = s."reason", "handledAt" = ${handledAt}, "dueAt" = NULL,
      "outcome" = CASE WHEN s."reason" IS NULL THEN 'handled' ELSE 'skipped' END
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS s("id" bigint, "reason" text)
    WHERE r."id" = s."id"`;
}

/** Puts off a receipt that could not be handled. */
export async function putReceiptOff(
  transaction: Transaction,
  { id, tries, pauseMs }: { id: bigint; tries: number; pauseMs: number },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "WebhookReceipt" SET "tries" = ${tries}, "dueAt" = now() + ${pauseMs} * interval '1 millisecond'
    WHERE "id" = ${id} AND "dueAt" IS NOT NULL`;
}
