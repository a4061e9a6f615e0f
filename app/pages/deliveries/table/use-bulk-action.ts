import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { PageTexts } from '../../../texts/catalogue.ts';
import { useNotice, type Notice } from '../../shell/banners/notice.tsx';
import { useTexts } from '../../shell/use-texts.ts';

/** A delivery with what the list shows of it; nothing for an undo, which takes back a stop and nothing else. */
interface Seen {
  readonly id: string;
  readonly seen?: string;
}

/** Runs one action at a time for the selected deliveries, and keeps each result until the next action. */
export function useBulkAction() {
  const texts = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<BulkResult>({ key: 'bulk' });
  const result = fetcher.data;
  // a double click fires again before React has rendered the first click's action
  const isUnderWay = useRef(false);
  const undo = useRef<(done: readonly Seen[]) => void>(() => undefined);
  useEffect(() => {
    if (fetcher.state === 'idle') isUnderWay.current = false;
  }, [fetcher.state]);
  useEffect(() => {
    if (!result) return;
    tell(bulkNotice(result, texts, undo.current));
  }, [result, texts, tell]);
  const isActing = fetcher.state !== 'idle';
  const act = (action: BulkAction, deliveries: readonly Seen[]) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const form = new FormData();
    form.set('action', action);
    for (const { id, seen } of deliveries) {
      form.append('id', id);
      if (seen !== undefined) form.append('seen', seen);
    }
    fetcher.submit(form, { method: 'post' });
  };
  undo.current = (done) => act('undo-stop', done);
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
  undo: (done: readonly Seen[]) => void,
): Notice {
  if (result.kind === 'unreachable') return { tone: 'critical', title: deliveries.unreachable };
  if (result.kind === 'too-often') return { tone: 'critical', title: words.tooOften({ seconds: result.seconds }) };
  const outcomes = Object.values(result.outcomes);
  const reasons = countReasons(outcomes);
  const done = Object.entries(result.outcomes).flatMap(([id, outcome]) => (outcome === 'done' ? [{ id }] : []));
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

/** The actions that are offered for several deliveries at once, and the way back. */
export const OFFERED_IN_BULK = ['send-now', 'retry', 'refresh', 'dismiss-problem', 'stop'] as const;
export const BULK_ACTIONS = [...OFFERED_IN_BULK, 'undo-stop'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The most deliveries that one action takes: a page of the list. */
export const BULK_LIMIT = 50;

/** The result of an action for several deliveries. */
export type BulkResult =
  | {
      readonly kind: 'acted';
      readonly action: BulkAction;
      /** Differs between two actions, so that the page can tell their results apart. */
      readonly at: number;
      /** The result for each delivery, by its id. */
      readonly outcomes: Readonly<Record<string, BulkOutcome>>;
    }
  /** The shop has no points left in this minute, so nothing was done. */
  | { readonly kind: 'too-often'; readonly seconds: number }
  | { readonly kind: 'unreachable' };

/** Why an action could not be taken for a delivery. */
const BULK_REASONS = [
  'sent',
  'sending',
  'held',
  'attention',
  'not-to-be-sent',
  'nothing-to-do',
  'not-read',
  'failed',
] as const;
export type BulkReason = (typeof BULK_REASONS)[number];
export type BulkOutcome = 'done' | BulkReason;

/** How often each reason kept an action from being taken; those that did, in their order. */
function countReasons(outcomes: readonly BulkOutcome[]): { reason: BulkReason; count: number }[] {
  return BULK_REASONS.map((reason) => ({
    reason,
    count: outcomes.filter((outcome) => outcome === reason).length,
  })).filter(({ count }) => count > 0);
}
