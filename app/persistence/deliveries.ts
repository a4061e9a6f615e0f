import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Prisma, type Delivery, type OperatorAccount, type Shop } from '@prisma/client';
import { PHASES, phasesBefore, type Phase } from '../domain/delivery-phase.ts';
import type { Database, Transaction } from './database.ts';

export type DeliveryWithShop = Delivery & {
  /** The one it was handed over with, or should have been; the shop may have another by now. */
  operatorAccount: OperatorAccount | null;
  shop: Shop & { operatorAccount: OperatorAccount | null };
};

const phaseSchema = z.enum(PHASES);

export function phaseOf({ phase }: Pick<Delivery, 'phase'>): Phase {
  return phaseSchema.parse(phase);
}

const WITH_SHOP = { operatorAccount: true, shop: { include: { operatorAccount: true } } } as const;

export async function findDeliveryWithShop(transaction: Transaction, id: string): Promise<DeliveryWithShop | null> {
  return transaction.delivery.findUnique({ where: { id }, include: WITH_SHOP });
}

export interface NewDelivery {
  readonly shop: string;
  readonly fulfillmentId: string;
  readonly orderId: string;
  readonly now: Date;
  readonly sendAt: Date;
  readonly sendAnyway?: boolean;
  /** The id of the webhook that tells of it, if one does. */
  readonly correlationId?: string;
}

/** @returns the fulfillments that had no delivery before, each once */
export async function createDeliveries(
  transaction: Transaction,
  given: readonly NewDelivery[],
): Promise<{ shop: string; fulfillmentId: string }[]> {
  // in one order, so that two transactions at once wait for each other in one direction
  const inOrder = [...given].sort((a, b) => (a.shop + a.fulfillmentId < b.shop + b.fulfillmentId ? -1 : 1));
  const rows = await transaction.delivery.createManyAndReturn({
    data: inOrder.map(({ shop: shopDomain, now, sendAnyway = false, ...delivery }) => {
      return { ...delivery, shopDomain, sendAnyway, createdAt: now };
    }),
    select: { shopDomain: true, fulfillmentId: true },
    skipDuplicates: true,
  });
  return rows.map(({ shopDomain: shop, fulfillmentId }) => ({ shop, fulfillmentId }));
}

/** @returns which of the fulfillments had been skipped for that reason, and now wait to be handed over */
export async function judgeAgain(
  transaction: Transaction,
  fulfillments: readonly { readonly shop: string; readonly fulfillmentId: string }[],
  { skippedAs, now }: { skippedAs: string; now: Date },
): Promise<{ shop: string; fulfillmentId: string }[]> {
  const ids = fulfillments.map(({ shop, fulfillmentId }) => ({ shop, fulfillmentId }));
  return transaction.$queryRaw`
    UPDATE "Delivery" d SET "phase" = 'waiting', "sendAt" = ${now}, "skipReason" = NULL, "updatedAt" = ${now}
    FROM json_to_recordset(${JSON.stringify(ids)}::json) AS f("shop" text, "fulfillmentId" text)
    WHERE d."shopDomain" = f."shop" AND d."fulfillmentId" = f."fulfillmentId"
      AND d."phase" = 'skipped' AND d."skipReason"->>'code' = ${skippedAs}
    RETURNING d."shopDomain" AS "shop", d."fulfillmentId"`;
}

/**
 * Takes deliveries whose next step of the hand-over is due, for this process alone: one hand-over at a time of each. A
 * claim ends by itself after `leaseMs`, so that a killed process holds nothing for ever. Shops take turns in the order of
 * their names, beginning behind `afterShop`, each with its oldest first. Accounts at rest, `fullAccounts` and `fullShops` are left
 * out.
 */
