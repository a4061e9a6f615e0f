import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Card, Link, Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { guideIn } from '../pages/help/guide.ts';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { useTexts } from '../pages/shell/use-texts.ts';
import { localeOf } from '../texts/locale.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ help }) => help.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.backend.authenticate(request);
  return guideIn(localeOf(new URL(request.url).search)).map(({ topic, page: { title } }) => ({ topic, title }));
}

export default function Help() {
  const pages = useLoaderData<typeof loader>();
  const { home, help } = useTexts();
  const { title, subtitle } = help;
  return (
    <Page title={title} subtitle={subtitle} backAction={{ content: home.title, url: '/app' }}>
      <Card>
        <BlockStack as="ul" gap="300">
          {pages.map(({ topic, title: name }) => (
            <li key={topic}>
              <Link url={`/app/help/${topic}`}>{name}</Link>
            </li>
          ))}
        </BlockStack>
      </Card>
    </Page>
  );
}
