import { Badge, InlineStack, Text, type BadgeProps } from '@shopify/polaris';
import type { Phase } from '../../domain/lifecycle/delivery-phase.ts';
import type { StateGroup } from '../../domain/tracking/operator-state.ts';
import type { FlagCode } from '../../domain/tracking/promise-watch.ts';
import type { DeliveryRow } from '../deliveries/delivery-list-view.ts';
import { useTexts } from '../shell/use-texts.ts';

type Tone = BadgeProps['tone'];

const GROUP_TONES: Readonly<Record<StateGroup, Tone>> = {
  unknown: undefined,
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

/** The group of the operator's state, and its own word beside it; our phase as long as the operator has said nothing. */
export function StateBadge({ state, stateGroup, phase }: Pick<DeliveryRow, 'state' | 'stateGroup' | 'phase'>) {
  const { phases, stateGroups } = useTexts();
  if (state === null) return <Badge tone={PHASE_TONES[phase]}>{phases[phase]}</Badge>;
  const group = stateGroup ?? 'unknown';
  return (
    <InlineStack gap="150" blockAlign="center">
      <Badge tone={GROUP_TONES[group]}>{stateGroups[group]}</Badge>
      <Text as="span" variant="bodySm" tone="subdued">
        {state}
      </Text>
    </InlineStack>
  );
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
