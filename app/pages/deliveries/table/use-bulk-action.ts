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
  const undo = useRef<(ids: readonly string[]) => void>(() => undefined);
  useEffect(() => {
    if (fetcher.state === 'idle') isUnderWay.current = false;
  }, [fetcher.state]);
  useEffect(() => {
    if (!result) return;
    tell(bulkNotice(result, texts, undo.current));
  }, [result, texts, tell]);
  const isActing = fetcher.state !== 'idle';
  const act = (action: BulkAction, ids: readonly string[]) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const form = new FormData();
    form.set('action', action);
    for (const id of ids) form.append('id', id);
    fetcher.submit(form, { method: 'post' });
  };
  undo.current = (ids) => act('undo-stop', ids);
  return {
    isActing,
    at: result?.kind === 'acted' ? result.at : 0,
    action: result?.kind === 'acted' ? result.action : null,
    outcomes: result?.kind === 'acted' ? result.outcomes : {},
    act,
  };
}

/** Says for how many deliveries the action was taken, and what kept it from being taken for the others. */
function bulkNotice(
  result: BulkResult,
  { bulk: words, deliveries, notSending }: PageTexts,
  undo: (ids: readonly string[]) => void,
): Notice {
  if (result.kind === 'unreachable') return { tone: 'critical', title: deliveries.unreachable };
  if (result.kind === 'too-often') return { tone: 'critical', title: words.tooOften({ seconds: result.seconds }) };
  const outcomes = Object.values(result.outcomes);
  const reasons = countReasons(outcomes);
  const done = Object.entries(result.outcomes).flatMap(([id, outcome]) => (outcome === 'done' ? [id] : []));
  return {
    tone: reasons.length === 0 ? 'success' : 'warning',
    title: words.done[result.action]({ count: done.length }),
    ...(result.action === 'stop' && done.length > 0
      ? { action: { content: notSending.undo, onAction: () => undo(done) } }
      : {}),
    lines: reasons.map(({ reason, count }) => words.reasons[reason]({ count })),
  };
}

export type Bulk = ReturnType<typeof useBulkAction>;
