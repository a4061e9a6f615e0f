import type { LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from '@remix-run/react';

export function loader({ context }: LoaderFunctionArgs) {
  const { SHOPIFY_API_KEY: apiKey, APP_BRIDGE_URL: appBridgeUrl } = context.handoff.world.environment;
  return { apiKey, appBridgeUrl };
}

export default function Root() {
  return <Outlet />;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang="en">
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
