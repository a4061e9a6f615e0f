import { Prisma, type Delivery } from '@prisma/client';
import type { AttemptOutcome, AttemptVerb } from '../../domain/lifecycle/attempt.ts';
import { stayingIn, transition, transitionAlong } from '../../domain/lifecycle/delivery-phase.ts';
import type { Hold } from '../../domain/lifecycle/hold.ts';
import type { Decision } from '../../domain/planning/delivery-plan.ts';
import type { SkipReason } from '../../domain/planning/skip-reason.ts';
import { PASSING_PROBLEMS, type Problem } from '../../domain/problems/problem.ts';
import type { Database, Transaction } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';
import type { Statements } from '../../persistence/statements.ts';
import {
  changeDeliveries,
  CLEAR_CLAIM,
  updateManyStatement,
  updateStatement,
  withoutProblems,
  withProblems,
  type DeliveryChange,
} from './row/change.ts';
import { phaseOf } from './row/delivery-row.ts';

/**
 * The steps of a hand-over. The process that has the claim takes them. They return false, and change nothing, when the
 * claim was lost or the phase has changed.
 */

export type Claimed = Pick<Delivery, 'id' | 'claimToken' | 'phase'>;

const ofClaim = ({ id, claimToken }: Claimed) =>
  Prisma.sql`d."id" = ${id}::uuid AND d."claimToken" = ${claimToken}::uuid`;

/** The delivery's names in Shopify, its pickup, what was promised, and how that was decided. */
export type HandOverIntent = Pick<
  DeliveryChange,
  | 'fulfillmentName'
  | 'orderName'
  | 'orderId'
  | 'pickup'
  | 'handedOverWith'
  | 'orderNumber'
  | 'operatorAccountId'
  | 'service'
  | 'promisedDate'
  | 'windowStart'
  | 'windowEnd'
  | 'promisedUntil'
  | 'watchAt'
  | 'decisions'
>;

/** The delivery's names in Shopify, and its pickup. */
export type KnownOfDelivery = Pick<HandOverIntent, 'fulfillmentName' | 'orderName' | 'orderId' | 'pickup'>;

interface CallTimes {
  readonly startedAt: Date;
  readonly claimedUntil: Date;
}

const BEGIN_CREATE = transition(['waiting'], 'handing-over');

interface Begun extends CallTimes {
  readonly claimed: Claimed;
  readonly intent: HandOverIntent;
}

/**
 * Stores what will be sent and the attempt to send it in one statement, before anything goes out. From here on the
 * operator may have it. Deliveries that come to this point together share the statement.
 *
 * @returns the attempt's id; null when the claim was lost
 * @throws an error of the unique index when another delivery of the account has the order number (`isUniqueViolation`)
 */
export async function beginCreate(
  database: Database,
  claimed: Claimed,
  intent: HandOverIntent,
  times: CallTimes,
): Promise<bigint | null> {
  const columns = Object.keys(intent).sort().join();
  const begin = beginners.get(columns) ?? shareWritesTo({ write: beginCreates, atOnce: 2, limit: 50 });
  beginners.set(columns, begin);
  return begin(database, { claimed, intent, ...times });
}

/** By the columns that are stored, because rows of one statement have the same ones. A hand-over always has all. */
const beginners = new Map<string, (database: Database, begun: Begun) => Promise<bigint | null>>();

async function beginCreates(database: Database, batch: readonly Begun[]): Promise<(bigint | null)[]> {
  const changes = batch.map(({ claimed: { id, claimToken }, intent, startedAt, claimedUntil }) => {
    const change: DeliveryChange = {
      claimToken,
      ...inOrderOfName(intent),
      possiblySentAt: startedAt,
      resendAskedAt: null,
      lookFirst: false,
      problems: [],
      claimedUntil,
    };
    return { id, transition: BEGIN_CREATE, change };
  });
  const update = updateManyStatement(changes, { where: OF_CLAIM, carried: ['claimToken'] });
  const attempts = await database.$queryRaw<{ id: bigint; deliveryId: string }[]>`
    WITH changed AS (${update} RETURNING d."id", d."possiblySentAt" AS "startedAt"), cut_off AS (${CUT_OFF})
    INSERT INTO "Attempt" ("deliveryId", "verb", "startedAt")
    SELECT "id", ${'create' satisfies AttemptVerb}, "startedAt" FROM changed RETURNING "id", "deliveryId"`;
  const ids = new Map(attempts.map(({ id, deliveryId }) => [deliveryId, id]));
  return batch.map(({ claimed: { id } }) => ids.get(id) ?? null);
}

