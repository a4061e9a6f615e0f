import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { PAGE_PACE } from '../pages/page-pace.ts';
import { BackfillDryRunCard } from '../pages/backfill/dry-run-card.tsx';
import { ProgressCard } from '../pages/backfill/progress-card.tsx';
import { RangeCard } from '../pages/backfill/range-card.tsx';
import type { BackfillResult } from '../pages/backfill/day-range.ts';
import { PageBanner } from '../pages/shell/banners/page-banner.tsx';
import { useStandingBanners } from '../pages/shell/banners/shop-banners.tsx';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { orUnreachable, unlessUnreachable } from '../pages/shell/page-action.ts';
import { useAutoRefresh } from '../pages/shell/use-auto-refresh.ts';
import { useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ backfill }) => backfill.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  const { searchParams } = new URL(request.url);
  const typed = { from: searchParams.get('from'), to: searchParams.get('to') };
  return shopApi.backfill(typed, searchParams.get('after'));
}

const changes = z.enum(['pause', 'resume', 'stop']);

/** Starts handing over the fulfillments of a range of days, or changes the backfill that is running. */
export async function action({ request, context }: ActionFunctionArgs): Promise<BackfillResult> {
  const shopApi = await context.backend.authenticate(request);
  const form = await request.formData();
  const change = changes.safeParse(form.get('intent')).data;
  if (change) return shopApi.changeBackfill(change);
  return shopApi.startBackfill({ from: form.get('from'), to: form.get('to') });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<BackfillResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Backfill() {
  const { standing, offered, error, looked, progress } = useLoaderData<typeof loader>();
  const texts = useTexts().backfill;
  const isLooking = useNavigation().state === 'loading';
  const isOpen = progress?.state === 'running' || progress?.state === 'paused';
  const isMoving = progress?.state === 'running' || (progress?.counts.waiting ?? 0) > 0;
  useAutoRefresh(isMoving && !looked, PAGE_PACE.progressEveryMs);
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      backAction={{ content: texts.toDeliveries, url: '/app/deliveries' }}
    >
      <BlockStack gap="400">
        <PageBanner banners={useStandingBanners(standing)} />
        {progress && <ProgressCard progress={progress} />}
        {!isOpen && (
          <RangeCard key={`${offered.from} ${offered.to}`} offered={offered} error={error} isLooking={isLooking} />
        )}
        {!isOpen && looked && <BackfillDryRunCard {...looked} />}
      </BlockStack>
      <HelpLinks topics={['past-orders']} />
    </Page>
  );
}
