import { Prisma } from '@prisma/client';
import type { AttemptOutcome, AttemptVerb } from '../../../domain/lifecycle/attempt.ts';
import { transition, transitionAlong } from '../../../domain/lifecycle/delivery-phase.ts';
import type { Database } from '../../../persistence/database.ts';
import { shareWritesOfKind } from '../../../persistence/share-writes.ts';
import { updateManyStatement, updateStatement, type DeliveryChange } from '../row/change.ts';
import { phaseOf } from '../row/delivery-row.ts';
import { OF_CLAIM, ofClaim, type Claimed } from '../row/of-claim.ts';

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
  return begin(database, { claimed, intent, ...times });
}

/** Rows of one statement store the same columns. A hand-over always stores all. */
const begin = shareWritesOfKind<Database, Begun, bigint | null>({
  kindOf: ({ intent }) => Object.keys(intent).sort().join(),
  write: beginCreates,
  atOnce: 2,
  limit: 50,
});

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

/**
 * An attempt whose end was never recorded gets the outcome `unknown` when the next attempt begins: its claim has ended,
 * so its process no longer works on it.
 */
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
