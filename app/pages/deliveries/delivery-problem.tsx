import { BlockStack, Button, Text } from '@shopify/polaris';
import { useDeliveryAction } from '../delivery/use-delivery-action.ts';
import type { DeliveryRow } from './delivery-list-view.ts';
import { RemedyLinks } from '../shell/remedy-links.tsx';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

/** Explains the problem of a delivery, says what to do about it, and has the button that sends it again. */
export function DeliveryProblem({ delivery }: { readonly delivery: DeliveryRow }) {
  const { id, problem, again } = delivery;
  const { deliveries: texts, actions } = useTexts();
  const { act, underWay } = useDeliveryAction(id);
  if (!problem) return null;
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Text as="p" breakWord>
        {problem.sentence}
      </Text>
      <Subdued>{problem.nextStep}</Subdued>
      <RemedyLinks remedies={problem.remedies} />
      {problem.others > 0 && <Subdued>{texts.moreProblems({ count: problem.others })}</Subdued>}
      {again && (
        <Button size="slim" loading={underWay !== null} onClick={() => act('retry')}>
          {actions[again]}
        </Button>
      )}
    </BlockStack>
  );
}
