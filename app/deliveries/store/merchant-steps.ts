import { Prisma } from '@prisma/client';
import { stayingIn, transition } from '../../domain/lifecycle/delivery-phase.ts';
import { HOLDS, type Hold } from '../../domain/lifecycle/hold.ts';
import type { SkipCode } from '../../domain/planning/skip-reason.ts';
import type { ProblemCode } from '../../domain/problems/problem.ts';
import type { Transaction } from '../../persistence/database.ts';
import { GROUPS_AT_PICKUP } from '../../domain/tracking/operator-state.ts';
import type { Statements } from '../../persistence/statements.ts';
import { changeDeliveries, CLEAR_CLAIM, updateStatement, withoutProblems } from './row/change.ts';

/**
 * The merchant's actions. Each function returns false when the delivery belongs to another shop, or there is nothing to
 * do.
 */

export interface OfShop {
  readonly shop: string;
  readonly deliveryId: string;
  /** What the person who acts saw of it (`seenOf`). If it is not that any more, there is nothing to do. */
  readonly seen?: string | undefined;
}

const asSeen = (seen: string) => Prisma.sql`to_jsonb(d."phase") || "exception_codes"(d."problems", d."flags")
  = ${JSON.stringify(seen.split(' '))}::jsonb`;

export const isOfShop = ({ shop, deliveryId, seen }: OfShop) =>
  Prisma.sql`d."id" = ${deliveryId}::uuid AND d."shopDomain" = ${shop}
    AND ${seen === undefined ? Prisma.sql`TRUE` : asSeen(seen)}`;

const WAITS = stayingIn('waiting');

/** Makes the delivery due now, whether it waits for the end of the grace period, for the next try, or for approval. */
export async function hurry(
  transaction: Transaction,
  of: OfShop,
  { now, asGoodAsDueMs }: { now: Date; asGoodAsDueMs: number },
): Promise<boolean> {
  const soon = new Date(now.getTime() + asGoodAsDueMs);
  const where = Prisma.sql`${isOfShop(of)}
    AND (d."heldFor" = ${'release' satisfies Hold} OR (d."heldFor" IS NULL AND d."sendAt" > ${soon}))`;
  return (await changeDeliveries(transaction, WAITS, { sendAt: now, heldFor: null }, where)) === 1;
}

/** @param given.until whoever was called about the delivery is waited for; null when nobody is any more */
export async function deliveryCalled(
  transaction: Statements,
  { until, ...of }: OfShop & { until: Date | null },
): Promise<boolean> {
  return (await transaction.$executeRaw`UPDATE "Delivery" d SET "calledUntil" = ${until} WHERE ${isOfShop(of)}`) === 1;
}

const STOP = transition(['waiting', 'needs-attention'], 'skipped');
const STOPPED: SkipCode = 'stopped';
/** What it waited for, so that the person can undo it. */
const WAITED_FOR = Prisma.sql`"skipReason" = jsonb_strip_nulls(
  jsonb_build_object('code', ${STOPPED}::text, 'detail', coalesce(to_jsonb(d."heldFor"), to_jsonb(d."sendAt"))))`;

/**
 * A delivery that was never sent is not sent. A process that has just claimed it loses the claim, and may no longer send
 * it.
 *
 * @returns false when it belongs to another shop, or was or may have been sent
 */
export async function stop(transaction: Transaction, of: OfShop, now: Date): Promise<boolean> {
  const change = { problems: [], sendAt: null, heldFor: null, tries: 0, resolvedAt: now, ...CLEAR_CLAIM } as const;
  const where = Prisma.sql`${isOfShop(of)} AND d."handedOverAt" IS NULL AND d."possiblySentAt" IS NULL`;
  return (await changeDeliveries(transaction, STOP, change, where, { columns: [WAITED_FOR] })) === 1;
}

const UNDO_STOP = transition(['skipped'], 'waiting');
const DETAIL = Prisma.sql`(d."skipReason"->>'detail')`;

/**
 * It waits again for what it waited for.
 *
 * @returns false when it belongs to another shop, or no person stopped it
 */
export async function undoStop(transaction: Transaction, of: OfShop, now: Date): Promise<boolean> {
  const isHeld = Prisma.sql`${DETAIL} = ANY (${[...HOLDS]})`;
  const columns = [
    Prisma.sql`"sendAt" = CASE WHEN ${isHeld} THEN NULL ELSE greatest(${now}::timestamptz, ${DETAIL}::timestamptz) END`,
    Prisma.sql`"heldFor" = CASE WHEN ${isHeld} THEN ${DETAIL} END`,
    Prisma.sql`"heldSince" = CASE WHEN ${isHeld} THEN ${now}::timestamptz END`,
  ];
  const where = Prisma.sql`${isOfShop(of)} AND d."skipReason"->>'code' = ${STOPPED}`;
  return (
    (await changeDeliveries(transaction, UNDO_STOP, { skipReason: null, resolvedAt: null }, where, { columns })) === 1
  );
}

const TRY_AGAIN = transition(['needs-attention'], 'waiting');
const SEND_ANYWAY = transition(['skipped'], 'waiting');

