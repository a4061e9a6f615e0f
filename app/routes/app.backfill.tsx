import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { DateTime } from 'luxon';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { startOfDay } from '../http/delivery-filter.ts';
import { shopStanding } from '../http/shop-standing.ts';
import { findLatestBackfill } from '../persistence/backfills.ts';
import { findShop } from '../persistence/shops.ts';
import { previewBackfill, startBackfill, stopBackfill } from '../pipeline/backfill.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { backfillProgress, backfillRows, type BackfillRow } from '../web/backfill-view.ts';
import { BackfillPreviewCard } from '../web/backfill/preview-card.tsx';
import { ProgressCard } from '../web/backfill/progress-card.tsx';
import { RangeCard } from '../web/backfill/range-card.tsx';
import type { BackfillResult } from '../web/backfill/result.ts';
import { parseDayRange, type DayRange, type RangeError } from '../web/day-range.ts';
import { ShopBanner } from '../web/shop-banner.tsx';
import { localeOf, textsIn } from '../web/texts/choose-texts.ts';
import { orUnreachable, unlessUnreachable } from '../web/unreachable.ts';
import { useAutoRefresh } from '../web/use-auto-refresh.ts';
import { useTexts } from '../web/use-texts.ts';

const DAYS_OFFERED = 7;

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ location }) => [{ title: textsIn(localeOf(location.search)).backfill.title }];

interface Looked {
  readonly range: DayRange;
  /** Null when Shopify could not be asked. */
  readonly rows: readonly BackfillRow[] | null;
  /** Where the next page begins. */
  readonly next: string | null;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const { search, searchParams } = new URL(request.url);
  const [shop, latest] = await Promise.all([
    findShop(world.database, domain),
    findLatestBackfill(world.database, domain),
  ]);
  const timeZone = shop?.timeZone ?? null;
  const locale = localeOf(search);
  const now = world.now();
  const today = DateTime.fromJSDate(now, { zone: timeZone ?? 'UTC' });
  const given = { from: searchParams.get('from'), to: searchParams.get('to') };
  const asked = parseDayRange(given, today.toISODate() ?? '');
  const isAsked = given.from !== null || given.to !== null;

  const look = async ({ from, to }: DayRange): Promise<Looked> => {
    const range = { from: startOfDay(from, timeZone), before: startOfDay(to, timeZone, 1) };
    try {
      const page = await previewBackfill(world, { shop: domain, range, after: searchParams.get('after') });
      return { range: { from, to }, rows: page && backfillRows(page.fulfillments, locale), next: page?.next ?? null };
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error;
      return { range: { from, to }, rows: null, next: null };
    }
  };
  return {
    standing: shopStanding(shop),
    offered: {
      from: given.from ?? today.minus({ days: DAYS_OFFERED }).toISODate() ?? '',
      to: given.to ?? today.toISODate() ?? '',
    },
    error: isAsked && !asked.ok ? asked.error : (null satisfies RangeError | null),
    looked: asked.ok ? await look(asked.range) : null,
    progress: latest && backfillProgress(latest, { locale, timeZone, now }),
  };
}

/** Begins to hand over the fulfillments of a span of days, or stops it. */
export async function action({ request, context }: ActionFunctionArgs): Promise<BackfillResult> {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const form = await request.formData();
  if (form.get('intent') === 'stop') {
    await stopBackfill(world, domain);
    return { kind: 'stopped' };
  }
  const timeZone = (await findShop(world.database, domain))?.timeZone ?? null;
  const today = DateTime.fromJSDate(world.now(), { zone: timeZone ?? 'UTC' }).toISODate() ?? '';
  const asked = parseDayRange({ from: form.get('from'), to: form.get('to') }, today);
  if (!asked.ok) return { kind: 'refused', error: asked.error };
  const { from, to } = asked.range;
  const range = { from: startOfDay(from, timeZone), before: startOfDay(to, timeZone, 1) };
  return { kind: (await startBackfill(world, { shop: domain, range })) ? 'started' : 'already-running' };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<BackfillResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Backfill() {
  const { standing, offered, error, looked, progress } = useLoaderData<typeof loader>();
  const texts = useTexts().backfill;
  const isLooking = useNavigation().state === 'loading';
  const isRunning = progress?.state === 'running';
  useAutoRefresh(isRunning);
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      backAction={{ content: texts.toDeliveries, url: '/app/deliveries' }}
    >
      <BlockStack gap="400">
        <ShopBanner {...standing} />
        {progress && <ProgressCard progress={progress} />}
        <RangeCard key={`${offered.from} ${offered.to}`} offered={offered} error={error} isLooking={isLooking} />
        {looked && <BackfillPreviewCard {...looked} isRunning={isRunning} />}
      </BlockStack>
    </Page>
  );
}