const OF_CLAIM = Prisma.sql`d."claimToken" = new."claimToken"`;

function inOrderOfName(intent: HandOverIntent): HandOverIntent {
  return Object.fromEntries(Object.entries(intent).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Stores the attempt at a look-up, in the same way.
 *
 * @param given.intent for a delivery that was never sent from here, and has no order number yet
 * @param given.possiblySentAt null when nothing says that it was sent
 */
export async function beginLookUp(
  database: Database,
  claimed: Claimed,
  given: CallTimes & { intent: HandOverIntent; possiblySentAt: Date | null },
): Promise<bigint | null> {
  const { startedAt, claimedUntil, intent, possiblySentAt } = given;
  const step = transitionAlong(phaseOf(claimed), 'handing-over');
  const update = updateStatement(step, { ...intent, possiblySentAt, claimedUntil }, ofClaim(claimed));
  return withAttempt(database, update, 'look-up', startedAt);
}

/** An attempt whose end nobody could write down gets it as the next one begins: its step is over with its claim. */
const CUT_OFF = Prisma.sql`
  UPDATE "Attempt" SET "outcome" = ${'unknown' satisfies AttemptOutcome}
  WHERE "deliveryId" IN (SELECT "id" FROM changed) AND "outcome" IS NULL`;

async function withAttempt(
  database: Database,
  update: Prisma.Sql,
  verb: AttemptVerb,
  startedAt: Date,
): Promise<bigint | null> {
  const [attempt] = await database.$queryRaw<{ id: bigint }[]>`
    WITH changed AS (${update} RETURNING d."id"), cut_off AS (${CUT_OFF})
    INSERT INTO "Attempt" ("deliveryId", "verb", "startedAt") SELECT "id", ${verb}, ${startedAt} FROM changed
    RETURNING "id"`;
  return attempt?.id ?? null;
}

const ACCEPT = transition(['handing-over'], 'in-delivery');
const WITHOUT_DOUBT = { possiblySentAt: null, resendAskedAt: null, lookFirst: false } as const;

export interface Acceptance {
  readonly claimed: Claimed;
  readonly now: Date;
  readonly trackingUrl: string | null;
  readonly isRecovered: boolean;
}

/**
 * The operator has these deliveries. From here on they are tracked.
 *
 * @returns for each, false when its claim was lost
 */
export async function acceptAll(transaction: Statements, accepted: readonly Acceptance[]): Promise<boolean[]> {
  const changes = accepted.map(({ claimed: { id, claimToken }, now, trackingUrl, isRecovered }) => {
    const change: DeliveryChange = {
      claimToken,
      handedOverAt: now,
      trackingUrl,
      nextReadAt: now,
      sendAt: null,
      tries: 0,
      ...WITHOUT_DOUBT,
      claimedUntil: null,
      recoveredAt: isRecovered ? now : null,
    };
    return { id, transition: ACCEPT, change };
  });
  const update = updateManyStatement(changes, {
    where: OF_CLAIM,
    carried: ['claimToken', 'recoveredAt'],
    columns: [
      Prisma.sql`"claimToken" = NULL`,
      Prisma.sql`"recoveredAt" = coalesce(new."recoveredAt", d."recoveredAt")`,
      // the words of a refusal that a look-up has proved wrong, and faults that have passed
      Prisma.sql`"problems" = ${withoutProblems(['operator-refused', ...PASSING_PROBLEMS])}`,
    ],
  });
  const rows = await transaction.$queryRaw<{ id: string }[]>(Prisma.sql`${update} RETURNING d."id"`);
  const ids = new Set(rows.map(({ id }) => id));
  return accepted.map(({ claimed }) => ids.has(claimed.id));
}

const TAKE_BACK = transition(['handing-over'], 'waiting');

/** The operator does not have it, so it can be sent. The claim stays. */
export async function takeBack(transaction: Transaction, claimed: Claimed): Promise<boolean> {
  return (await changeDeliveries(transaction, TAKE_BACK, WITHOUT_DOUBT, ofClaim(claimed))) === 1;
}

/**
 * Between two steps a delivery is `handing-over` as long as the operator may have it, and `waiting` otherwise. The
 * transition table contains both steps.
 */
const REST = stayingIn(...transition(['waiting'], 'handing-over').from, ...TAKE_BACK.from);

function restingPhase(possiblySentAt: Date | null | undefined): Prisma.Sql {
  if (possiblySentAt !== undefined) return possiblySentAt === null ? Prisma.sql`'waiting'` : Prisma.sql`'handing-over'`;
  return Prisma.sql`CASE WHEN d."possiblySentAt" IS NULL THEN 'waiting' ELSE 'handing-over' END`;
}

async function rest(
  transaction: Transaction,
  claimed: Claimed,
  change: DeliveryChange,
  problems: readonly Problem[] = [],
): Promise<boolean> {
  const more = {
    phase: restingPhase(change.possiblySentAt),
    ...(problems.length > 0 ? { problems: withProblems(problems) } : {}),
  };
  return (await changeDeliveries(transaction, REST, { ...change, ...CLEAR_CLAIM }, ofClaim(claimed), more)) === 1;
}

/** What a step has learnt about whether the operator may have it; absent if it has learnt nothing. */
type Learnt = Pick<DeliveryChange, 'possiblySentAt'>;

/**
 * Puts the next step off until `sendAt`. The problem is shown until then.
 *
 * @param given.orderNumber null gives up the number that it had
 */
export async function putOff(
  transaction: Transaction,
  claimed: Claimed,
  { problem, ...change }: Learnt & { sendAt: Date; tries?: number; problem?: Problem; orderNumber?: null },
): Promise<boolean> {
  return rest(transaction, claimed, change, problem ? [problem] : []);
}

/** Holds the delivery. Its next step is taken when the reason has ended. */
export async function holdBack(
  transaction: Transaction,
  claimed: Claimed,
  change: Learnt & { heldFor: Hold },
): Promise<boolean> {
  return rest(transaction, claimed, { ...change, tries: 0 });
}

const CONCLUDED = { sendAt: null, tries: 0, ...CLEAR_CLAIM } as const;

/** The next try, and how many have failed. */
export interface NextTry {
  readonly sendAt: Date;
  readonly tries: number;
}

const NEED_ATTENTION = transition(['waiting', 'handing-over'], 'needs-attention');

/**
 * Marks that a person must act.
 *
 * @param given.again when the step is tried again without the person, because the fault can pass by itself
 */
export async function needAttention(
  transaction: Transaction,
  claimed: Claimed,
  given: KnownOfDelivery &
    Learnt & { problems: readonly Problem[]; decisions?: readonly Decision[]; again?: NextTry | undefined },
): Promise<boolean> {
  const { problems, again = {}, ...known } = given;
  const change: DeliveryChange = { ...known, ...CONCLUDED, ...again };
  const list = { problems: withProblems(problems, PASSING_PROBLEMS) };
  return (await changeDeliveries(transaction, NEED_ATTENTION, change, ofClaim(claimed), list)) === 1;
}

const SKIP = transition(['waiting'], 'skipped');

/** Skips the delivery because of a rule. */
export async function skip(
  transaction: Transaction,
  claimed: Claimed,
  given: KnownOfDelivery & { skipReason: SkipReason; decisions?: readonly Decision[] },
): Promise<boolean> {
  const list = { problems: withoutProblems(PASSING_PROBLEMS) };
  return (await changeDeliveries(transaction, SKIP, { ...given, ...CONCLUDED }, ofClaim(claimed), list)) === 1;
}

const CANCEL = transition(['waiting'], 'cancelled');

/** Cancels a delivery whose fulfillment was cancelled, and that the operator does not have. */
export async function cancelBeforeHandOver(
  transaction: Transaction,
  claimed: Claimed,
  { now, ...known }: KnownOfDelivery & { now: Date },
): Promise<boolean> {
  const change: DeliveryChange = { ...known, endedAt: now, cancelRequestedAt: null, problems: [], ...CONCLUDED };
  return (await changeDeliveries(transaction, CANCEL, change, ofClaim(claimed))) === 1;
}
