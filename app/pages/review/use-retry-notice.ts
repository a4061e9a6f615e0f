import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { useNotice } from '../shell/banners/notice.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { RETRIES, type ReviewResult } from './review-result.ts';

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
