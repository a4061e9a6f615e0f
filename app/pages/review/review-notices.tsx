import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { useTexts } from '../shell/use-texts.ts';
import { DISTRICTS, type ReviewResult, RETRIES } from './review-result.ts';
import { useNotice } from '../shell/banners/notice.tsx';

/** Tells the result of the last choice of a district, with a way to undo it. */
export function useDistrictNotice(): void {
  const { review, deliveries } = useTexts();
  const texts = review.district;
  const { tell } = useNotice();
  const { data: result, submit } = useFetcher<ReviewResult>({ key: DISTRICTS });
  useEffect(() => {
    if (!result) return;
    if (result.kind === 'used') {
      const undo = () => submit({ intent: 'forget', written: result.written }, { method: 'post' });
      tell({ tone: 'success', title: texts.used(result), action: { content: texts.undo, onAction: undo } });
    } else if (result.kind === 'forgotten') tell({ tone: 'success', title: texts.undone(result) });
    else if (result.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
    else tell(null); // the form shows the refusal
  }, [result, submit, texts, deliveries, tell]);
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
