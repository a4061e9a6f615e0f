import { Prisma } from '@prisma/client';
import { BOUNDS } from '../bounds.ts';
import type { Database, Transaction } from '../persistence/database.ts';

/**
 * Whether the operator accepts an account's token. One refusal may be a mistake of a gateway. Several refusals over
 * some time pause the account; a single one does if the token has never been accepted. While the account is paused, one
 * read at a time tries the token again.
 */

/** Number of refusals of a token in a row, over some time, after which the account's calls are paused. */
const REFUSALS_BEFORE_PAUSE = 3;

/**
 * The operator answered a call of this account with 401 or 403.
 *
 * @param given.startedAt when the call began: a token that was saved since is not meant
 * @returns whether that has paused the account
 */
export async function recordRefusal(
  database: Database,
  given: {
    id: string;
    httpStatus: number | null;
    startedAt: Date;
    now: Date;
    pauseAfterMs: number;
    probeAfterMs: number;
  },
): Promise<boolean> {
  const { id, httpStatus, startedAt, now } = given;
  const since = new Date(now.getTime() - given.pauseAfterMs);
  const probeAt = new Date(now.getTime() + given.probeAfterMs);
  const [row] = await database.$queryRaw<{ isPausedNow: boolean }[]>`
    WITH before AS (SELECT *, "pausedAt" IS NULL AND ("provenAt" IS NULL
      OR ("refusals" + 1 >= ${REFUSALS_BEFORE_PAUSE} AND "refusedSince" <= ${since})) AS "isPausedNow"
      FROM "OperatorAccount" WHERE "id" = ${id}::uuid AND "tokenSetAt" <= ${startedAt} FOR UPDATE)
    UPDATE "OperatorAccount" a SET "refusals" = a."refusals" + 1, "refusedWith" = ${httpStatus},
      "refusedSince" = coalesce(a."refusedSince", ${now}),
      "pausedAt" = CASE WHEN before."isPausedNow" THEN ${now} ELSE a."pausedAt" END,
      "probeAt" = CASE WHEN before."isPausedNow" THEN ${probeAt} ELSE a."probeAt" END
    FROM before WHERE a."id" = before."id" RETURNING before."isPausedNow"`;
  return row?.isPausedNow ?? false;
}

/** The operator accepted a call of this account, so the suspicion ends. Only `resumeAccount` ends a pause. */
export async function recordAcceptance(database: Database, id: string, now: Date): Promise<void> {
  await database.$executeRaw`
    UPDATE "OperatorAccount" SET "refusals" = 0, "refusedSince" = NULL, "provenAt" = coalesce("provenAt", ${now})
    WHERE "id" = ${id}::uuid AND "pausedAt" IS NULL AND ("refusals" > 0 OR "provenAt" IS NULL)`;
}

export interface PausedAccount {
  readonly id: string;
  readonly environment: string;
  readonly tokenEncrypted: string;
  readonly pausedAt: Date;
}

/** Claims paused accounts whose next try is due, for this process alone, for `leaseMs`. */
export async function claimDueProbes(
  database: Database,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<PausedAccount[]> {
  return database.$queryRaw`
    UPDATE "OperatorAccount" SET "probeAt" = ${new Date(now.getTime() + leaseMs)} WHERE "id" IN (
      SELECT a."id" FROM "OperatorAccount" a
      WHERE ${toProbe(now)}
      ORDER BY a."probeAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING "id", "environment", "tokenEncrypted", "pausedAt"`;
}

const toProbe = (now: Date) => Prisma.sql`
  a."probeAt" <= ${now} AND a."pausedAt" IS NOT NULL AND (a."restUntil" IS NULL OR a."restUntil" <= ${now})`;
/** Has a row if a try is due. */
export const probesDue = (now: Date) => Prisma.sql`SELECT 1 FROM "OperatorAccount" a WHERE ${toProbe(now)} LIMIT 1`;

/** The token is still refused, or the operator could not be asked. Plans the next try. */
export async function putProbeOff(database: Database, id: string, probeAt: Date): Promise<void> {
  await database.$executeRaw`
    UPDATE "OperatorAccount" SET "probeAt" = ${probeAt} WHERE "id" = ${id}::uuid AND "pausedAt" IS NOT NULL`;
}

/**
 * The operator has accepted a call with this token, so the account's pause ends.
 *
 * @returns the shops that use the account; empty when the account was not paused
 */
export async function resumeAccount(
  transaction: Transaction,
  { id, tokenEncrypted, now }: { id: string; tokenEncrypted: string; now: Date },
): Promise<string[]> {
  const { count } = await transaction.operatorAccount.updateMany({
    where: { id, tokenEncrypted, pausedAt: { not: null } },
    data: { ...UNSUSPECTED, provenAt: now },
  });
  if (count === 0) return [];
  const shops = await transaction.shop.findMany({
    where: { operatorAccountId: id },
    select: { domain: true },
    take: BOUNDS.accountShops, // the sweep over holds finds the rest
  });
  return shops.map(({ domain }) => domain);
}

/** The columns of an account that is not under suspicion. */
export const UNSUSPECTED = {
  pausedAt: null,
  probeAt: null,
  refusals: 0,
  refusedSince: null,
  refusedWith: null,
} as const;

/** Tries the shop's account now, if it is paused. */
export async function hurryProbe(database: Database, shop: string, now: Date): Promise<void> {
  await database.$executeRaw`
    UPDATE "OperatorAccount" a SET "probeAt" = ${now} FROM "Shop" s
    WHERE s."domain" = ${shop} AND a."id" = s."operatorAccountId" AND a."pausedAt" IS NOT NULL AND a."probeAt" > ${now}`;
}
