import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { PageTexts } from '../../../texts/catalogue.ts';
import { useNotice, type Notice } from '../../shell/banners/notice.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { countReasons, type BulkAction, type BulkResult } from '../bulk-result.ts';

/** Runs one action at a time for the selected deliveries, and keeps each result until the next action. */
export function useBulkAction() {
  const texts = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<BulkResult>({ key: 'bulk' });
  const result = fetcher.data;
  // a double click fires again before React has rendered the first click's action
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (fetcher.state === 'idle') isUnderWay.current = false;
  }, [fetcher.state]);
  useEffect(() => {
    if (!result) return;
    tell(bulkNotice(result, texts));
  }, [result, texts, tell]);
  const isActing = fetcher.state !== 'idle';
  return {
    isActing,
    at: result?.kind === 'acted' ? result.at : 0,
    action: result?.kind === 'acted' ? result.action : null,
    outcomes: result?.kind === 'acted' ? result.outcomes : {},
    act(action: BulkAction, ids: readonly string[]) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      const form = new FormData();
      form.set('action', action);
      for (const id of ids) form.append('id', id);
      fetcher.submit(form, { method: 'post' });
    },
  };
}

/** Says for how many deliveries the action was taken, and what kept it from being taken for the others. */
function bulkNotice(result: BulkResult, { bulk: words, deliveries }: PageTexts): Notice {
  if (result.kind === 'unreachable') return { tone: 'critical', title: deliveries.again.unreachable };
  if (result.kind === 'too-often') return { tone: 'critical', title: words.tooOften({ seconds: result.seconds }) };
  const outcomes = Object.values(result.outcomes);
  const reasons = countReasons(outcomes);
  const done = outcomes.filter((outcome) => outcome === 'done').length;
  return {
    tone: reasons.length === 0 ? 'success' : 'warning',
    title: words.done[result.action]({ count: done }),
    lines: reasons.map(({ reason, count }) => words.reasons[reason]({ count })),
  };
}

export type Bulk = ReturnType<typeof useBulkAction>;
