import { Link, useNavigate } from '@remix-run/react';
import { AppProvider, type AppProviderProps } from '@shopify/polaris';
import { createElement, forwardRef, useEffect, useMemo, type AnchorHTMLAttributes, type ReactNode } from 'react';
import type { PageTexts } from '../../../texts/catalogue.ts';
import { useAdminPath } from '../admin-path.ts';
import { CHANGED_BY_APP_BRIDGE } from '../app-bridge.ts';
import { NoticeProvider } from '../banners/notice.tsx';
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

/** The texts of Polaris' own components, by their keys. */
export type Translations = Extract<AppProviderProps['i18n'], readonly unknown[]>[number];

/**
 * Texts of Polaris that do not fit: in Spanish and Portuguese it takes every resource for masculine, and in Spanish it
 * addresses the reader informally. Where both have a text, this one is shown.
 */
function polarisCorrections({ polaris, savedViews }: PageTexts): Translations {
  const sameName = savedViews.refused['same-name'];
  const errors = { sameName };
  return {
    Polaris: {
      ...polaris,
      IndexFilters: { UpdateButtons: { modal: { sameName } } },
      Tabs: { CreateViewModal: { errors }, RenameModal: { errors }, DuplicateModal: { errors } },
    },
  };
}

interface PolarisLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'download'> {
  readonly url: string;
  readonly external?: boolean;
  readonly target?: '_blank' | '_self' | '_parent' | '_top';
  readonly download?: string | boolean;
}

/** Links in Polaris components. The router opens those within the app, the browser all others. */
const PolarisLink = forwardRef<HTMLAnchorElement, PolarisLinkProps>(function PolarisLink(
  { url, external = false, children, ...rest },
  ref,
) {
  const toPath = useAdminPath();
  const opensTab = external || rest.target === '_blank';
  if (url.startsWith('/') && !opensTab) {
    return (
      <Link to={toPath(url)} {...rest} ref={ref}>
        {children}
      </Link>
    );
  }
  return (
    <a href={url} {...rest} {...(opensTab && { target: '_blank', rel: 'noopener noreferrer' })} ref={ref}>
      {children}
    </a>
  );
});

/**
 * Takes back the second click of a double click if it meets another control than the first did, or the same one with
 * another text: the page has changed between the two, and nobody has read yet what it offers now.
 */
function useSecondClicks(): void {
  useEffect(() => {
    let first: { readonly control: Element | null; readonly text: string | null } | null = null;
    const check = (event: MouseEvent) => {
      const control = controlOf(event.target);
      const text = control?.textContent ?? null;
      if (event.detail < 2) first = { control, text };
      else if (control !== first?.control || text !== first.text) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    addEventListener('click', check, true);
    return () => removeEventListener('click', check, true);
  }, []);
}

/** The control that a click on this element works on, which is for a label what it names. */
function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest('a, button, input, label, select, summary') : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}
