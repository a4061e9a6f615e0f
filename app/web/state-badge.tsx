import { Badge, InlineStack, type BadgeProps } from '@shopify/polaris';
import type { Phase } from '../domain/delivery-phase.ts';
import type { StateGroup } from '../domain/operator-state.ts';
import type { FlagCode } from '../domain/promise-watch.ts';
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

/** What somebody should look at although the delivery goes on. */
export function FlagBadges({ flags }: { readonly flags: readonly FlagCode[] }) {
  const texts = useTexts().flags;
  if (flags.length === 0) return null;
  return (
    <InlineStack gap="100">
      {flags.map((code) => (
        <Badge key={code} tone="warning">
          {texts[code].name}
        </Badge>
      ))}
    </InlineStack>
  );
}
