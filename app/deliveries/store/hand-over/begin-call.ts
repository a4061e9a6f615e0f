import { Prisma } from '@prisma/client';
import type { AttemptOutcome, AttemptVerb } from '../../../domain/lifecycle/attempt.ts';
import { transition, transitionAlong, type Transition } from '../../../domain/lifecycle/delivery-phase.ts';
import type { Database } from '../../../persistence/database.ts';
import { jsonRows } from '../../../persistence/json-rows.ts';
import { shareWritesTo } from '../../../persistence/share-writes.ts';
import { updateManyStatement, type DeliveryChange } from '../row/change.ts';
import { phaseOf } from '../row/delivery-row.ts';
import { OF_CLAIM, type Claimed } from '../row/of-claim.ts';

/** The delivery's names in Shopify, its pickup, what was promised, and how that was decided. */
export type HandOverIntent = Pick<
  DeliveryChange,
  | 'fulfillmentName'
  | 'orderName'
  | 'orderId'
  | 'pickup'
  | 'district'
  | 'fulfilledAt'
  | 'handedOverWith'
  | 'orderNumber'
  | 'operatorAccountId'
  | 'service'
  | 'promisedDate'
  | 'windowStart'
  | 'windowEnd'
  | 'promisedUntil'
  | 'watchAt'
  | 'boxes'
  | 'decisions'
>;

/** The delivery's names in Shopify, its pickup and district, and when it was fulfilled. */
export type KnownOfDelivery = Pick<
  HandOverIntent,
  'fulfillmentName' | 'orderName' | 'orderId' | 'pickup' | 'district' | 'fulfilledAt'
>;

interface CallTimes {
  readonly startedAt: Date;
  readonly claimedUntil: Date;
}

const BEGIN_CREATE = transition(['waiting'], 'handing-over');

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
  { startedAt, claimedUntil }: CallTimes,
): Promise<bigint | null> {
  const isNew = { possiblySentAt: startedAt, resendAskedAt: null, lookFirst: false, problems: [] } as const;
  const change = { ...intent, ...isNew, claimedUntil };
  return beginShared(database, { claimed, verb: 'create', transition: BEGIN_CREATE, change, startedAt });
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
  const along = transitionAlong(phaseOf(claimed), 'handing-over');
  const change = { ...intent, possiblySentAt, claimedUntil };
  const [id = null] = await beginCalls(database, [{ claimed, verb: 'look-up', transition: along, change, startedAt }]);
  return id;
}

interface Begun {
  readonly claimed: Claimed;
  readonly verb: AttemptVerb;
  readonly transition: Transition;
  readonly change: DeliveryChange;
  readonly startedAt: Date;
}

const beginShared = shareWritesTo<Database, Begun, bigint | null>({ write: beginCalls, atOnce: 2, limit: 50 });

async function beginCalls(database: Database, batch: readonly Begun[]): Promise<(bigint | null)[]> {
  const changes = batch.map(({ claimed: { id, claimToken }, transition, change }) => {
    return { id, transition, change: { claimToken, ...change } };
  });
  const update = updateManyStatement(changes, { where: OF_CLAIM, carried: ['claimToken'] });
  const attempts = batch.map(({ claimed: { id }, verb, startedAt }) => ({ id, verb, startedAt }));
  const begun = await database.$queryRaw<{ id: bigint; deliveryId: string }[]>`
    WITH changed AS (${update} RETURNING d."id"), cut_off AS (${CUT_OFF})
    INSERT INTO "Attempt" ("deliveryId", "verb", "startedAt")
    SELECT changed."id", a."verb", a."startedAt" FROM changed
    JOIN ${jsonRows(attempts, ATTEMPT)} AS a ON a."id" = changed."id" RETURNING "id", "deliveryId"`;
  const ids = new Map(begun.map(({ id, deliveryId }) => [deliveryId, id]));
  return batch.map(({ claimed: { id } }) => ids.get(id) ?? null);
}

const ATTEMPT = Prisma.sql`"id" uuid, "verb" text, "startedAt" timestamptz`;

/**
 * An attempt whose end was never recorded gets the outcome `unknown` when the next attempt begins: its claim has ended,
 * so its process no longer works on it.
 */
const CUT_OFF = Prisma.sql`
  UPDATE "Attempt" SET "outcome" = ${'unknown' satisfies AttemptOutcome}
  WHERE "deliveryId" IN (SELECT "id" FROM changed) AND "outcome" IS NULL`;
