import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Page } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { boundary } from '@shopify/shopify-app-remix/server';
import { HANDFUL } from '../domain/lifecycle/hold.ts';
import { ApprovalBanner } from '../pages/deliveries/release-banner.tsx';
import { NotSentLine } from '../pages/deliveries/not-sending.tsx';
import { useAccessBanners, useStandingBanners } from '../pages/shell/banners/shop-banners.tsx';
import { AccountCard } from '../pages/home/account-card.tsx';
import { DailyCountCard } from '../pages/home/daily-count-card.tsx';
import { FiguresCard } from '../pages/home/figures-card.tsx';
import { OutcomeChart } from '../pages/home/outcome-chart.tsx';
import { SetUpGuide } from '../pages/home/set-up/set-up-guide.tsx';
import { WatchCard } from '../pages/home/watch-card.tsx';
import { useNotice } from '../pages/shell/banners/notice.tsx';
import { PageBanner } from '../pages/shell/banners/page-banner.tsx';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { PinBlockCard } from '../pages/help/pin-block-card.tsx';
import type { SettingsResult } from '../pages/settings/form/settings-result.ts';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { orUnreachable, unlessUnreachable } from '../pages/shell/page-action.ts';
import { useAutoRefresh } from '../pages/shell/use-auto-refresh.ts';
import { useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ home }) => home.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  return shopApi.home();
}

/** Saves a step of the set-up, or tests the connection. */
export async function action({ request, context }: ActionFunctionArgs): Promise<SettingsResult> {
  const shopApi = await context.backend.authenticate(request);
  return shopApi.submitSettings(await request.json().catch(() => null));
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<SettingsResult>());

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
    notSent,
    figures,
    days,
    flagged,
    count,
    toSend,
    account,
  } = useLoaderData<typeof loader>();
  const { title } = useTexts().home;
  const accessBanners = useAccessBanners(access);
  const standingBanners = useStandingBanners(standing);
  useEndOfSetUp(isSettingUp, figures.waiting);
  useAutoRefresh(figures.waiting + figures.onTheWay > 0);
  return (
    <Page title={title}>
      <BlockStack gap="400">
        <PageBanner
          banners={{
            ...accessBanners,
            ...(isSettingUp ? {} : standingBanners),
            approval: heldForRelease > 0 && !isSettingUp && <ApprovalBanner count={heldForRelease} />,
          }}
        />
        {isSettingUp ? (
          <SetUpGuide view={view} done={done} waiting={figures.waiting} />
        ) : (
          <>
            {account && (
              <AccountCard
                operatorName={view.operatorName}
                isHeld={standing.hold !== null}
                attention={figures.attention}
                early={wouldNotGoOut}
                late={flagged.count}
                toSend={toSend}
                status={account}
              />
            )}
            <FiguresCard figures={figures} />
            <NotSentLine count={notSent} />
            {account && <WatchCard {...flagged} now={account.now} />}
            {count && <DailyCountCard count={count} />}
            <OutcomeChart days={days} />
          </>
        )}
        <PinBlockCard isSettingUp={isSettingUp} />
      </BlockStack>
      <HelpLinks topics={isSettingUp ? ['connect', 'order-page'] : ['waiting', 'review', 'customers']} />
    </Page>
  );
}

/** When the last step of the set-up is done, the page says what happens now; or what it waits for, which gets the focus. */
function useEndOfSetUp(isSettingUp: boolean, waiting: number): void {
  const texts = useTexts().home.setUp;
  const { tell } = useNotice();
  const before = useRef({ isSettingUp, waiting });
  useEffect(() => {
    const { isSettingUp: was, waiting: count } = before.current;
    before.current = { isSettingUp, waiting };
    if (!was || isSettingUp) return;
    if (count <= HANDFUL) tell({ tone: 'success', title: texts.on({ count }), lines: [texts.next] });
    else document.querySelector<HTMLElement>('[data-page-banner]')?.focus();
  }, [isSettingUp, waiting, texts, tell]);
}
