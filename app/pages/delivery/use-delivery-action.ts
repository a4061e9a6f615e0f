import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { PAGE_PACE } from '../page-pace.ts';
import { showToast } from '../shell/app-bridge.ts';
import { useNotice } from '../shell/banners/notice.tsx';
import type { DeliveryPageView } from './delivery-page-view.ts';
import type { ActionEnd, PageAction } from '../../extension-api/extension-answers.ts';
import { useTexts } from '../shell/use-texts.ts';

/** The result of an action. */
export type ActionResult = { readonly kind: ActionEnd; readonly action: PageAction } | { readonly kind: 'unreachable' };

/**
 * Runs one action at a time for a delivery, and shows the result. The page that is open takes it.
 *
 * @param seen what the page shows of the delivery: nothing is done if that has changed since
 */
export function useDeliveryAction(deliveryId: string, seen: string | undefined) {
  const { delivery: texts, deliveries, bulk, notSending } = useTexts();
  const { tell } = useNotice();
  const undo = useRef<() => void>(() => undefined);
  const fetcher = useFetcher<ActionResult>();
  const result = fetcher.data;
  useEffect(() => {
    if (!result) return;
    if (result.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
    else if (result.kind !== 'done') {
      tell({ tone: 'warning', title: result.kind === 'not-read' ? texts.notRead : texts.nothingToDo });
    } else if (result.action === 'refresh') showToast(texts.actionDone.refresh);
    else if (result.action === 'stop') {
      tell({
        tone: 'success',
        title: bulk.done.stop({ count: 1 }),
        action: { content: notSending.undo, onAction: () => undo.current() },
      });
    } else if (result.action === 'undo-stop') {
      tell({ tone: 'success', title: bulk.done['undo-stop']({ count: 1 }) });
    } else tell({ tone: 'success', title: texts.actionDone[result.action] }); // its button goes, and with it the focus
  }, [result, texts, deliveries, bulk, notSending, tell]);
  const underWay = fetcher.state === 'idle' ? null : (fetcher.formData?.get('action') ?? null);
  const act = (action: PageAction) => {
    if (fetcher.state !== 'idle') return;
    const form: Record<string, string> = { action, deliveryId };
    // an undo takes back a stop and nothing else, whatever the page shows by now
    if (seen !== undefined && action !== 'undo-stop') form.seen = seen;
    fetcher.submit(form, { method: 'post' });
  };
  undo.current = () => {
    tell(null);
    act('undo-stop');
  };
  return { underWay, act };
}

/** While somebody looks at an active delivery, asks the operator for its state whenever the stored state is stale. */
export function useFollowing({ phase, actions, checkedAt }: DeliveryPageView, now: number): void {
  const { submit } = useFetcher();
  const isFollowed = phase === 'in-delivery' && actions.includes('refresh');
  const restMs = Math.max(0, PAGE_PACE.staleMs - (now - (checkedAt ?? 0)));
  useEffect(() => {
    if (!isFollowed) return;
    const read = () => {
      if (document.visibilityState === 'visible') submit({ action: 'refresh' }, { method: 'post' });
    };
    const first = setTimeout(read, restMs);
    const timer = setInterval(read, PAGE_PACE.staleMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isFollowed, restMs, submit]);
}
