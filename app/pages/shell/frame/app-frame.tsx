import { useNavigate } from '@remix-run/react';
import { AppProvider, type AppProviderProps } from '@shopify/polaris';
import { useEffect, type ReactNode } from 'react';
import { useAdminPath } from '../admin-path.ts';
import { CHANGED_BY_APP_BRIDGE } from '../app-bridge.ts';
import { NoticeProvider } from '../banners/notice.tsx';
import { PolarisLink } from './polaris-link.tsx';
import { useTexts } from '../use-texts.ts';

interface AppFrameProps {
  readonly translations: AppProviderProps['i18n'];
  readonly children: ReactNode;
}

/** Surrounds every page: Polaris, and the app's navigation, which App Bridge shows in the admin. The page is the main landmark. */
export function AppFrame({ translations, children }: AppFrameProps) {
  const { navigation, help } = useTexts();
  const toPath = useAdminPath();
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: Event) => {
      const href = event.target instanceof Element ? event.target.getAttribute('href') : null;
      if (href) navigate(toPath(href));
    };
    addEventListener('shopify:navigate', follow);
    return () => removeEventListener('shopify:navigate', follow);
  }, [navigate, toPath]);
  return (
    <AppProvider i18n={translations} linkComponent={PolarisLink}>
      <ui-nav-menu {...CHANGED_BY_APP_BRIDGE}>
        <a href="/app" rel="home">
          {navigation.home}
        </a>
        <a href="/app/deliveries">{navigation.deliveries}</a>
        <a href="/app/review">{navigation.review}</a>
        <a href="/app/backfill">{navigation.backfill}</a>
        <a href="/app/warehouse">{navigation.warehouse}</a>
        <a href="/app/settings">{navigation.settings}</a>
        <a href="/app/help">{help.title}</a>
      </ui-nav-menu>
      <main tabIndex={-1} style={{ outline: 'none' }}>
        <NoticeProvider>{children}</NoticeProvider>
      </main>
    </AppProvider>
  );
}
