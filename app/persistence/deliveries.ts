import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Prisma, type Delivery, type OperatorAccount, type Shop } from '@prisma/client';
import type { AttemptVerb } from '../domain/attempt.ts';
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

export async function findDeliveryWithShop(transaction: Transaction, id: string): Promise<DeliveryWithShop | null> {
  const delivery = await transaction.delivery.findUnique({ where: { id } });
  if (!delivery) return null;
  const [withShop] = await withShops(transaction, [delivery]);
  return withShop ?? null;
}

/** Deliveries of one shop share its row, and with it whatever is worked out from the row. */
async function withShops(transaction: Transaction, deliveries: readonly Delivery[]): Promise<DeliveryWithShop[]> {
  const shops = await transaction.shop.findMany({
    where: { domain: { in: [...new Set(deliveries.map(({ shopDomain }) => shopDomain))] } },
    include: { operatorAccount: true },
  });
  const shopOf = new Map(shops.map((shop) => [shop.domain, shop]));
  const accountOf = new Map(shops.flatMap(({ operatorAccount: account }) => (account ? [[account.id, account]] : [])));
  const former = deliveries.flatMap(({ operatorAccountId: id }) => (id && !accountOf.has(id) ? id : []));
  if (former.length > 0) {
    const accounts = await transaction.operatorAccount.findMany({ where: { id: { in: [...new Set(former)] } } });
    for (const account of accounts) accountOf.set(account.id, account);
  }
  return deliveries.flatMap((delivery) => {
    const shop = shopOf.get(delivery.shopDomain);
    return shop ? { ...delivery, shop, operatorAccount: accountOf.get(delivery.operatorAccountId ?? '') ?? null } : [];
  });
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
  const claimed = await database.$queryRaw<Delivery[]>`
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
    WHERE "id" IN (SELECT "id" FROM due) RETURNING *`;
  if (claimed.length === 0) return [];
  claimed.sort((a, b) => timeOf(a.sendAt) - timeOf(b.sendAt) || timeOf(a.createdAt) - timeOf(b.createdAt));
  return withShops(database, claimed);
}

const timeOf = (date: Date | null) => date?.getTime() ?? 0;

const isDue = (now: Date) => Prisma.sql`
  d."phase" IN ('waiting', 'handing-over') AND d."heldFor" IS NULL AND d."sendAt" <= ${now}
  AND (d."claimedUntil" IS NULL OR d."claimedUntil" <= ${now})`;

const nextShopWithDue = (now: Date, after: Prisma.Sql) => Prisma.sql`
  SELECT d."shopDomain" FROM "Delivery" d
  WHERE ${isDue(now)} AND d."shopDomain" > ${after} ORDER BY d."shopDomain" LIMIT 1`;

/** Columns and their new values. */
export type DeliveryChange = Partial<
  Omit<Delivery, 'id' | 'phase' | 'updatedAt' | 'problems' | 'flags' | 'decisions' | 'skipReason' | 'handedOverWith'>
> & {
  readonly problems?: Prisma.InputJsonArray;
  readonly flags?: Prisma.InputJsonArray;
  readonly decisions?: Prisma.InputJsonArray;
  readonly skipReason?: Prisma.InputJsonObject;
  readonly handedOverWith?: Prisma.InputJsonObject | null;
};

/** Prisma's own update costs several times its statement, on every hot path. */
function updateDelivery(change: DeliveryChange & { phase: Phase }): Prisma.Sql {
  const list = Prisma.raw(
    Object.keys(change)
      .map((column) => `"${column}"`)
      .join(', '),
  );
  const values = Prisma.sql`jsonb_populate_record(NULL::"Delivery", ${JSON.stringify(change)}::jsonb)`;
  return Prisma.sql`UPDATE "Delivery" SET (${list}) = (SELECT ${list} FROM ${values}), "updatedAt" = now()`;
}

type Claimed = Pick<Delivery, 'id' | 'claimToken' | 'phase'>;

/** Along the transition table, and while the claim is ours: both are part of the WHERE. */
function updateClaimed({ id, claimToken, phase }: Claimed, to: Phase, change: DeliveryChange): Prisma.Sql {
  const from: string[] = phase === to ? [to] : phasesBefore(to);
  return Prisma.sql`${updateDelivery({ ...change, phase: to })}
    WHERE "id" = ${id}::uuid AND "claimToken" = ${claimToken}::uuid AND "phase" = ANY (${from})`;
}

/**
 * Changes a delivery that we hold the claim of, and its phase along the transition table.
 *
 * @returns false when the claim was lost or the phase has moved on: then nothing has changed
 */
export async function changeClaimed(
  transaction: Transaction,
  claimed: Claimed,
  to: Phase,
  change: DeliveryChange,
): Promise<boolean> {
  return (await transaction.$executeRaw(updateClaimed(claimed, to, change))) === 1;
}

/**
 * The change of a claimed delivery with the attempt it is about, in one statement: neither is there without the other.
 *
 * @returns the attempt's id; null when the claim was lost or the phase has moved on: then nothing has changed
 */
export async function changeClaimedWithAttempt(
  database: Database,
  claimed: Claimed,
  to: Phase,
  change: DeliveryChange,
  { verb, startedAt }: { verb: AttemptVerb; startedAt: Date },
): Promise<bigint | null> {
  const [attempt] = await database.$queryRaw<{ id: bigint }[]>`
    WITH changed AS (${updateClaimed(claimed, to, change)} RETURNING "id")
    INSERT INTO "Attempt" ("deliveryId", "verb", "startedAt") SELECT "id", ${verb}, ${startedAt} FROM changed
    RETURNING "id"`;
  return attempt?.id ?? null;
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
  // Asked row by row: joined, a planner that takes few to be left reads everything that is due, to put it in order.
  const rows = await database.$queryRaw<Delivery[]>`
    UPDATE "Delivery" SET "nextReadAt" = ${leasedUntil}
    WHERE "id" IN (
      SELECT d."id" FROM "Delivery" d
      WHERE d."nextReadAt" <= ${now}
        AND (SELECT s."uninstalledAt" IS NULL FROM "Shop" s WHERE s."domain" = d."shopDomain")
        AND (SELECT a."pausedAt" IS NULL FROM "OperatorAccount" a WHERE a."id" = d."operatorAccountId")
      ORDER BY d."nextReadAt" LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ) RETURNING *`;
  return rows.length > 0 ? withShops(database, rows) : [];
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
  const [row] = await transaction.$queryRaw<Delivery[]>`SELECT * FROM "Delivery" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return row ?? null;
}

/** Changes a delivery that this transaction has locked. */
export async function changeLocked(
  transaction: Transaction,
  { id, phase }: Pick<Delivery, 'id' | 'phase'>,
  to: Phase,
  change: DeliveryChange,
): Promise<void> {
  const update = updateDelivery({ ...change, phase: to });
  await transaction.$executeRaw`${update} WHERE "id" = ${id}::uuid AND "phase" = ${phase}`;
}

const UNIQUE_VIOLATIONS = ['P2002', '23505'];

/** Whether the error says that a unique index over this column refused the row, of Prisma's own statement or of a raw one. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const meta = JSON.stringify(error.meta ?? {});
  return UNIQUE_VIOLATIONS.some((code) => error.code === code || meta.includes(code)) && meta.includes(column);
}
