import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Card, EmptyState, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { seenSchema } from '../domain/exceptions/exception.ts';
import { MEANINGS } from '../domain/tracking/operator-state.ts';
import emptyImage from '../pages/deliveries/no-deliveries.svg?url';
import type { ActionResult } from '../pages/delivery/use-delivery-action.ts';
import { useDistrictNotice, useRetryNotice } from '../pages/review/review-notices.tsx';
import { NamesCard, StatesCard } from '../pages/review/remembered-cards.tsx';
import { GroupCard } from '../pages/review/group-card.tsx';
import { UnassignedMethodsCard } from '../pages/review/unassigned-methods-card.tsx';
import { useDeskOrders } from '../pages/review/desk-row.tsx';
import type { ReviewResult } from '../pages/review/review-result.ts';
import { PageBanner } from '../pages/shell/banners/page-banner.tsx';
import { useStandingBanners } from '../pages/shell/banners/shop-banners.tsx';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { postedForm, orUnreachable, unlessUnreachable } from '../pages/shell/page-action.ts';
import { useAutoRefresh } from '../pages/shell/use-auto-refresh.ts';
import { Subdued } from '../pages/shell/subdued.tsx';
import { useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ review }) => review.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  return shopApi.review();
}

const forOne = z.object({ deliveryId: z.uuid(), action: z.literal('dismiss-problem'), seen: seenSchema });
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
  z.object({
    intent: z.literal('called'),
    id: z.uuid().or(z.string().regex(/^gid:\/\/shopify\/Order\/\d{1,20}$/)),
    isWaiting: z.enum(['true', 'false']),
  }),
  z.object({ intent: z.literal('mean'), name: z.string().max(BOUNDS.operatorState), group: z.enum(MEANINGS) }),
  z.object({ intent: z.literal('forget-meaning'), key: z.string(), name: z.string() }),
]);

/**
 * Retries a group, releases its holds, notes a call, marks a delivery as resolved, or saves or removes the operator's name
 * for a district or the meaning of a state.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<ActionResult | ReviewResult> {
  const shopApi = await context.backend.authenticate(request);
  const form = Object.fromEntries(await request.formData());
  const { data: one } = forOne.safeParse(form);
  if (one) return { kind: await shopApi.act(one), action: one.action };
  const given = postedForm(posted, form);
  if (given.intent === 'retry') return { kind: 'retried', ...(await shopApi.retryGroup(given)) };
  if (given.intent === 'release') return { kind: 'released', count: await shopApi.releaseGroup(given) };
  if (given.intent === 'called') {
    await shopApi.noteCall(given.id, given.isWaiting === 'true');
    return { kind: 'called' };
  }
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
  orUnreachable(() => serverAction<ActionResult | ReviewResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Review() {
  const { standing, version, groups, areMore, served, names, states, methods } = useLoaderData<typeof loader>();
  const { review: texts } = useTexts();
  const standingBanners = useStandingBanners(standing);
  useDistrictNotice();
  useRetryNotice();
  const { customers, isFailed } = useDeskOrders(groups);
  useAutoRefresh(true);
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      backAction={{ content: texts.toDeliveries, url: '/app/deliveries' }}
    >
      <BlockStack gap="400">
        <PageBanner banners={standingBanners} />
        {isFailed && <Subdued>{texts.customersUnknown}</Subdued>}
        {groups.map((group, index) => (
          <GroupCard
            key={`${group.of} ${group.key}`}
            group={group}
            version={version}
            served={served}
            isFirst={index === 0}
            customers={customers}
          />
        ))}
        {areMore && <Subdued>{texts.onlyUrgent({ count: groups.length })}</Subdued>}
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
        {methods && <UnassignedMethodsCard methods={methods} />}
        {names.length > 0 && <NamesCard names={names} />}
        <StatesCard states={states} />
      </BlockStack>
      <HelpLinks topics={['review']} />
    </Page>
  );
}
