import {
  redirect,
  type HeadersFunction,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { BlockStack, Card, SkeletonBodyText, SkeletonDisplayText, SkeletonPage } from '@shopify/polaris';
import polarisStyles from '@shopify/polaris/build/esm/styles.css?url';
import en from '@shopify/polaris/locales/en.json';
import es from '@shopify/polaris/locales/es.json';
import pt from '@shopify/polaris/locales/pt-BR.json';
import { boundary } from '@shopify/shopify-app-remix/server';
import { AppFrame, type Translations } from '../pages/shell/frame/app-frame.tsx';
import { ErrorPage } from '../pages/shell/error-page.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { localeOf, type Locale } from '../texts/locale.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: polarisStyles }];

/** App Bridge repeats a refused request with a new session token when this header of the answer tells it to. */
export const headers: HeadersFunction = (given) => boundary.headers(given);

/** Of a page that could not be loaded: each page has a title of its own. */
export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ error }) => error.title);

/** The texts of Polaris' own components. */
const TRANSLATIONS: Readonly<Record<Locale, Translations>> = { en, es, pt };

/** If the shop has chosen a language, it replaces the admin's in the address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  const url = new URL(request.url);
  const { language, country } = await shopApi.open();
  if (language && language !== localeOf(url.search)) {
    url.searchParams.set('locale', language);
    throw redirect(`${url.pathname}${url.search}`);
  }
  return { country, translations: TRANSLATIONS[localeOf(url.search)] };
}

/** The loaded data changes only with the language. */
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

/** Shown while the next page is loading. */
function PageSkeleton() {
  return (
    <SkeletonPage primaryAction={false}>
      <BlockStack gap="400">
        {[6, 4].map((lines) => (
          <Card key={lines}>
            <BlockStack gap="400">
              <SkeletonDisplayText size="small" />
              <SkeletonBodyText lines={lines} />
            </BlockStack>
          </Card>
        ))}
      </BlockStack>
    </SkeletonPage>
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
