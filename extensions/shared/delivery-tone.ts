import type { DeliveryView } from '../../app/extension-api/extension-answers.ts';

export type Tone = 'neutral' | 'info' | 'success' | 'caution' | 'warning' | 'critical';

const GROUP_TONES: Readonly<Record<NonNullable<DeliveryView['stateGroup']>, Tone>> = {
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

const PHASE_TONES: Readonly<Record<DeliveryView['phase'], Tone>> = {
  waiting: 'neutral',
  'handing-over': 'info',
  'in-delivery': 'info',
  'needs-attention': 'critical',
  delivered: 'success',
  failed: 'critical',
  skipped: 'neutral',
  cancelled: 'neutral',
};

/** By the group of the operator's state; by our phase as long as the operator has said nothing. */
export function deliveryTone({ phase, stateGroup }: Pick<DeliveryView, 'phase' | 'stateGroup'>): Tone {
  return stateGroup ? GROUP_TONES[stateGroup] : PHASE_TONES[phase];
}
