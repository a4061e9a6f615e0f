import type { DeliveryPlan } from '../planning/delivery-plan.ts';
import { remediesOfProblem } from '../problems/remedy.ts';
import type { Problem, ProblemCode } from '../problems/problem.ts';

/** What is known of an order that is not fulfilled yet. `ended` means that it is fulfilled, cancelled, or not ours. */
export type Verdict = 'unread' | 'ready' | 'warned' | 'ended';

export type OrderVerdict =
  { readonly verdict: 'ready' | 'ended' } | { readonly verdict: 'warned'; readonly problems: readonly Problem[] };

/** These pass by themselves: they depend on the hour of the hand-over, and nobody knows it yet. */
const DEPENDS_ON_THE_HOUR: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['after-cutoff', 'closed-today']);

/**
 * What the plans of an order's open fulfillment orders mean for the order. An order of which every part is skipped by a
 * rule is not ours.
 */
export function judgeOrder(plans: readonly DeliveryPlan[]): OrderVerdict {
  if (plans.every(({ kind }) => kind === 'skip')) return { verdict: 'ended' };
  const problems = lastingProblems(plans);
  return problems.length > 0 ? { verdict: 'warned', problems } : { verdict: 'ready' };
}

/** The problems of these plans that do not pass by themselves, each once. */
function lastingProblems(plans: readonly DeliveryPlan[]): Problem[] {
  const byText = new Map<string, Problem>();
  for (const plan of plans) {
    if (plan.kind !== 'problem') continue;
    for (const problem of plan.problems) {
      if (!DEPENDS_ON_THE_HOUR.has(problem.code)) byText.set(JSON.stringify(problem), problem);
    }
  }
  return [...byText.values()];
}

/**
 * Whether a plan is a reason to hold its fulfillment order: one of its problems can be fixed on the order, as one that
 * Review lists can. A problem of the shop's own set-up would hold every order.
 */
export function isReasonToHold(plan: DeliveryPlan): boolean {
  return lastingProblems([plan]).some((problem) => remediesOfProblem(problem).includes('order'));
}
