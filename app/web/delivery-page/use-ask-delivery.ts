import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { showToast } from '../app-bridge.ts';
import type { DeliveryPageView } from '../delivery-page-view.ts';
import type { DeliveryVerb } from '../extension-view/extension-answers.ts';
import { useTexts } from '../use-texts.ts';

/** What became of what a person asked of a delivery. */
export type VerbResult =
  { readonly kind: 'taken' | 'not-taken'; readonly verb: DeliveryVerb } | { readonly kind: 'unreachable' };

/** Asks something of the delivery of the page, once at a time, and says what became of it. */
export function useAskDelivery() {
  const { delivery: texts, deliveries } = useTexts();
  const fetcher = useFetcher<VerbResult>();
  const result = fetcher.data;
  useEffect(() => {
    if (!result) return;
    if (result.kind === 'unreachable') showToast(deliveries.again.unreachable, { isError: true });
    else if (result.kind === 'taken') showToast(texts.verbTaken[result.verb]);
    else showToast(texts.verbNotTaken, { isError: true });
  }, [result, texts, deliveries]);
  const asking = fetcher.state === 'idle' ? null : fetcher.formData?.get('verb');
  return {
    asking: asking ?? null,
    ask: (verb: DeliveryVerb) => {
      if (fetcher.state === 'idle') fetcher.submit({ verb }, { method: 'post' });
    },
  };
}

/** The operator is asked no more often for the same delivery. */
const STALE_MS = 30_000;

/** Has a delivery that is under way read at the operator, now if its state is stale, as long as somebody looks at it. */
export function useFollowing({ phase, verbs, checkedAt }: DeliveryPageView, now: number): void {
  const { submit } = useFetcher();
  const isFollowed = phase === 'in-delivery' && verbs.includes('refresh');
  const restMs = Math.max(0, STALE_MS - (now - (checkedAt ?? 0)));
  useEffect(() => {
    if (!isFollowed) return;
    const read = () => {
      if (document.visibilityState === 'visible') submit({ verb: 'refresh' }, { method: 'post' });
    };
    const first = setTimeout(read, restMs);
    const timer = setInterval(read, STALE_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isFollowed, restMs, submit]);
}
