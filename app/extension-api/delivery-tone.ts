import type { Phase } from '../domain/lifecycle/delivery-phase.ts';
import type { StateGroup } from '../domain/tracking/operator-state.ts';

/** The tone of a delivery's badge, on the app's pages and in its extensions alike. */
export type DeliveryTone = 'neutral' | 'info' | 'success' | 'warning' | 'critical';

const GROUP_TONES: Readonly<Record<StateGroup, DeliveryTone>> = {
  unknown: 'neutral',
  accepted: 'info',
  'courier-assigned': 'info',
  'picking-up': 'info',
  'on-the-way': 'info',
  'out-for-delivery': 'success',
  delivered: 'success',
  delayed: 'warning',
  'attempt-failed': 'warning',
  'needs-merchant': 'critical',
  'ended-badly': 'critical',
};

const PHASE_TONES: Readonly<Record<Phase, DeliveryTone>> = {
  waiting: 'neutral',
  'handing-over': 'info',
  'in-delivery': 'info',
  'needs-attention': 'critical',
  delivered: 'success',
  failed: 'critical',
  skipped: 'neutral',
  cancelled: 'neutral',
};

/** The tone follows the group of the operator's state, and the phase until the operator has named a state. */
export function deliveryTone({ phase, stateGroup }: { phase: Phase; stateGroup: StateGroup | null }): DeliveryTone {
  return stateGroup ? GROUP_TONES[stateGroup] : PHASE_TONES[phase];
}

/** Whether a text that was published earlier, perhaps by another version of the app, names a group of today. */
export function isStateGroup(text: string): text is StateGroup {
  return Object.hasOwn(GROUP_TONES, text);
}
