import { useFetcher } from '@remix-run/react';
import { BlockStack, Button, InlineStack, List, ProgressBar, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { Figures } from '../home/figures-card.tsx';
import { useNotice } from '../shell/banners/notice.tsx';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';
import type { BackfillProgress, CountName } from './backfill-view.ts';
import type { BackfillResult } from './day-range.ts';

/** Where the deliveries behind each count are listed, in the order in which the counts are shown. */
const LISTS = {
  known: undefined,
  handedOver: undefined,
  waiting: '/app/deliveries?tab=waiting',
  attention: '/app/review',
  skipped: '/app/deliveries?tab=skipped',
  cancelled: undefined,
} as const satisfies Record<CountName, string | undefined>;
const COUNTS = Object.keys(LISTS) as CountName[];

/** Shows the progress of the running backfill, or the result of the last one. The counts add up to the number found. */
export function ProgressCard({ progress }: { readonly progress: BackfillProgress }) {
  const { backfill: texts, deliveries } = useTexts();
  const { state, ordersRead, found, counts, reasons, percent, from, to } = progress;
  const isOpen = state === 'running' || state === 'paused';
  const shown = COUNTS.filter((name) => counts[name] > 0).map((name) => ({
    name: texts.counts[name],
    count: counts[name],
    url: LISTS[name],
    isCritical: name === 'attention',
  }));
  const fetcher = useFetcher<BackfillResult>();
  const { tell } = useNotice();
  useEffect(() => {
    if (fetcher.data?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
    if (fetcher.data?.kind === 'stopped') tell({ tone: 'success', title: texts.stopped });
  }, [fetcher.data, texts, deliveries, tell]);
  const asked = fetcher.formData?.get('intent') ?? null;
  const button = (intent: string) => ({
    onClick: () => fetcher.submit({ intent }, { method: 'post' }),
    loading: asked === intent,
    disabled: asked !== null,
  });
  return (
    <CardSection title={texts[state]}>
      <Text as="p">{texts.range({ from, to })}</Text>
      <div role="status">
        <Text as="p">{texts.progress({ read: ordersRead, found })}</Text>
      </div>
      {isOpen && (
        <>
          <ProgressBar progress={percent} ariaLabelledBy="backfill-progress" animated={false} size="small" />
          <Text as="span" visuallyHidden id="backfill-progress">
            {texts.progressLabel}
          </Text>
        </>
      )}
      {shown.length > 0 && <Figures figures={shown} />}
      {reasons.length > 0 && (
        <List>
          {reasons.map((reason) => (
            <List.Item key={reason.sentence}>{texts.reason(reason)}</List.Item>
          ))}
        </List>
      )}
      {isOpen ? (
        <BlockStack gap="200" inlineAlign="start">
          <InlineStack gap="200">
            {state === 'running' ? (
              <Button {...button('pause')}>{texts.pause}</Button>
            ) : (
              <Button variant="primary" {...button('resume')}>
                {texts.resume}
              </Button>
            )}
            <Button tone="critical" {...button('stop')}>
              {texts.stop}
            </Button>
          </InlineStack>
          <Subdued>{texts.stopText}</Subdued>
        </BlockStack>
      ) : (
        found > 0 && (
          <InlineStack>
            <Button url="/app/deliveries?tab=all">{texts.toDeliveries}</Button>
          </InlineStack>
        )
      )}
    </CardSection>
  );
}
