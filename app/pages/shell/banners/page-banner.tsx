import type { ReactNode } from 'react';
import { NoticeBanner, useNotice } from './notice.tsx';

/**
 * The banners of the pages, the most important first. A page shows the first of those that apply and no other, so that
 * no two stand one above the other. The next one shows once the first has been dealt with.
 */
export const BANNER_ORDER = [
  /** The result of what the merchant has just done: it can be dismissed. */
  'result',
  'server-refused',
  'missing-scopes',
  'withheld-data',
  'account-paused',
  'set-up',
  'switched-off',
  'approval',
  /** What a single page has to say. */
  'page',
] as const;
export type BannerName = (typeof BANNER_ORDER)[number];

/** The banner that is shown of those that apply; null when none applies. */
export function firstBanner(applies: Readonly<Partial<Record<BannerName, unknown>>>): BannerName | null {
  return BANNER_ORDER.find((name) => Boolean(applies[name])) ?? null;
}

/** The banners that apply to a page, by their names. */
export type PageBanners = Readonly<Partial<Record<Exclude<BannerName, 'result'>, ReactNode>>>;

/** The one banner of a page: the first of those that apply. It renders nothing when none applies. */
export function PageBanner({ banners = {} }: { readonly banners?: PageBanners }) {
  const { notice } = useNotice();
  const all: Readonly<Partial<Record<BannerName, ReactNode>>> = {
    ...banners,
    result: notice && <NoticeBanner notice={notice} />,
  };
  const shown = firstBanner(all);
  return (
    shown && (
      <div data-page-banner={shown} tabIndex={-1} style={{ outline: 'none' }}>
        {all[shown]}
      </div>
    )
  );
}
