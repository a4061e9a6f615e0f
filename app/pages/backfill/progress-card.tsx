import { useFetcher } from '@remix-run/react';
import { BlockStack, Button, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import type { BackfillProgress } from './backfill-view.ts';
import { CardSection } from '../delivery/card-section.tsx';
import { useTexts } from '../shell/use-texts.ts';
import type { BackfillResult } from './result.ts';

/** How far the backfill is that runs, or how the last one ended. */
export function ProgressCard({ progress }: { readonly progress: BackfillProgress }) {
  const texts = useTexts().backfill;
  const fetcher = useFetcher<BackfillResult>();
  const { state, ordersRead, opened, known, percent, from, to } = progress;
  return (
    <CardSection title={texts[state]}>
      <Text as="p">{texts.range({ from, to })}</Text>
      <div role="status">
        <Text as="p">{texts.progress({ read: ordersRead, opened, known })}</Text>
      </div>
      {state === 'running' && (
        <>
          <ProgressBar progress={percent} ariaLabelledBy="backfill-progress" animated={false} size="small" />
          <Text as="span" visuallyHidden id="backfill-progress">
            {texts.progressLabel}
          </Text>
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="stop" />
            <BlockStack gap="200" inlineAlign="start">
              <Text as="p" tone="subdued">
                {texts.stopText}
              </Text>
              <Button submit tone="critical" loading={fetcher.state !== 'idle'}>
                {texts.stop}
              </Button>
            </BlockStack>
          </fetcher.Form>
        </>
      )}
      {state !== 'running' && opened > 0 && (
        <InlineStack>
          <Button url="/app/deliveries?tab=all">{texts.toDeliveries}</Button>
        </InlineStack>
      )}
    </CardSection>
  );
}
