import type { ReactNode } from 'react';
import { firstBanner, type BannerName } from './banner-order.ts';
import { NoticeBanner, useNotice } from './notice.tsx';

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
