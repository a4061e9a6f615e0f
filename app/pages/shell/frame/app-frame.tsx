import { useNavigate } from '@remix-run/react';
import { AppProvider } from '@shopify/polaris';
import { createElement, useEffect, useMemo, type ReactNode } from 'react';
import { useAdminPath } from '../admin-path.ts';
import { CHANGED_BY_APP_BRIDGE } from '../app-bridge.ts';
import { NoticeProvider } from '../banners/notice.tsx';
import { polarisCorrections, type Translations } from './polaris-corrections.ts';
import { PolarisLink } from './polaris-link.tsx';
import { useSecondClicks } from './use-second-clicks.ts';
import { useTexts } from '../use-texts.ts';

interface AppFrameProps {
  readonly translations: Translations;
  readonly children: ReactNode;
}

/** Surrounds every page: Polaris, and the app's navigation, which App Bridge shows in the admin. The page is the main landmark. */
export function AppFrame({ translations, children }: AppFrameProps) {
  const texts = useTexts();
  const { navigation } = texts;
  const i18n = useMemo(() => [polarisCorrections(texts), translations], [texts, translations]);
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
  useSecondClicks();
  return (
    <AppProvider i18n={i18n} linkComponent={PolarisLink}>
      <s-app-nav {...CHANGED_BY_APP_BRIDGE}>
        <NavLink href="/app" rel="home">
          {navigation.home}
        </NavLink>
        <NavLink href="/app/deliveries">{navigation.deliveries}</NavLink>
        <NavLink href="/app/review">{navigation.review}</NavLink>
        <NavLink href="/app/warehouse">{navigation.warehouse}</NavLink>
        <NavLink href="/app/settings">{navigation.settings}</NavLink>
      </s-app-nav>
      <main tabIndex={-1} style={{ outline: 'none' }}>
        <NoticeProvider>{children}</NoticeProvider>
      </main>
    </AppProvider>
  );
}

interface NavLinkProps {
  readonly href: string;
  /** The home page is where the app's name in the navigation leads, and is no item of its own. */
  readonly rel?: 'home';
  readonly children: string;
}

/** An item of the app's navigation. App Bridge reads it, and nothing of it is shown in the page. */
function NavLink({ children, ...attributes }: NavLinkProps) {
  return createElement('s-link', attributes, children);
}
