import type { StateGroup } from '../tracking/operator-state.ts';

/**
 * The delivery status of an order, by the group of its state, and the one order of the groups for an order with several
 * deliveries: first what went wrong, then the delivery that is furthest from its end. So an order is `delivered` when all
 * of it is. The order's field, its tag and Flow say it in these words.
 */
const STATUSES = {
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
} as const satisfies Readonly<Record<StateGroup, string>>;

export type DeliveryStatus = (typeof STATUSES)[StateGroup];
/** The worst first. */
export const DELIVERY_STATUSES: readonly DeliveryStatus[] = Object.values(STATUSES);

/**
 * @param groups of the order's deliveries; null for those whose state is not known yet
 * @returns null when none is known
 */
export function worstStatus(groups: readonly (string | null)[]): DeliveryStatus | null {
  return Object.entries(STATUSES).find(([group]) => groups.includes(group))?.[1] ?? null;
}
