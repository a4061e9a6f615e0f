import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Card, EmptyState, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { shopStanding } from '../http/shop-standing.ts';
import { attentionGroups, retryableOf } from '../persistence/attention-groups.ts';
import { findShop } from '../persistence/shops.ts';
import { rememberDistrict } from '../pipeline/remember-district.ts';
import { retryDelivery } from '../pipeline/retry.ts';
import emptyImage from '../web/no-deliveries.svg?url';
import { ReviewGroupCard } from '../web/review-group-card.tsx';
import type { ReviewResult } from '../web/review-result.ts';
import { reviewGroups } from '../web/review-view.ts';
import { ShopBanner } from '../web/shop-banner.tsx';
import { localeOf, textsIn } from '../web/texts/choose-texts.ts';
import { orUnreachable, unlessUnreachable } from '../web/unreachable.ts';
import { useAutoRefresh } from '../web/use-auto-refresh.ts';
import { useTexts } from '../web/use-texts.ts';

/** Deliveries of each group that are named; the list has them all. */
const NAMED = 10;
/** Tried again by one press: more would keep the page waiting, and can be pressed again. */
const MOST_RETRIED = 1_000;

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ location }) => [{ title: textsIn(localeOf(location.search)).review.title }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const [shop, groups] = await Promise.all([
    findShop(world.database, domain),
    attentionGroups(world.database, { shop: domain, newest: NAMED }),
  ]);
  return {
    standing: shopStanding(shop),
    version: shop?.settingsVersion ?? 0,
    groups: reviewGroups(groups, localeOf(new URL(request.url).search)),
  };
}

const nullable = z.string().transform((text) => text || null);
const wish = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('retry'), code: nullable, district: nullable }),
  z.object({ intent: z.literal('remember'), written: z.string(), district: z.string(), version: z.coerce.number() }),
]);

/** Tries a group again, or remembers what a district is called at the operator. */
export async function action({ request, context }: ActionFunctionArgs): Promise<ReviewResult> {
  const { world, shop } = await authenticateMerchant({ request, context });
  const given = wish.parse(Object.fromEntries(await request.formData()));
  if (given.intent === 'remember') {
    const remembered = await rememberDistrict(world, { shop, ...given });
    return remembered.kind === 'saved'
      ? { kind: 'remembered', written: given.written }
      : { kind: 'refused', error: remembered.kind };
  }
  const { code, district } = given;
  let count = 0;
  for (const deliveryId of await retryableOf(world.database, { shop, code, district, most: MOST_RETRIED })) {
    if (await retryDelivery(world, { shop, deliveryId })) count += 1;
  }
  return { kind: 'retried', count };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<ReviewResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Review() {
  const { standing, version, groups } = useLoaderData<typeof loader>();
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
