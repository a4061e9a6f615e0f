import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts as useScripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { Children, isValidElement, useContext, useMemo, type PropsWithChildren, type ReactElement } from 'react';
import { isCatalogue, loadedTexts } from './pages/shell/loaded-texts.ts';
import { TextsContext } from './pages/shell/use-texts.ts';
import { localeOf } from './texts/locale.ts';

/** Sends the texts with the document, in the reader's language only. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { apiKey, appBridgeUrl, supportUrl } = context.backend.document;
  const locale = localeOf(new URL(request.url).search);
  return { apiKey, appBridgeUrl, supportUrl, locale, catalogue: context.backend.pageTexts(locale) };
}

/** The data changes only with the language. Also, a page that fails to load must not break the document around it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  localeOf(currentUrl.search) !== localeOf(nextUrl.search);

export default function Root() {
  return <Outlet />;
}

/** The framework's own error boundary would write the requested address to the console. */
export function ErrorBoundary() {
  const loaded = useContext(TextsContext);
  return (
    <main>
      <h1>{loaded?.texts.error.title ?? 'Handoff'}</h1>
      {loaded && <p>{loaded.texts.error.text}</p>}
    </main>
  );
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const country = useRouteLoaderData<{ readonly country: string | null }>('routes/app')?.country ?? null;
  const { search } = useLocation();
  const loaded = useMemo(
    () =>
      isCatalogue(data)
        ? { locale: data.locale, texts: loadedTexts(data, country), supportUrl: data.supportUrl }
        : null,
    [data, country],
  );
  return (
    <html lang={localeOf(search)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        {data && <meta name="shopify-api-key" content={data.apiKey} />}
        <Meta />
        <Links />
        {/* The script waits for the styles, and the body for the script: no browser lays the body out without its styles. */}
        {data && <script src={data.appBridgeUrl} />}
      </head>
      <body>
        <TextsContext.Provider value={loaded}>{children}</TextsContext.Provider>
        <ScrollRestoration />
        <ScriptsAfterStyles />
      </body>
    </html>
  );
}

/**
 * The framework's scripts, with its links to them in a script. The body waits for the styles, so these are not delayed by
 * scripts, which a browser that looks ahead would find in the links and load beside them: seconds on a slow phone.
 */
function ScriptsAfterStyles() {
  const framework: ReactElement<PropsWithChildren> | null = useScripts({});
  const parts = Children.toArray(framework?.props.children).filter(isValidElement<LinkProps>);
  const [links, scripts] = [parts.filter(isLink), parts.filter((part) => !isLink(part))];
  if (links.length === 0) return scripts;
  const hrefs = JSON.stringify(links.map(({ props }) => props.href));
  const load = `for (const href of ${hrefs}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))`;
  return [<script key="load" dangerouslySetInnerHTML={{ __html: load }} />, ...scripts];
}

type LinkProps = Readonly<{ href?: string }>;
const isLink = ({ type }: ReactElement) => type === 'link';
