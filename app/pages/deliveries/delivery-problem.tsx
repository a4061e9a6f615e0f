import { useFetcher } from '@remix-run/react';
import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { showToast } from '../shell/app-bridge.ts';
import { useNotice } from '../shell/banners/notice.tsx';
import type { DeliveryRow } from './delivery-list-view.ts';
import { RemedyLinks } from '../shell/remedy-links.tsx';
import { useTexts } from '../shell/use-texts.ts';

/** The result of a retry. */
export interface AgainResult {
  readonly kind: 'done' | 'nothing-to-do' | 'unreachable';
}

/** Explains the problem of a delivery, says what to do about it, and has the button that sends it again. */
export function DeliveryProblem({ delivery }: { readonly delivery: DeliveryRow }) {
  const { id, problem, again } = delivery;
  const { deliveries: texts, actions } = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<AgainResult>();
  useEffect(() => {
    if (!fetcher.data) return;
    const { kind } = fetcher.data;
    if (kind === 'done') showToast(texts.again.done);
    else tell({ tone: kind === 'unreachable' ? 'critical' : 'warning', title: texts.again[kind] });
  }, [fetcher.data, texts, tell]);
  if (!problem) return null;
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Text as="p" breakWord>
        {problem.sentence}
      </Text>
      <Text as="p" tone="subdued">
        {problem.nextStep}
      </Text>
      <RemedyLinks remedies={problem.remedies} />
      {problem.others > 0 && (
        <Text as="p" tone="subdued">
          {texts.moreProblems({ count: problem.others })}
        </Text>
      )}
      {again && (
        <fetcher.Form method="post">
          <input type="hidden" name="deliveryId" value={id} />
          <InlineStack>
            <Button submit size="slim" loading={fetcher.state !== 'idle'}>
              {actions[again]}
            </Button>
          </InlineStack>
        </fetcher.Form>
      )}
    </BlockStack>
  );
}
