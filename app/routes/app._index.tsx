import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { settingsOfPage } from '../http/settings-of-page.ts';
import { shopStanding } from '../http/shop-standing.ts';
import { dailyFigures, lastCountedDay, oddFulfillments } from '../persistence/daily-counts.ts';
import {
  countDeliveries,
  flaggedDeliveries,
  lastOperatorSuccess,
  outcomesByDay,
} from '../persistence/delivery-figures.ts';
import type { Database } from '../persistence/database.ts';
import { findShop, type ShopWithAccount } from '../persistence/shops.ts';
import { readShopAccess } from '../pipeline/shop-access.ts';
import { AccessBanner } from '../web/access-banner.tsx';
import { AccountCard, type AccountStatus } from '../web/home/account-card.tsx';
import { DailyCountCard } from '../web/home/daily-count-card.tsx';
import { FiguresCard } from '../web/home/figures-card.tsx';
import { chartDays, dailyCountView, daysOf, type DailyCountView } from '../web/home/home-view.ts';
import { OutcomeChart } from '../web/home/outcome-chart.tsx';
import { SetUpGuide } from '../web/home/set-up-guide.tsx';
import { SET_UP_STEPS, type SetUpStep } from '../web/home/set-up-steps.ts';
import { WatchCard } from '../web/home/watch-card.tsx';
import { ShopBanner, type ShopStanding } from '../web/shop-banner.tsx';
import { localeOf, textsIn } from '../web/texts/choose-texts.ts';
import { unlessUnreachable } from '../web/unreachable.ts';
import { useAutoRefresh } from '../web/use-auto-refresh.ts';
import { useTexts } from '../web/use-texts.ts';

const MOST_FLAGGED = 10;
/** Missing ones, and extra ones, that are named. */
const MOST_ODD = 10;

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ location }) => [{ title: textsIn(localeOf(location.search)).home.title }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const { database } = world;
  const locale = localeOf(new URL(request.url).search);
  const now = world.now();
  const shop = await findShop(database, domain);
  const { zone, today, chartSince } = daysOf(now, shop?.timeZone ?? null);
  const [access, figures, outcomes, flagged, lastSuccess, count] = await Promise.all([
    readShopAccess(world, shop),
    countDeliveries(database, { shop: domain, today }),
    outcomesByDay(database, { shop: domain, since: chartSince, timeZone: zone }),
    flaggedDeliveries(database, { shop: domain, most: MOST_FLAGGED }),
    lastOperatorSuccess(database, domain),
    lastDailyCount(database, domain, { today, zone, locale }),
  ]);
  const standing = shopStanding(shop);
  const isHeld = standing.hold === 'set-up' || standing.hold === 'switched-off';
  return {
    view: settingsOfPage(world, shop),
    access,
    standing,
    done: doneSteps(shop, standing),
    isSettingUp: shop === null || (isHeld && lastSuccess === null),
    figures: {
      ...figures,
      day: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: zone }).format(now),
    },
    days: chartDays(outcomes, chartSince, zone, locale),
    ...{ flagged, count },
    account: accountStatus(shop, lastSuccess, now),
  };
}

async function lastDailyCount(
  database: Database,
  shop: string,
  reader: { today: Date; zone: string; locale: string },
): Promise<DailyCountView | null> {
  const day = await lastCountedDay(database, shop);
  if (day === null) return null;
  const [figures, odd] = await Promise.all([
    dailyFigures(database, { shop, day }),
    oddFulfillments(database, { shop, day, most: MOST_ODD }),
  ]);
  return dailyCountView({ day, figures, odd }, reader);
}

const chosenService = z.object({ service: z.object({ default: z.string() }) });

function doneSteps(shop: ShopWithAccount | null, { hasToken, hasPickup }: ShopStanding): SetUpStep[] {
  const isDone: Readonly<Record<SetUpStep, boolean>> = {
    token: hasToken,
    pickup: hasPickup,
    service: chosenService.safeParse(shop?.settings).success,
    dryRun: Boolean(shop?.dryRunAt),
    switch: shop?.handOverOn ?? false,
  };
  return SET_UP_STEPS.filter((step) => isDone[step]);
}

function accountStatus(shop: ShopWithAccount | null, lastSuccess: Date | null, now: Date): AccountStatus | null {
  const account = shop?.operatorAccount;
  if (!account) return null;
  const { pausedAt, restUntil, restReason } = account;
  const resting = restUntil && restUntil > now ? (restReason === 'throttled' ? 'throttled' : 'failing') : 'working';
  return {
    state: pausedAt ? 'paused' : resting,
    lastSuccessAt: lastSuccess?.getTime() ?? null,
    now: now.getTime(),
  };
}

export const shouldRevalidate = unlessUnreachable;

export default function Home() {
  const { view, access, standing, done, isSettingUp, figures, days, flagged, count, account } =
    useLoaderData<typeof loader>();
  const { title } = useTexts().home;
  useAutoRefresh(figures.waiting + figures.onTheWay > 0);
  return (
    <Page title={title}>
      <BlockStack gap="400">
        <AccessBanner {...access} />
        {isSettingUp ? (
          <SetUpGuide view={view} done={done} waiting={figures.waiting} />
        ) : (
          <>
            <ShopBanner {...standing} />
            <FiguresCard figures={figures} />
            {account && <WatchCard {...flagged} now={account.now} />}
            {count && <DailyCountCard count={count} />}
            <OutcomeChart days={days} />
            {account && <AccountCard operatorName={view.operatorName} status={account} />}
          </>
        )}
      </BlockStack>
    </Page>
  );
}
