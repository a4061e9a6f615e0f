import { DELIVERY_STATUSES, worstStatus } from './order-fields.ts';

/** Of an order that needs a person, in any state. */
const ATTENTION = 'needs-attention';

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
  const said = needsPerson ? ATTENTION : worstStatus(groups);
  return said === null ? null : `${namespace}:${said}`;
}

/** Every tag of a namespace. */
export function stateTagsOf(namespace: string): string[] {
  return [ATTENTION, ...DELIVERY_STATUSES].map((tag) => `${namespace}:${tag}`);
}
