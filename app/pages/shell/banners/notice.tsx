import { useLocation } from '@remix-run/react';
import { Banner, List, Text, type BannerHandles } from '@shopify/polaris';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

/** What the merchant must read about an action. It stays until it is dismissed, until the next one, or on this page. */
export interface Notice {
  readonly tone: 'critical' | 'warning' | 'success';
  readonly title: string;
  readonly lines?: readonly string[];
  readonly action?: { readonly content: string; readonly onAction: () => void };
}

interface Notices {
  readonly notice: Notice | null;
  readonly tell: (notice: Notice | null) => void;
}

const NoticeContext = createContext<Notices>({ notice: null, tell: () => undefined });

/** Keeps the notice of the page that is open. */
export function NoticeProvider({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const [told, setTold] = useState<{ readonly notice: Notice; readonly pathname: string } | null>(null);
  const tell = useCallback(
    (notice: Notice | null) => setTold(notice && { notice, pathname: location.pathname }),
    [setTold],
  );
  const notice = told?.pathname === pathname ? told.notice : null;
  const notices = useMemo(() => ({ notice, tell }), [notice, tell]);
  return <NoticeContext.Provider value={notices}>{children}</NoticeContext.Provider>;
}

/** Shows the result of an action on the page, for results that the merchant must read. */
export function useNotice(): Notices {
  return useContext(NoticeContext);
}

/** It takes the focus, so that it is read out and comes into view. */
export function NoticeBanner({ notice }: { readonly notice: Notice }) {
  const { tell } = useNotice();
  const banner = useRef<BannerHandles>(null);
  useEffect(() => banner.current?.focus(), [notice]);
  const { tone, title, lines = [], action } = notice;
  return (
    <Banner ref={banner} tone={tone} title={title} onDismiss={() => tell(null)} {...(action ? { action } : {})}>
      {lines.length === 1 && <Text as="p">{lines[0]}</Text>}
      {lines.length > 1 && (
        <List>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Banner>
  );
}
