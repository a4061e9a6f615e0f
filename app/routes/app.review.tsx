import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Card, EmptyState, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import emptyImage from '../pages/deliveries/no-deliveries.svg?url';
import { ReviewGroupCard } from '../pages/review/review-group-card.tsx';
import type { ReviewResult } from '../pages/review/review-result.ts';
import { ShopBanner } from '../pages/shell/shop-banner.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { orUnreachable, unlessUnreachable } from '../pages/shell/unreachable.ts';
import { useAutoRefresh } from '../pages/shell/use-auto-refresh.ts';
import { useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ review }) => review.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.door.authenticate(request);
  return shopApi.review();
}

const nullable = z.string().transform((text) => text || null);
const posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('retry'), code: nullable, district: nullable }),
  z.object({ intent: z.literal('remember'), written: z.string(), district: z.string(), version: z.coerce.number() }),
]);

/** Retries a group, or remembers what a district is called at the operator. */
export async function action({ request, context }: ActionFunctionArgs): Promise<ReviewResult> {
  const shopApi = await context.door.authenticate(request);
  const given = posted.parse(Object.fromEntries(await request.formData()));
  if (given.intent === 'retry') return { kind: 'retried', count: await shopApi.retryGroup(given) };
  const remembered = await shopApi.rememberDistrict(given);
  return remembered.kind === 'saved'
    ? { kind: 'remembered', written: given.written }
    : { kind: 'refused', error: remembered.kind };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<ReviewResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Review() {
  const { standing, version, groups, areMore } = useLoaderData<typeof loader>();
  const { review: texts } = useTexts();
  useAutoRefresh(true);
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      backAction={{ content: texts.toDeliveries, url: '/app/deliveries' }}
    >
      <BlockStack gap="400">
        <ShopBanner {...standing} />
        {groups.map((group) => (
          <ReviewGroupCard key={group.key} group={group} version={version} />
        ))}
        {areMore && (
          <Text as="p" tone="subdued">
            {texts.onlyLargest({ count: groups.length })}
          </Text>
        )}
        {groups.length === 0 && (
          <Card>
            <EmptyState
              heading={texts.emptyTitle}
              image={emptyImage}
              action={{ content: texts.toDeliveries, url: '/app/deliveries' }}
            >
              <Text as="p">{texts.emptyText}</Text>
            </EmptyState>
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}
