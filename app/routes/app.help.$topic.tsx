import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Card, Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { guidePageIn } from '../pages/help/guide.ts';
import { OrderListsCard } from '../pages/help/order-lists-card.tsx';
import { GuideText } from '../pages/help/guide-text.tsx';
import { useTexts } from '../pages/shell/use-texts.ts';
import { localeOf } from '../texts/locale.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? [{ title: data.title }] : []);

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  const { title, html } = guidePageIn(localeOf(new URL(request.url).search), params.topic);
  return { title, html, orderLists: params.topic === 'order-lists' ? await shopApi.orderLists() : null };
}

export default function HelpTopic() {
  const { title, html, orderLists } = useLoaderData<typeof loader>();
  const { all } = useTexts().help;
  return (
    <Page title={title} backAction={{ content: all, url: '/app/help' }}>
      <BlockStack gap="400">
        {orderLists && <OrderListsCard {...orderLists} />}
        <Card>
          <GuideText html={html} />
        </Card>
      </BlockStack>
    </Page>
  );
}
