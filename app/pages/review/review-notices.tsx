import { useFetcher } from '@remix-run/react';
import { Banner } from '@shopify/polaris';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../shell/use-texts.ts';
import { DISTRICTS, type ReviewResult, RETRIES } from './review-result.ts';
import { useNotice } from '../shell/banners/notice.tsx';

/**
 * The banner with the result of the last choice of a district, and a way to undo it; null before the first choice. It
 * stays until the next one.
 */
export function useDistrictResult(): ReactNode {
  const { review, deliveries } = useTexts();
  const texts = review.district;
  const { tell } = useNotice();
  const fetcher = useFetcher<ReviewResult>({ key: DISTRICTS });
  const result = fetcher.data;
  // a page has one banner: what was told before would hide this one, and the way to undo it
  useEffect(() => {
    if (result) tell(null);
  }, [result, tell]);
  switch (result?.kind) {
    case 'used':
      return (
        <Banner
          tone="success"
          action={{
            content: texts.undo,
            loading: fetcher.state !== 'idle',
            onAction: () => fetcher.submit({ intent: 'forget', written: result.written }, { method: 'post' }),
          }}
        >
          {texts.used(result)}
        </Banner>
      );
    case 'forgotten':
      return <Banner tone="info">{texts.undone(result)}</Banner>;
    case 'unreachable':
      return <Banner tone="critical">{deliveries.unreachable}</Banner>;
    default:
      return null;
  }
}

/** Tells how the last retry ended, delivery by delivery: a group whose deliveries were sent is gone from the page. */
export function useRetryNotice(): void {
  const { review: texts, deliveries } = useTexts();
  const { tell } = useNotice();
  const { data: result } = useFetcher<ReviewResult>({ key: RETRIES });
  useEffect(() => {
    if (result?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
    if (result?.kind !== 'retried') return;
    const { count, outcomes } = result;
    if (count === 0) return tell({ tone: 'warning', title: texts.nothingRetried });
    const sent = outcomes.filter(({ outcome }) => outcome === 'sent').length;
    tell({
      tone: sent === count ? 'success' : 'warning',
      title: texts.retriedResult({ count, sent }),
      lines: outcomes.map(({ orderName, outcome }) =>
        texts.outcomeLine({ name: orderName ?? deliveries.unnamedOrder, outcome: texts.outcome[outcome] }),
      ),
    });
  }, [result, texts, deliveries, tell]);
}
