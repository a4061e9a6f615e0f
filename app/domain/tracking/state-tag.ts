import type { StateGroup } from './operator-state.ts';

/** Of an order that needs a person, whatever its state. */
const ATTENTION = 'needs-attention';

/**
 * The tag of each group, and the groups in the order in which an order with several deliveries is tagged: first what went
 * wrong, then the delivery that is furthest from its end. So an order is tagged `delivered` when all of it is.
 */
const TAGS: Readonly<Record<StateGroup, string>> = {
  'ended-badly': 'not-delivered',
  'needs-merchant': 'operator-asks',
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

/** What the tag of an order says. */
export interface TaggedOrder {
  /** Of its deliveries; null for those whose state is not known yet. */
  readonly groups: readonly (string | null)[];
  readonly needsPerson: boolean;
}

/**
 * The one tag of an order.
 *
 * @returns null when no state is known, and no person is needed
 */
export function stateTagOf({ groups, needsPerson }: TaggedOrder, namespace: string): string | null {
  if (needsPerson) return `${namespace}:${ATTENTION}`;
  const found = Object.entries(TAGS).find(([group]) => groups.includes(group));
  return found ? `${namespace}:${found[1]}` : null;
}

/** Every tag of a namespace. */
export function stateTagsOf(namespace: string): string[] {
  return [ATTENTION, ...Object.values(TAGS)].map((tag) => `${namespace}:${tag}`);
}
