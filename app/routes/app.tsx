import type { HeadersFunction, LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useNavigation, useRouteError, useRouteLoaderData } from '@remix-run/react';
import polarisStyles from '@shopify/polaris/build/esm/styles.css?url';
import { boundary } from '@shopify/shopify-app-remix/server';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { AppFrame } from '../web/app-frame.tsx';
import { ErrorPage } from '../web/error-page.tsx';
import { PageSkeleton } from '../web/page-skeleton.tsx';
import { polarisTranslations } from '../web/polaris-translations.ts';
import { localeOf } from '../web/texts/choose-texts.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: polarisStyles }];

/** App Bridge repeats a refused request with a fresh session token when the answer's header says so. */
export const headers: HeadersFunction = (given) => boundary.headers(given);

export async function loader({ request, context }: LoaderFunctionArgs) {
  await authenticateMerchant({ request, context });
  return { translations: polarisTranslations(localeOf(new URL(request.url).search)) };
}

/** What it loads never changes as long as the app is open. */
export const shouldRevalidate = () => false;

export default function App() {
  const { translations } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return (
    <AppFrame translations={translations}>
      {next && next.pathname !== pathname ? <PageSkeleton /> : <Outlet />}
    </AppFrame>
  );
}

export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>('routes/app');
  return (
    <AppFrame translations={loaded?.translations ?? {}}>
      <ErrorPage error={useRouteError()} />
    </AppFrame>
  );
}
