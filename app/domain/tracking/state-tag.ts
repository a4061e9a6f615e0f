import type { StateGroup } from './operator-state.ts';

/**
 * The tag of each group, and the groups in the order in which an order with several deliveries is tagged: first what
 * needs a person, then the delivery that is furthest from its end. So an order is tagged `delivered` when all of it is.
 */
const TAGS: Readonly<Record<StateGroup, string>> = {
  'ended-badly': 'not-delivered',
  'needs-merchant': 'needs-attention',
  'attempt-failed': 'attempt-failed',
  delayed: 'delayed',
  accepted: 'accepted',
  'courier-assigned': 'courier-assigned',
  'picking-up': 'picking-up',
  'on-the-way': 'on-the-way',
  'out-for-delivery': 'out-for-delivery',
  unknown: 'in-delivery',
  delivered: 'delivered',
};

/**
 * The one tag of an order.
 *
 * @param groups of its deliveries; null for those whose state is not known yet
 * @returns null when no state is known
 */
export function stateTagOf(groups: readonly (string | null)[], namespace: string): string | null {
  const found = Object.entries(TAGS).find(([group]) => groups.includes(group));
  return found ? `${namespace}:${found[1]}` : null;
}

/** Every tag of a namespace. */
export function stateTagsOf(namespace: string): string[] {
  return Object.values(TAGS).map((tag) => `${namespace}:${tag}`);
}
