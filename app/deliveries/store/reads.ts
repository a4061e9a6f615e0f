import { Prisma, type Delivery } from '@prisma/client';
import { PHASES, stayingIn, transition, transitionAlong, type Phase } from '../../domain/lifecycle/delivery-phase.ts';
import type { Problem, ProblemCode } from '../../domain/problems/problem.ts';
import type { Flag } from '../../domain/tracking/promise-watch.ts';
import type { Database, Transaction } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import { MAY_BE_LOST, type Statements } from '../../persistence/statements.ts';
import {
  changeDeliveries,
  updateManyStatement,
  withNewProblems,
  withProblems,
  type DeliveryChange,
} from './row/change.ts';
import { phaseOf, withShops, type DeliveryWithShop } from './row/delivery-row.ts';
import { jsonRows } from '../../persistence/json-rows.ts';
import type { Rooms } from '../../scheduling/call-limits.ts';

/**
 * Claims deliveries that are due to be read for this process alone, until `leaseMs` have passed. Accounts take turns in
 * the order of their ids, starting after `afterAccount`, each with as many as there is room for, those first that have been
 * due longest. Accounts that are paused or at rest, and shops that uninstalled, are left out.
 */
export async function claimDueReads(
  database: Database,
  given: { now: Date; leaseMs: number; limit: number; rooms: Rooms; afterAccount: string | null },
): Promise<DeliveryWithShop[]> {
  const { now, leaseMs, limit, rooms, afterAccount } = given;
  const claimedUntil = new Date(now.getTime() + leaseMs);
  // One probe of the index for each account, for its first planned read: all of them together may be a million. OFFSET 0
  // keeps the order of the accounts, as in claims of hand-overs.
  const rows = await database.$queryRaw<Delivery[]>`
    WITH RECURSIVE account AS (
      SELECT first.* FROM (${firstReadAfter(Prisma.sql`${afterAccount ?? BEFORE_ALL}::uuid`)}) AS first
      UNION ALL
      SELECT next.* FROM account CROSS JOIN LATERAL (${firstReadAfter(Prisma.sql`account."id"`)}) AS next
    ), due AS (
      SELECT r."deliveryId" FROM account
      CROSS JOIN LATERAL (SELECT * FROM "OperatorAccount" o WHERE o."id" = account."id" OFFSET 0) a
      CROSS JOIN LATERAL (
        SELECT r."deliveryId" FROM "PlannedRead" r
        WHERE r."operatorAccountId" = account."id" AND ${isDue(now)}
          AND ${HAS_APP}
        ORDER BY r."readAt" LIMIT coalesce((${JSON.stringify(rooms.known)}::jsonb ->> a."id"::text)::int, ${rooms.others})
        FOR UPDATE OF r SKIP LOCKED
      ) r
      WHERE account."readAt" <= ${now} AND ${isOpen(now)}
      LIMIT ${limit}
    ), claimed AS (
      UPDATE "PlannedRead" SET "claimedUntil" = ${claimedUntil}
      WHERE "deliveryId" IN (SELECT "deliveryId" FROM due) AND ${MAY_BE_LOST} RETURNING "deliveryId"
    )
    SELECT d.* FROM "Delivery" d WHERE d."id" IN (SELECT "deliveryId" FROM claimed) LIMIT ${limit}`;
  return rows.length > 0 ? withShops(database, rows) : [];
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const isDue = (now: Date) => Prisma.sql`
  r."readAt" <= ${now} AND (r."claimedUntil" IS NULL OR r."claimedUntil" <= ${now})`;

const HAS_APP = Prisma.sql`(SELECT s."uninstalledAt" IS NULL FROM "Shop" s WHERE s."domain" = r."shopDomain")`;
const isOpen = (now: Date) => Prisma.sql`a."pausedAt" IS NULL AND (a."restUntil" IS NULL OR a."restUntil" <= ${now})`;

const firstReadAfter = (account: Prisma.Sql) => Prisma.sql`
  SELECT r."operatorAccountId" AS "id", r."readAt" FROM "PlannedRead" r
  WHERE r."operatorAccountId" > ${account} ORDER BY r."operatorAccountId", r."readAt" LIMIT 1`;

/** Has a row if a read is due. */
export const readsDue = (now: Date) => Prisma.sql`
  SELECT 1 FROM "OperatorAccount" a CROSS JOIN LATERAL (
    SELECT 1 FROM "PlannedRead" r WHERE r."operatorAccountId" = a."id" AND ${isDue(now)} AND ${HAS_APP}
    ORDER BY r."readAt" LIMIT 1
  ) r
  WHERE ${isOpen(now)} LIMIT 1`;

/** Gives back a read that was claimed and not made. A delivery that is not tracked any more stays so. */
export async function putReadOff(
  database: Database,
  { id, until }: { readonly id: string; readonly until: Date },
): Promise<void> {
  await database.$executeRaw`
    UPDATE "Delivery" SET "nextReadAt" = ${until}
    WHERE "id" = ${id}::uuid AND "nextReadAt" IS NOT NULL AND ${MAY_BE_LOST}`;
}

/**
 * Claims the right to read a delivery before it is due. Nobody gets it again until `restMs` have passed since the last
 * such read, or since the last read that succeeded.
 */
export async function claimRefresh(
  database: Database,
  given: { shop: string; deliveryId: string; now: Date; restMs: number },
): Promise<boolean> {
  const { shop: shopDomain, deliveryId: id, now, restMs } = given;
  const before = new Date(now.getTime() - restMs);
  const { count } = await database.delivery.updateMany({
    where: {
      id,
      shopDomain,
      handedOverAt: { not: null },
      shop: { operatorAccount: { pausedAt: null } },
      AND: [
        { OR: [{ refreshedAt: null }, { refreshedAt: { lte: before } }] },
        { OR: [{ lastReadAt: null }, { lastReadAt: { lte: before } }] },
      ],
    },
    data: { refreshedAt: now },
  });
  return count === 1;
}

const isDelivery = ({ id }: Pick<Delivery, 'id'>) => Prisma.sql`d."id" = ${id}::uuid`;

/** A read that brought news. */
export interface ReadWithNews {
  /** Locked by this transaction. */
  readonly delivery: Pick<Delivery, 'id' | 'phase'>;
  readonly phase: Phase;
  /** The problems that the read has solved. */
  readonly solved: readonly ProblemCode[];
  /** Those that it brings. */
  readonly problems: readonly Problem[];
  /** What else it found. */
  readonly outcome: DeliveryChange;
}

/** Stores what reads found. When a delivery ends, what the operator was told of the order is deleted. */
export async function recordReads(transaction: Statements, reads: readonly ReadWithNews[]): Promise<void> {
  for (const codes of new Set(reads.map(({ solved }) => solved.join()))) {
    const alike = reads.filter(({ solved }) => solved.join() === codes);
    const changes = alike.map(({ delivery, phase, outcome, problems }) => {
      const change: DeliveryChange = { ...outcome, prunedAt: null, tries: 0, problems };
      return { id: delivery.id, transition: transitionAlong(phaseOf(delivery), phase), change };
    });
    const columns = [UNTIL_THE_END, Prisma.sql`"problems" = ${withNewProblems(alike[0]?.solved ?? [])}`];
    await transaction.$executeRaw(updateManyStatement(changes, { carried: ['problems'], columns }));
  }
}

const UNTIL_THE_END = Prisma.sql`"handedOverWith" =
  CASE WHEN coalesce(step."to", d."phase") IN ('delivered', 'failed') THEN NULL ELSE d."handedOverWith" END`;

/** A read that found the record unchanged. */
interface QuietRead {
  /** As it was when the read began. */
  readonly delivery: Pick<Delivery, 'id' | 'phase' | 'recordSeen'>;
  readonly now: Date;
  readonly nextReadAt: Date | null;
  readonly flags: readonly Flag[];
  readonly operatorUpdatedAt: Date | null;
  /** `recordSeen` from now on. */
  readonly seenNow: string | null;
}

/**
 * Stores that a read found the record unchanged. Reads that end together share a statement.
 *
 * @returns false when the delivery has changed since; nothing is stored then
 */
export const recordReadWithoutNews = shareWritesTo<Database, QuietRead, boolean>({
  write: recordReadsWithoutNews,
  atOnce: 1,
  limit: 100,
  gathers: true,
});

const QUIET_READ = Prisma.sql`"id" uuid, "phase" text, "recordSeen" text, "seenNow" text, "now" timestamptz,
  "nextReadAt" timestamptz, "flags" jsonb, "operatorUpdatedAt" timestamptz`;

async function recordReadsWithoutNews(database: Database, reads: readonly QuietRead[]): Promise<boolean[]> {
  const rows = reads
    .map(({ delivery: { id, phase, recordSeen }, ...read }) => ({ id, phase, recordSeen, ...read }))
    .sort((a, b) => (a.id < b.id ? -1 : 1)); // always in the same order, so that two batches cannot wait for each other
  const changed = await database.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" d SET "lastReadAt" = r."now", "updatedAt" = r."now", "tries" = 0, "nextReadAt" = r."nextReadAt",
      "flags" = r."flags", "operatorUpdatedAt" = r."operatorUpdatedAt", "recordSeen" = r."seenNow"
    FROM ${jsonRows(rows, QUIET_READ)} AS r
    WHERE d."id" = r."id" AND d."phase" = r."phase" AND d."recordSeen" = r."recordSeen" AND ${MAY_BE_LOST}
    RETURNING d."id"`;
  const ids = new Set(changed.map(({ id }) => id));
  return reads.map(({ delivery }) => ids.has(delivery.id));
}

/**
 * Stores that the operator could not be read, or does not have the order. If no read was planned any more, because
 * tracking has ended or a person has taken care of the delivery since, none is planned.
 */
export async function recordFailedRead(
  transaction: Transaction,
  { id, tries }: Pick<Delivery, 'id' | 'tries'>,
  { nextReadAt, flags }: { nextReadAt: Date | null; flags: readonly Flag[] },
): Promise<void> {
  await changeDeliveries(transaction, stayingIn(...PHASES), { tries: tries + 1, flags }, isDelivery({ id }), {
    columns: [Prisma.sql`"nextReadAt" = CASE WHEN ${IS_TRACKED} THEN ${nextReadAt}::timestamptz END`],
  });
}

const IS_TRACKED = Prisma.sql`d."nextReadAt" IS NOT NULL`;

const LOST = transition(['in-delivery'], 'needs-attention');

/**
 * Marks that the operator had the order and no longer knows it. Reading continues.
 *
 * @returns false when it is not tracked any more, because a person has already taken care of it
 */
export async function lose(
  transaction: Transaction,
  delivery: Pick<Delivery, 'id'>,
  problem: Problem,
): Promise<boolean> {
  const list = { problems: withProblems([problem]) };
  const where = Prisma.sql`${isDelivery(delivery)} AND ${IS_TRACKED}`;
  return (await changeDeliveries(transaction, LOST, { recordSeen: null }, where, list)) === 1;
}
