import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { PAGE_PACE } from '../page-pace.ts';

/**
 * Reloads the page's data while deliveries are active, and whenever the tab becomes visible again. While the server is
 * unreachable or restarting, the page stays as it is.
 */
export function useAutoRefresh(isUnderWay: boolean, everyMs: number = PAGE_PACE.refreshEveryMs): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible') return;
      fetch('/readyz').then(
        ({ ok }) => ok && revalidate(),
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
