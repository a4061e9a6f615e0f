import type { StateGroup } from './operator-state.ts';

/** Whether the goods are still at the pickup point in a group of states. What an unknown state means is not guessed. */
const AT_PICKUP: Readonly<Record<StateGroup, boolean>> = {
  unknown: true,
  accepted: true,
  'courier-assigned': true,
  'picking-up': true,
  'on-the-way': false,
  'out-for-delivery': false,
  delivered: false,
  delayed: false,
  'attempt-failed': false,
  'needs-merchant': false,
  'ended-badly': false,
};

/** The groups of deliveries that the operator has accepted and not collected. */
export const GROUPS_AT_PICKUP: readonly string[] = Object.entries(AT_PICKUP).flatMap(([group, isThere]) =>
  isThere ? [group] : [],
);

/** @param group null before the operator has said anything */
export function isAtPickup(group: string | null): boolean {
  return group === null || GROUPS_AT_PICKUP.includes(group);
}
