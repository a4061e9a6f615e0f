import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { ApprovalBanner } from '../pages/deliveries/release-banner.tsx';
import { AccessBanner } from '../pages/shell/access-banner.tsx';
import { AccountCard } from '../pages/home/account-card.tsx';
import { DailyCountCard } from '../pages/home/daily-count-card.tsx';
import { EarlyWarningCard } from '../pages/home/early-warning-card.tsx';
import { FiguresCard } from '../pages/home/figures-card.tsx';
import { OutcomeChart } from '../pages/home/outcome-chart.tsx';
import { SetUpGuide } from '../pages/home/set-up-guide.tsx';
import { WatchCard } from '../pages/home/watch-card.tsx';
import { ShopBanner } from '../pages/shell/shop-banner.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { unlessUnreachable } from '../pages/shell/unreachable.ts';
import { useAutoRefresh } from '../pages/shell/use-auto-refresh.ts';
import { useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ home }) => home.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.door.authenticate(request);
  return shopApi.home();
}

export const shouldRevalidate = unlessUnreachable;

export default function Home() {
  const {
    view,
    access,
    standing,
    done,
    isSettingUp,
    heldForRelease,
    wouldNotGoOut,
    figures,
    days,
    flagged,
    count,
    account,
  } = useLoaderData<typeof loader>();
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
            {standing.hold === null && heldForRelease > 0 && <ApprovalBanner count={heldForRelease} />}
            <FiguresCard figures={figures} />
            <EarlyWarningCard count={wouldNotGoOut} />
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
