import { Prisma, type Backfill } from '@prisma/client';
import type { Database, Transaction } from '../../persistence/database.ts';
import { isUniqueViolation } from '../delivery-store.ts';

/** @returns false when the shop already has a running backfill */
export async function createBackfill(
  database: Database,
  given: { shop: string; from: Date; before: Date; now: Date },
): Promise<boolean> {
  const { shop: shopDomain, from, before, now } = given;
  try {
    await database.backfill.create({ data: { shopDomain, from, before, startedAt: now, dueAt: now } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'shopDomain')) return false;
    throw error;
  }
}

/** The shop's newest backfill, running or not. */
export async function findLatestBackfill(transaction: Transaction, shop: string): Promise<Backfill | null> {
  return transaction.backfill.findFirst({ where: { shopDomain: shop }, orderBy: { startedAt: 'desc' } });
}

/**
 * What a person changes of a running backfill: of which one, and what it is then. A pause lasts until it is resumed, and a
 * page that is being read is still read. What it has opened is handed over, paused or stopped.
 */
const CHANGES = {
  pause: (now: Date) => ({ where: { pausedAt: null }, data: { pausedAt: now } }),
  resume: (now: Date) => ({ where: { pausedAt: { not: null } }, data: { pausedAt: null, dueAt: now } }),
  stop: (now: Date) => ({ where: {}, data: { state: 'stopped', endedAt: now, dueAt: null, pausedAt: null } }),
} as const;
export type BackfillChange = keyof typeof CHANGES;

/** @returns false when the shop has none that can be changed like this */
export async function changeBackfill(
  transaction: Transaction,
  change: BackfillChange,
  { shop: shopDomain, now }: { shop: string; now: Date },
): Promise<boolean> {
  const { where, data } = CHANGES[change](now);
  const { count } = await transaction.backfill.updateMany({ where: { shopDomain, state: 'running', ...where }, data });
  return count > 0;
}

/** What has become of the deliveries that a backfill opened. */
export interface BackfillOutcome {
  readonly phase: string;
  /** Of those that a rule skips: `{code, detail}`, as it is stored. */
  readonly skipReason: unknown;
  readonly count: number;
}

/** @param given.id of a backfill of the shop */
export async function outcomesOfBackfill(
  database: Database,
  { shop, id }: { shop: string; id: string },
): Promise<BackfillOutcome[]> {
  return database.$queryRaw<BackfillOutcome[]>`
    SELECT "phase", "skipReason", count(*)::int AS "count" FROM "Delivery"
    WHERE "shopDomain" = ${shop} AND "backfillId" = ${id}::uuid
    GROUP BY "phase", "skipReason" ORDER BY count(*) DESC LIMIT ${OUTCOME_LIMIT}`;
}

/** More reasons than anybody reads. */
const OUTCOME_LIMIT = 100;

/** Claims the backfills whose next page is due, for this process alone, for `leaseMs`. */
export async function claimDueBackfills(
  database: Database,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<Backfill[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    UPDATE "Backfill" SET "dueAt" = ${new Date(now.getTime() + leaseMs)}
    WHERE "id" IN (
      SELECT b."id" FROM ${dueBackfills(now)}
      ORDER BY b."dueAt" LIMIT ${limit} FOR UPDATE OF b SKIP LOCKED
    ) RETURNING "id"`;
  return database.backfill.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, take: limit });
}

const dueBackfills = (now: Date) => Prisma.sql`"Backfill" b JOIN "Shop" s ON s."domain" = b."shopDomain"
  WHERE b."state" = 'running' AND b."pausedAt" IS NULL AND b."dueAt" <= ${now} AND s."uninstalledAt" IS NULL`;
/** Has a row if a backfill is due. */
export const backfillsDue = (now: Date) => Prisma.sql`SELECT 1 FROM ${dueBackfills(now)} LIMIT 1`;

/** Sets when the page that was not read is tried again. A backfill that has stopped or continued since stays as it is. */
export async function putPageOff(
  transaction: Transaction,
  { id, cursor }: Pick<Backfill, 'id' | 'cursor'>,
  dueAt: Date,
): Promise<void> {
  await transaction.backfill.updateMany({ where: { id, cursor, state: 'running' }, data: { dueAt } });
}

/** What one page adds to a backfill. */
export interface BackfillPage {
  readonly ordersRead: number;
  readonly opened: number;
  readonly known: number;
  readonly reachedAt: Date | null;
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null;
  readonly now: Date;
  readonly dueAt: Date;
}

/** @returns false, with nothing changed, when it was stopped, or another process has read the page */
export async function advanceBackfill(
  transaction: Transaction,
  { id, cursor }: Pick<Backfill, 'id' | 'cursor'>,
  { ordersRead, opened, known, reachedAt, next, now, dueAt }: BackfillPage,
): Promise<boolean> {
  const { count } = await transaction.backfill.updateMany({
    where: { id, cursor, state: 'running' },
    data: {
      ordersRead: { increment: ordersRead },
      opened: { increment: opened },
      known: { increment: known },
      ...(reachedAt && { reachedAt }),
      ...(next === null ? { state: 'done', endedAt: now, dueAt: null, pausedAt: null } : { cursor: next, dueAt }),
    },
  });
  return count === 1;
}