export async function claimDueHandOvers(
  database: Database,
  given: {
    now: Date;
    leaseMs: number;
    limit: number;
    afterShop: string;
    ofOneShop: number;
    fullAccounts: readonly string[];
    fullShops: readonly string[];
  },
): Promise<DeliveryWithShop[]> {
  const { now, leaseMs, limit, afterShop, ofOneShop, fullAccounts, fullShops } = given;
  const claimToken = randomUUID();
  // One probe of the index for each shop that has something due: the shops are not listed anywhere else.
  const claimed = await database.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE due_shop AS (
      SELECT (${nextShopWithDue(now, Prisma.sql`${afterShop}`)}) AS "domain"
      UNION ALL
      SELECT (${nextShopWithDue(now, Prisma.sql`s."domain"`)}) FROM due_shop s WHERE s."domain" IS NOT NULL
    ), due AS (
      SELECT d."id" FROM due_shop
      JOIN "Shop" shop ON shop."domain" = due_shop."domain"
      LEFT JOIN "OperatorAccount" a ON a."id" = shop."operatorAccountId"
      CROSS JOIN LATERAL (
        SELECT d."id" FROM "Delivery" d
        WHERE d."shopDomain" = due_shop."domain" AND ${isDue(now)}
        ORDER BY d."sendAt", d."createdAt" LIMIT ${ofOneShop} FOR UPDATE SKIP LOCKED
      ) d
      WHERE (a."restUntil" IS NULL OR a."restUntil" <= ${now})
        AND (a."id" IS NULL OR a."id" <> ALL (${[...fullAccounts]}::uuid[]))
        AND shop."domain" <> ALL (${[...fullShops]})
      LIMIT ${limit}
    )
    UPDATE "Delivery" SET "claimToken" = ${claimToken}::uuid, "claimedUntil" = ${new Date(now.getTime() + leaseMs)}
    WHERE "id" IN (SELECT "id" FROM due) RETURNING "id"`;
  if (claimed.length === 0) return [];
  return database.delivery.findMany({
    where: { id: { in: claimed.map(({ id }) => id) }, claimToken },
    include: WITH_SHOP,
    orderBy: [{ sendAt: 'asc' }, { createdAt: 'asc' }],
  });
}

const isDue = (now: Date) => Prisma.sql`
  d."phase" IN ('waiting', 'handing-over') AND d."heldFor" IS NULL AND d."sendAt" <= ${now}
  AND (d."claimedUntil" IS NULL OR d."claimedUntil" <= ${now})`;

const nextShopWithDue = (now: Date, after: Prisma.Sql) => Prisma.sql`
  SELECT d."shopDomain" FROM "Delivery" d
  WHERE ${isDue(now)} AND d."shopDomain" > ${after} ORDER BY d."shopDomain" LIMIT 1`;

export type DeliveryChange = Omit<Prisma.DeliveryUncheckedUpdateManyInput, 'id' | 'phase'>;

/**
 * Changes a delivery that we hold the claim of, and its phase along the transition table; both are part of the WHERE.
 *
 * @returns false when the claim was lost or the phase has moved on: then nothing has changed
 */
export async function changeClaimed(
  transaction: Transaction,
  claimed: Pick<Delivery, 'id' | 'claimToken' | 'phase'>,
  to: Phase,
  change: DeliveryChange,
): Promise<boolean> {
  const from: string[] = claimed.phase === to ? [to] : phasesBefore(to);
  const { count } = await transaction.delivery.updateMany({
    where: { id: claimed.id, claimToken: claimed.claimToken, phase: { in: from } },
    data: { ...change, phase: to },
  });
  return count === 1;
}

/** The claim's end is part of the change: the next step is free for anybody. */
export const RELEASE = { claimToken: null, claimedUntil: null } as const;

/**
 * Takes the deliveries that are due to be read, for this process alone: their next read is put off by `leaseMs`, so that
 * a killed process's share comes back. Deliveries of paused accounts and of shops that uninstalled rest.
 */
export async function claimDueReads(
  database: Database,
  given: { now: Date; leaseMs: number; limit: number },
): Promise<DeliveryWithShop[]> {
  const { now, leaseMs, limit } = given;
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const rows = await database.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" SET "nextReadAt" = ${leasedUntil}
    WHERE "id" IN (
      SELECT d."id" FROM "Delivery" d
      JOIN "Shop" s ON s."domain" = d."shopDomain"
      JOIN "OperatorAccount" a ON a."id" = d."operatorAccountId"
      WHERE d."nextReadAt" <= ${now} AND s."uninstalledAt" IS NULL AND a."pausedAt" IS NULL
      ORDER BY d."nextReadAt" LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ) RETURNING "id"`;
  if (rows.length === 0) return [];
  return database.delivery.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, include: WITH_SHOP });
}

/** Gives reads that were claimed and not begun back, each to its time. */
export async function putReadsOff(
  database: Database,
  reads: readonly { readonly id: string; readonly until: Date }[],
): Promise<void> {
  if (reads.length === 0) return;
  await database.$executeRaw`
    UPDATE "Delivery" d SET "nextReadAt" = put."until"
    FROM unnest(${reads.map(({ id }) => id)}::uuid[], ${reads.map(({ until }) => until.toISOString())}::timestamptz[])
      AS put("id", "until")
    WHERE d."id" = put."id"`;
}

/**
 * The read brought the record that is known already.
 *
 * @param delivery as it was when the read began
 * @returns false when it has changed since: then nothing is kept
 */
export async function keepReadWithoutNews(
  database: Database,
  { id, phase, recordSeen }: Delivery,
  { now, nextReadAt, flags }: { now: Date; nextReadAt: Date | null; flags: Prisma.InputJsonArray },
): Promise<boolean> {
  const changed = await database.$executeRaw`
    UPDATE "Delivery" SET "lastReadAt" = ${now}, "updatedAt" = ${now}, "tries" = 0, "nextReadAt" = ${nextReadAt},
      "flags" = ${JSON.stringify(flags)}::jsonb
    WHERE "id" = ${id}::uuid AND "phase" = ${phase} AND "recordSeen" = ${recordSeen}`;
  return changed === 1;
}

/** Waits for whoever changes the delivery now, and keeps others out until the transaction ends. */
export async function lockDelivery(transaction: Transaction, id: string): Promise<Delivery | null> {
  await transaction.$queryRaw`SELECT 1 FROM "Delivery" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return transaction.delivery.findUnique({ where: { id } });
}

/** Whether the error says that a unique index of this name refused the row. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    error.code === 'P2002' &&
    JSON.stringify(error.meta ?? {}).includes(column)
  );
}
