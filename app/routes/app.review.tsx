import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useSearchParams, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Card, EmptyState, Page, Tabs, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { MEANINGS } from '../domain/tracking/operator-state.ts';
import emptyImage from '../pages/deliveries/no-deliveries.svg?url';
import { useDistrictResult } from '../pages/review/district-result.tsx';
import { NamesCard } from '../pages/review/names-card.tsx';
import { GroupCard } from '../pages/review/group-card.tsx';
import { StatesCard } from '../pages/review/states-card.tsx';
import { UnassignedMethodsCard } from '../pages/review/unassigned-methods-card.tsx';
import { useDeskOrders } from '../pages/review/desk/use-desk-orders.ts';
import { useRetryNotice } from '../pages/review/use-retry-notice.ts';
import type { ReviewResult } from '../pages/review/review-result.ts';
import { PageBanner } from '../pages/shell/banners/page-banner.tsx';
import { standingBanners } from '../pages/shell/banners/shop-banner.tsx';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { postedForm } from '../pages/shell/posted-form.ts';
import { orUnreachable, unlessUnreachable } from '../pages/shell/unreachable.ts';
import { useAutoRefresh } from '../pages/shell/use-auto-refresh.ts';
import { useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ review }) => review.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  return shopApi.review();
}

const nullable = z.string().transform((text) => text || null);
const posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('retry'), code: nullable, district: nullable }),
  z.object({
    intent: z.literal('use'),
    key: z.string(),
    written: z.string(),
    district: z.string(),
    version: z.coerce.number(),
  }),
  z.object({ intent: z.literal('release'), code: nullable, district: nullable }),
  z.object({ intent: z.literal('forget'), written: z.string() }),
  z.object({ intent: z.literal('mean'), name: z.string().max(BOUNDS.operatorState), group: z.enum(MEANINGS) }),
  z.object({ intent: z.literal('forget-meaning'), key: z.string(), name: z.string() }),
]);

/**
 * Retries a group, releases its holds, or saves or removes the operator's name for a district or the meaning of a state.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<ReviewResult> {
  const shopApi = await context.backend.authenticate(request);
  const given = postedForm(posted, Object.fromEntries(await request.formData()));
  if (given.intent === 'retry') return { kind: 'retried', ...(await shopApi.retryGroup(given)) };
  if (given.intent === 'release') return { kind: 'released', count: await shopApi.releaseGroup(given) };
  if (given.intent === 'forget') {
    await shopApi.forgetDistrict(given.written);
    return { kind: 'forgotten', written: given.written };
  }
  if (given.intent === 'mean') {
    return { kind: 'meant', name: given.name, isSaved: await shopApi.chooseMeaning(given) };
  }
  if (given.intent === 'forget-meaning') {
    return { kind: 'meant', name: given.name, isSaved: await shopApi.forgetMeaning(given.key) };
  }
  const { key, written, district, version } = given;
  const used = await shopApi.useDistrict({ written: key, district, version });
  return used.kind === 'used' ? { ...used, key, written } : { kind: 'refused', key, error: used.kind };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<ReviewResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Review() {
  const { standing, version, groups, areMore, early, served, names, states, methods } = useLoaderData<typeof loader>();
  const { review: texts, earlyWarning } = useTexts();
  const districtResult = useDistrictResult();
  useRetryNotice();
  const [search, setSearch] = useSearchParams();
  const areOrdersShown = search.get('tab') === 'orders';
  const chooseTab = (index: number) =>
    setSearch((present) => {
      if (index === 1) present.set('tab', 'orders');
      else present.delete('tab');
      return present;
    });
  const hasTabs = areOrdersShown || early.groups.length > 0;
  const shown = areOrdersShown ? early : { groups, areMore };
  const { customers, isFailed } = useDeskOrders(shown.groups);
  useAutoRefresh(true);
  return (
    <Page
      title={texts.title}
      subtitle={areOrdersShown ? earlyWarning.subtitle : texts.subtitle}
      backAction={{ content: texts.toDeliveries, url: '/app/deliveries' }}
    >
      <BlockStack gap="400">
        <PageBanner banners={{ ...standingBanners(standing), 'district-result': districtResult }} />
        {hasTabs && (
          <Tabs
            tabs={[
              { id: 'deliveries', content: texts.tabs.deliveries },
              { id: 'orders', content: texts.tabs.orders },
            ]}
            selected={areOrdersShown ? 1 : 0}
            onSelect={chooseTab}
          />
        )}
        {isFailed && (
          <Text as="p" tone="subdued">
            {texts.customersUnknown}
          </Text>
        )}
        {shown.groups.map((group, index) => (
          <GroupCard
            key={group.key}
            group={group}
            version={version}
            served={served}
            isFirst={index === 0}
            customers={customers}
          />
        ))}
        {shown.areMore && (
          <Text as="p" tone="subdued">
            {(areOrdersShown ? earlyWarning : texts).onlyLargest({ count: shown.groups.length })}
          </Text>
        )}
        {shown.groups.length === 0 && (
          <Card>
            <EmptyState
              heading={areOrdersShown ? earlyWarning.emptyTitle : texts.emptyTitle}
              image={emptyImage}
              action={{ content: texts.toDeliveries, url: '/app/deliveries' }}
            >
              <Text as="p">{areOrdersShown ? earlyWarning.emptyText : texts.emptyText}</Text>
            </EmptyState>
          </Card>
        )}
        {methods && <UnassignedMethodsCard methods={methods} />}
        {names.length > 0 && <NamesCard names={names} />}
        <StatesCard states={states} />
      </BlockStack>
      <HelpLinks topics={['review']} />
    </Page>
  );
}
