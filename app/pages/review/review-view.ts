import type { Remedy } from '../../domain/problems/remedy.ts';
import { adminOrder, explainProblem, type Asker } from '../../extension-api/explain.ts';
import type { AttentionGroup } from '../../shop-api/review/attention-groups.ts';
import type { Explanation } from '../../extension-api/extension-answers.ts';
import { storedDelivery } from '../delivery-state/stored-delivery.ts';

/** Deliveries with the same problem, and what to do about it. */
export interface ReviewGroup {
  readonly key: string;
  readonly code: string | null;
  readonly explanation: Explanation;
  readonly count: number;
  readonly retryable: number;
  /** Set when the district can be mended here. */
  readonly district: { readonly written: string; readonly nearest: readonly string[] } | null;
  readonly deliveries: readonly ReviewedDelivery[];
}

export interface ReviewedDelivery {
  readonly id: string;
  readonly orderName: string | null;
  /** The order in the admin, where what the buyer wrote is corrected; our page where that is not what helps. */
  readonly url: string;
  readonly isOrder: boolean;
}

const NAMED_HERE: ReadonlySet<Remedy> = new Set<Remedy>(['order', 'review']);

export function reviewGroups(groups: readonly AttentionGroup[], asker: Asker): ReviewGroup[] {
  return groups.map((group) => reviewGroup(group, asker));
}

function reviewGroup(group: AttentionGroup, asker: Asker): ReviewGroup {
  const [problem = null] = storedDelivery.shape.problems.parse([group.problem]);
  const explanation = explainProblem(problem, '', asker);
  const isOrder = explanation.remedies.some(({ remedy }) => remedy === 'order');
  const { nearest } = problem?.details ?? {};
  const written = problem?.code === 'district-not-served' ? group.district : null;
  return {
    key: `${group.code} ${group.district}`,
    code: group.code,
    // each of its orders is named below, and this page is the other way
    explanation: { ...explanation, remedies: explanation.remedies.filter(({ remedy }) => !NAMED_HERE.has(remedy)) },
    count: group.count,
    retryable: group.retryable,
    district: written === null ? null : { written, nearest: Array.isArray(nearest) ? nearest : [] },
    deliveries: group.newest.map(({ id, orderId, orderName }) => ({
      id,
      orderName,
      isOrder,
      url: isOrder ? adminOrder(orderId) : `/app/deliveries/${id}`,
    })),
  };
}
