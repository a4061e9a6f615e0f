import { Badge, InlineStack, Text } from '@shopify/polaris';
import { foldText } from '../../domain/mapping/clean-text.ts';
import type { FlagCode } from '../../domain/tracking/promise-watch.ts';
import { deliveryTone } from '../../extension-api/delivery-tone.ts';
import type { DeliveryRow } from '../deliveries/delivery-list-view.ts';
import { useTexts } from '../shell/use-texts.ts';

/** Shows the group of the operator's state with the operator's word, or the phase until the operator has named a state. */
export function StateBadge({ state, stateGroup, phase }: Pick<DeliveryRow, 'state' | 'stateGroup' | 'phase'>) {
  const { phases, stateGroups } = useTexts();
  const group = state === null ? null : (stateGroup ?? 'unknown');
  const told = deliveryTone({ phase, stateGroup: group });
  const tone = told === 'neutral' ? undefined : told; // of Polaris' badges, the neutral one has no tone
  if (group === null) return <Badge tone={tone}>{phases[phase]}</Badge>;
  return (
    <InlineStack gap="150" blockAlign="center">
      <Badge tone={tone}>{stateGroups[group]}</Badge>
      {state !== null && !saysTheSame(stateGroups[group], state) && (
        <Text as="span" variant="bodySm" tone="subdued" breakWord>
          {state}
        </Text>
      )}
    </InlineStack>
  );
}

/** Whether the operator's word says no more than the badge: "Entregada", "entregado". */
function saysTheSame(label: string, state: string): boolean {
  const stem = (text: string) => foldText(text).replace(/[aeo]s?$/, '');
  return stem(label) === stem(state);
}

/** Warnings about a delivery that continues all the same. */
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