/** Retries a delivery that needs attention, or sends a skipped one in spite of the rule. */
export async function retry(transaction: Transaction, of: OfShop, now: Date): Promise<boolean> {
  const again = { sendAt: now, heldFor: null, tries: 0, problems: [] };
  const where = Prisma.sql`${isOfShop(of)} AND d."handedOverAt" IS NULL`;
  if ((await changeDeliveries(transaction, TRY_AGAIN, again, where)) === 1) return true;
  return (await changeDeliveries(transaction, SEND_ANYWAY, { ...again, sendAnyway: true }, where)) === 1;
}

const AT_THE_SHOP = stayingIn('waiting', 'handing-over', 'in-delivery', 'needs-attention');

/**
 * Says how many boxes the shop's deliveries have, each until the courier has it.
 *
 * @param given.isSent the operator was told the number of boxes, so it is fixed once a delivery may have been sent
 * @returns the deliveries that have that number now
 */
export async function setBoxes(
  database: Statements,
  given: { shop: string; deliveryIds: readonly string[]; boxes: number; isSent: boolean },
): Promise<ReadonlySet<string>> {
  const { shop, deliveryIds, boxes, isSent } = given;
  const where = Prisma.sql`d."id" IN (SELECT "id" FROM "Delivery" WHERE "id" = ANY (${[...deliveryIds]}::uuid[])
      AND "shopDomain" = ${shop} ORDER BY "id" FOR UPDATE)
    AND d."endedAt" IS NULL AND (d."stateGroup" IS NULL OR d."stateGroup" = ANY (${[...GROUPS_AT_PICKUP]}))
    AND (d."possiblySentAt" IS NULL OR ${!isSent})`;
  const rows = await database.$queryRaw<{ id: string }[]>`
    ${updateStatement(AT_THE_SHOP, { boxes }, where)} RETURNING d."id"`;
  return new Set(rows.map(({ id }) => id));
}

const STILL_CHECKED = stayingIn('handing-over');
const LOST: ProblemCode = 'unknown-to-operator';
const IS_LOST = Prisma.sql`d."problems" @> ${JSON.stringify([{ code: LOST }])}::jsonb`;

/**
 * Records the merchant's word that a delivery may be sent again: one that the operator may have, or one that it had and
 * no longer knows. It is looked up once more, and sent as soon as it is not found, or the answer says nothing. If the
 * operator has it after all, a second courier comes: whoever offers this must say so.
 *
 * @returns false when it belongs to another shop, or the operator is known to have it
 */
export async function sendAgain(transaction: Transaction, of: OfShop, now: Date): Promise<boolean> {
  const asked = { sendAt: now, resendAskedAt: now, tries: 0 };
  const mayHaveIt = Prisma.sql`${isOfShop(of)} AND d."handedOverAt" IS NULL AND d."heldFor" IS NULL`;
  if ((await changeDeliveries(transaction, STILL_CHECKED, asked, mayHaveIt)) === 1) return true;
  const told = Prisma.sql`${isOfShop(of)} AND d."handedOverAt" IS NULL AND d."possiblySentAt" IS NOT NULL`;
  if ((await changeDeliveries(transaction, TRY_AGAIN, { ...asked, heldFor: null, problems: [] }, told)) === 1)
    return true;
  const change = { ...asked, handedOverAt: null, recoveredAt: null, nextReadAt: null, recordSeen: null, heldFor: null };
  const isLost = Prisma.sql`${isOfShop(of)} AND d."handedOverAt" IS NOT NULL AND ${IS_LOST}`;
  const list = {
    problems: withoutProblems([LOST]),
    columns: [Prisma.sql`"possiblySentAt" = d."handedOverAt"`],
  };
  return (await changeDeliveries(transaction, TRY_AGAIN, change, isLost, list)) === 1;
}

const SET_ASIDE = transition(['needs-attention'], 'skipped');
const BACK_ON_ITS_WAY = transition(['needs-attention'], 'in-delivery');
const GOES_ON = stayingIn('handing-over', 'in-delivery', 'delivered', 'failed');

/**
 * Removes the problems and flags that a person has taken care of. If the operator has the delivery, tracking continues. If
 * the operator no longer finds it, tracking ends, so that the same problem does not come back. If the operator may have
 * it, it is not sent again. What was never sent stays: leaving it unsent is another word (`stop`).
 *
 * @returns false when it belongs to another shop, or has no problem
 */
export async function dismissProblems(transaction: Transaction, of: OfShop, now: Date): Promise<boolean> {
  // a read that began before must not bring the flags back
  const change = { problems: [], flags: [], resolvedAt: now, recordSeen: null, tries: 0 };
  const notHandedOver = Prisma.sql`${isOfShop(of)} AND d."handedOverAt" IS NULL AND d."possiblySentAt" IS NOT NULL`;
  const aside = { ...change, skipReason: { code: 'handled' }, sendAt: null, ...CLEAR_CLAIM } as const;
  if ((await changeDeliveries(transaction, SET_ASIDE, aside, notHandedOver)) === 1) return true;
  const handedOver = Prisma.sql`${isOfShop(of)} AND d."handedOverAt" IS NOT NULL`;
  const tracking = { columns: [Prisma.sql`"nextReadAt" = CASE WHEN ${IS_LOST} THEN NULL ELSE d."nextReadAt" END`] };
  if ((await changeDeliveries(transaction, BACK_ON_ITS_WAY, change, handedOver, tracking)) === 1) return true;
  const needsPerson = Prisma.sql`${isOfShop(of)} AND d."attentionSince" IS NOT NULL`;
  return (await changeDeliveries(transaction, GOES_ON, change, needsPerson)) === 1;
}
