import { Prisma } from '@prisma/client';
import { stayingIn, transition, type Transition } from '../../../domain/lifecycle/delivery-phase.ts';
import type { Hold } from '../../../domain/lifecycle/hold.ts';
import type { Decision } from '../../../domain/planning/delivery-plan.ts';
import type { SkipReason } from '../../../domain/planning/skip-reason.ts';
import { PASSING_PROBLEMS, PROBLEM_CODES, type Problem } from '../../../domain/problems/problem.ts';
import type { Database } from '../../../persistence/database.ts';
import { MAY_BE_LOST, type Statements } from '../../../persistence/statements.ts';
import type { KnownOfDelivery } from './begin-call.ts';
import {
  changeDeliveries,
  CLEAR_CLAIM,
  updateManyStatement,
  withoutProblems,
  withProblems,
  type DeliveryChange,
} from '../row/change.ts';
import { OF_CLAIM, ofClaim, type Claimed } from '../row/of-claim.ts';

/**
 * The steps of a hand-over. The process that has the claim takes them. They return false, and change nothing, when the
 * claim was lost or the phase has changed.
 */

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
export async function takeBack(transaction: Statements, claimed: Claimed): Promise<boolean> {
  return (await changeDeliveries(transaction, TAKE_BACK, WITHOUT_DOUBT, ofClaim(claimed))) === 1;
}

/**
 * Between two steps a delivery is `handing-over` as long as the operator may have it, and `waiting` otherwise. The
 * transition table contains both steps.
 */
const BETWEEN_STEPS = stayingIn(...transition(['waiting'], 'handing-over').from, ...TAKE_BACK.from);

/**
 * Ends the claim with a step that may be lost: then the claim expires, and the step is taken again.
 *
 * @param given.problems each replaces an earlier one with the same code
 * @param given.solved the codes of problems that have passed
 */
async function endStep(
  database: Database,
  claimed: Claimed,
  given: {
    transition: Transition;
    change: DeliveryChange;
    problems?: readonly Problem[];
    solved?: readonly Problem['code'][];
  },
): Promise<boolean> {
  const { transition, change, problems = [], solved = [] } = given;
  const sentAt = 'possiblySentAt' in change ? Prisma.sql`new."possiblySentAt"` : Prisma.sql`d."possiblySentAt"`;
  const phase = Prisma.sql`"phase" = CASE WHEN ${sentAt} IS NULL THEN 'waiting' ELSE 'handing-over' END`;
  const where = Prisma.sql`${ofClaim(claimed)} AND ${MAY_BE_LOST}`;
  const changed = await changeDeliveries(database, transition, { ...change, ...CLEAR_CLAIM }, where, {
    columns: transition === BETWEEN_STEPS ? [phase] : [],
    problems: withProblems(problems, solved),
  });
  return changed === 1;
}

/** What a step has learnt about whether the operator may have it; absent if it has learnt nothing. */
type Learnt = Pick<DeliveryChange, 'possiblySentAt'>;

/**
 * Puts the next step off until `sendAt`. The problem is shown until then.
 *
 * @param given.orderNumber null gives up the number that it had
 */
export async function putOff(
  database: Database,
  claimed: Claimed,
  { problem, ...change }: Learnt & { sendAt: Date; tries?: number; problem?: Problem; orderNumber?: null },
): Promise<boolean> {
  return endStep(database, claimed, { transition: BETWEEN_STEPS, change, problems: problem ? [problem] : [] });
}

/** Holds the delivery. Its next step is taken when the reason has ended. */
export async function holdBack(
  database: Database,
  claimed: Claimed,
  change: Learnt & { heldFor: Hold },
): Promise<boolean> {
  return endStep(database, claimed, { transition: BETWEEN_STEPS, change: { ...change, tries: 0 } });
}

const CONCLUDED = { sendAt: null, tries: 0 } as const;

/** The next try, and how many have failed. */
export interface NextTry {
  readonly sendAt: Date;
  readonly tries: number;
}

const NEED_ATTENTION = transition(['waiting', 'handing-over'], 'needs-attention');

/**
 * Tells a person, and stops the delivery until a merchant acts.
 *
 * @param given.again when the step is tried again without the person, because the fault can pass by itself
 */
export async function needAttention(
  database: Database,
  claimed: Claimed,
  given: KnownOfDelivery &
    Learnt & { problems: readonly Problem[]; decisions?: readonly Decision[]; again?: NextTry | undefined },
): Promise<boolean> {
  const { problems, again = {}, ...known } = given;
  const change: DeliveryChange = { ...known, ...CONCLUDED, ...again };
  return endStep(database, claimed, { transition: NEED_ATTENTION, change, problems, solved: PASSING_PROBLEMS });
}

const SKIP = transition(['waiting'], 'skipped');

/** Skips the delivery because of a rule. */
export async function skip(
  database: Database,
  claimed: Claimed,
  given: KnownOfDelivery & { skipReason: SkipReason; decisions?: readonly Decision[] },
): Promise<boolean> {
  return endStep(database, claimed, {
    transition: SKIP,
    change: { ...given, ...CONCLUDED },
    solved: PASSING_PROBLEMS,
  });
}

const CANCEL = transition(['waiting'], 'cancelled');

/** Cancels a delivery whose fulfillment was cancelled, and that the operator does not have. */
export async function cancelBeforeHandOver(
  database: Database,
  claimed: Claimed,
  { now, ...known }: KnownOfDelivery & { now: Date },
): Promise<boolean> {
  const change: DeliveryChange = { ...known, endedAt: now, cancelRequestedAt: null, ...CONCLUDED };
  return endStep(database, claimed, { transition: CANCEL, change, solved: PROBLEM_CODES });
}
