import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { ViewChange, ViewChanged } from '../../shops/saved-views.ts';
import { useNotice } from '../shell/banners/notice.tsx';
import { useTexts } from '../shell/use-texts.ts';
import type { DeliveryQuery } from './delivery-query.ts';

/** A saved view as the list shows it. */
export interface ListView {
  readonly id: string;
  readonly name: string;
  readonly query: DeliveryQuery;
}

/** The result of a change of the saved views. */
export type ViewResult = ViewChanged | { readonly kind: 'unreachable' };

/**
 * Changes the saved views of the shop. After a view was made or removed, `follow` opens or leaves it. If nothing was
 * changed, a notice says why.
 *
 * @param follow gets the id of the view to open; null for none
 */
export function useViewChanges(follow: (id: string | null) => void) {
  const texts = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<ViewResult>();
  const isChanging = fetcher.state !== 'idle';
  const result = fetcher.data;
  const told = useRef<ViewResult>();
  // after a change the list is loaded again; to leave it before it is there would abort that with an error
  useEffect(() => {
    if (!result || isChanging || told.current === result) return;
    told.current = result;
    if (result.kind === 'kept') follow(result.id);
    else if (result.kind === 'removed') follow(null);
    else if (result.kind === 'unreachable') tell({ tone: 'critical', title: texts.deliveries.unreachable });
    else tell({ tone: 'critical', title: texts.savedViews.refused[result.kind] });
  }, [result, isChanging]);
  return {
    isChanging,
    change: ({ intent, ...fields }: ViewChange): Promise<boolean> => {
      fetcher.submit({ view: intent, ...fields }, { method: 'post' });
      return Promise.resolve(true);
    },
  };
}
