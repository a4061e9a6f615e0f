import { z } from 'zod';
import type { Phase } from '../lifecycle/delivery-phase.ts';
import type { Problem, ProblemCode } from '../problems/problem.ts';
import { REMEDIES_OF_FLAG, remediesOfProblem, type Remedy } from '../problems/remedy.ts';
import type { Flag, FlagCode } from '../tracking/promise-watch.ts';

/**
 * What needs a person: an order that would not go out, a delivery that does not continue by itself, and one that goes
 * wrong at the operator. Home's count, the tab, the pages, the block, the order's tag and metafield and Flow's trigger
 * all follow this.
 */
type ExceptionCode = ProblemCode | FlagCode;

/** Who must act. */
type Actor = 'store' | 'operator' | 'support';

/**
 * What ends it, besides a person's word that it is taken care of.
 *
 * - `word`: nothing else
 * - `fix`: the correction, and a retry
 * - `state`: another state of the operator's
 * - `itself`: its reason passes
 */
type ExceptionEnd = 'word' | 'fix' | 'state' | 'itself';

export interface Exception {
  /** Null for one that this version does not know. */
  readonly code: ExceptionCode | null;
  readonly problem: Problem | null;
  /** Null when nobody knows. */
  readonly since: Date | null;
  readonly actor: Actor;
  readonly end: ExceptionEnd;
  /** Best first. */
  readonly remedies: readonly Remedy[];
}

const KINDS: Readonly<Record<ExceptionCode, readonly [Actor, ExceptionEnd]>> = {
  'operator-refused': ['store', 'fix'],
  'operator-unreachable': ['operator', 'itself'],
  'order-number-taken': ['store', 'fix'],
  'order-number-too-long': ['store', 'fix'],
  'outcome-unknown': ['operator', 'itself'],
  'unknown-to-operator': ['operator', 'itself'],
  'cancelled-after-hand-over': ['store', 'word'],
  'edited-after-hand-over': ['store', 'word'],
  'order-out-of-reach': ['store', 'word'],
  'other-tracking-kept': ['store', 'word'],
  'shopify-access-missing': ['store', 'itself'],
  'shopify-unreachable': ['support', 'itself'],
  'shopify-write-refused': ['store', 'word'],
  'unexpected-failure': ['support', 'itself'],
  'order-number-unreadable': ['store', 'fix'],
  'pickup-missing': ['store', 'fix'],
  'customer-data-withheld': ['support', 'fix'],
  'name-missing': ['store', 'fix'],
  'phone-missing': ['store', 'fix'],
  'phone-unusable': ['store', 'fix'],
  'email-missing': ['store', 'fix'],
  'email-unusable': ['store', 'fix'],
  'address-missing': ['store', 'fix'],
  'street-missing': ['store', 'fix'],
  'district-missing': ['store', 'fix'],
  'district-not-served': ['store', 'fix'],
  'time-zone-unknown': ['store', 'fix'],
  'after-cutoff': ['store', 'fix'],
  'closed-today': ['store', 'fix'],
  'window-missing': ['store', 'fix'],
  'window-unreadable': ['store', 'fix'],
  'window-ends-before-start': ['store', 'fix'],
  'window-past': ['store', 'fix'],
  'window-too-soon': ['store', 'fix'],
  'window-on-closed-day': ['store', 'fix'],
  'price-unreadable': ['store', 'fix'],
  'file-link-unusable': ['store', 'fix'],
  'order-invalid': ['store', 'fix'],
  'text-too-long': ['store', 'fix'],
  'packages-too-many': ['store', 'fix'],
  'attempt-failed': ['store', 'state'],
  'address-wrong': ['store', 'state'],
  'operator-asks': ['store', 'state'],
  stored: ['store', 'state'],
  returning: ['store', 'state'],
  'refused-by-customer': ['store', 'word'],
  returned: ['store', 'word'],
  lost: ['operator', 'word'],
  'cancelled-by-operator': ['operator', 'word'],
  'not-delivered': ['store', 'word'],
  late: ['operator', 'state'],
  stuck: ['operator', 'state'],
  silent: ['operator', 'state'],
  'no-news': ['operator', 'word'],
};

/** What is known of a delivery that may need a person. */
interface MayNeedPerson {
  readonly phase: Phase;
  /** Null stands for a problem that this version does not know. */
  readonly problems: readonly (Problem | null)[];
  readonly flags: readonly Flag[];
  /** When it began to need a person. */
  readonly attentionSince: Date | null;
}

/** Why a delivery needs a person, its problems first, the oldest first; empty when it does not. The database asks `needs_person`. */
export function exceptionsOf({ phase, problems, flags, attentionSince }: MayNeedPerson): Exception[] {
  const unnamed = phase === 'needs-attention' && problems.length === 0;
  return [
    ...(unnamed ? [null] : problems).map((problem) => exceptionOfProblem(problem, attentionSince)),
    ...flags.map(({ code, since }): Exception => {
      return { ...kindOf(code), code, problem: null, since: new Date(since), remedies: REMEDIES_OF_FLAG };
    }),
  ];
}

const coded = z.array(z.object({ code: z.string() })).catch([]);

/**
 * What a person saw of a delivery before acting on it: its phase, and what needs a person. The database compares it as it
 * writes (`asSeen`), so that a page that is out of date does nothing. The lists are read as they are stored: another
 * version of the program may have written codes that this one does not know.
 */
export function seenOf({ phase, problems, flags }: { phase: string; problems: unknown; flags: unknown }): string {
  return [phase, ...[problems, flags].flatMap((list) => coded.parse(list).map(({ code }) => code))].join(' ');
}

/** Absent where nobody looked at a page. */
export const seenSchema = z
  .string()
  .regex(/^[\w -]{1,20000}$/)
  .optional();

function exceptionOfProblem(problem: Problem | null, since: Date | null): Exception {
  if (!problem) return { code: null, problem, since, actor: 'support', end: 'word', remedies: ['support'] };
  const began = typeof problem.details.since === 'string' ? new Date(problem.details.since) : since;
  return { ...kindOf(problem.code), code: problem.code, problem, since: began, remedies: remediesOfProblem(problem) };
}

function kindOf(code: ExceptionCode): Pick<Exception, 'actor' | 'end'> {
  const [actor, end] = KINDS[code];
  return { actor, end };
}
