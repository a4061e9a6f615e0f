import type { LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from '@remix-run/react';
import { localeOf, textsIn } from './web/texts/choose-texts.ts';

export function loader({ context }: LoaderFunctionArgs) {
  const { SHOPIFY_API_KEY: apiKey, APP_BRIDGE_URL: appBridgeUrl } = context.handoff.world.environment;
  return { apiKey, appBridgeUrl };
}

/** The same as long as the app is open; and a page that cannot be loaded shall not take the document with it. */
export const shouldRevalidate = () => false;

export default function Root() {
  return <Outlet />;
}

/** The framework's own would write what was asked for to the console. */
export function ErrorBoundary() {
  const { search } = useLocation();
  const { title, text } = textsIn(localeOf(search)).error;
  return (
    <main>
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  );
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const { search } = useLocation();
  return (
    <html lang={localeOf(search)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        {data && <meta name="shopify-api-key" content={data.apiKey} />}
        {data && <script src={data.appBridgeUrl} />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}
