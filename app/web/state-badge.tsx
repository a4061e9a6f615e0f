import { Badge, type BadgeProps } from '@shopify/polaris';
import type { Phase } from '../domain/delivery-phase.ts';
import type { StateGroup } from '../domain/operator-state.ts';
import type { DeliveryRow } from './delivery-list.ts';
import { useTexts } from './use-texts.ts';

type Tone = BadgeProps['tone'];

const GROUP_TONES: Readonly<Record<StateGroup, Tone>> = {
  unknown: undefined,
  accepted: 'info',
  'courier-assigned': 'info',
  'picking-up': 'info',
  'on-the-way': 'info',
  'out-for-delivery': 'attention',
  delivered: 'success',
  delayed: 'warning',
  'attempt-failed': 'warning',
  'needs-merchant': 'critical',
  'ended-badly': 'critical',
};

const PHASE_TONES: Readonly<Record<Phase, Tone>> = {
  waiting: undefined,
  'handing-over': 'info',
  'in-delivery': 'info',
  'needs-attention': 'critical',
  delivered: 'success',
  failed: 'critical',
  skipped: undefined,
  cancelled: undefined,
};

/** The operator's own word for the state; our phase as long as there is none. */
export function StateBadge({ state, stateGroup, phase }: Pick<DeliveryRow, 'state' | 'stateGroup' | 'phase'>) {
  const { phases } = useTexts();
  if (state === null) return <Badge tone={PHASE_TONES[phase]}>{phases[phase]}</Badge>;
  return <Badge tone={GROUP_TONES[stateGroup ?? 'unknown']}>{state}</Badge>;
}
