import { redirect, type HeadersFunction, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node';
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
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

/** A language that the shop has chosen stands in the address in place of the admin's. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const url = new URL(request.url);
  const shop = await world.database.shop.findUnique({ where: { domain }, select: { language: true } });
  if (shop?.language && shop.language !== localeOf(url.search)) {
    url.searchParams.set('locale', shop.language);
    throw redirect(`${url.pathname}${url.search}`);
  }
  return { translations: polarisTranslations(localeOf(url.search)) };
}

/** What it loads changes with the language alone. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  localeOf(currentUrl.search) !== localeOf(nextUrl.search);

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
