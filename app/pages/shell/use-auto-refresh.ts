import { useFetchers, useMatches, useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { PAGE_PACE } from '../page-pace.ts';

/**
 * Reloads the page's data while deliveries are active, and whenever the tab becomes visible again. While the server is
 * unreachable or restarting, the page stays as it is. While something is being loaded, nothing is reloaded: that would
 * abort it, and over a slow connection nothing would ever arrive.
 */
export function useAutoRefresh(isUnderWay: boolean, everyMs: number = PAGE_PACE.refreshEveryMs): void {
  const { revalidate, state } = useRevalidator();
  const states = [state, useNavigation().state, ...useFetchers().map((fetcher) => fetcher.state)];
  const isLoading = states.some((each) => each !== 'idle');
  const matches = useMatches();
  const loading = useRef(isLoading);
  // not after every drawing: one that began before a reload, and ends after it, does not know of the reload yet
  useEffect(() => {
    loading.current = isLoading;
  }, [isLoading, matches]);
  useEffect(() => {
    const reload = () => {
      if (loading.current) return;
      loading.current = true;
      revalidate();
    };
    const refresh = () => {
      if (document.visibilityState !== 'visible' || loading.current) return;
      fetch('/readyz').then(
        ({ ok }) => ok && reload(),
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', refresh);
    const timer = isUnderWay ? setInterval(refresh, everyMs) : undefined;
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      clearInterval(timer);
    };
  }, [isUnderWay, everyMs, revalidate]);
}
