import { printClock, printMoment, type Reader } from '../../extension-api/printed-times.ts';
import { z } from 'zod';
import { dailyFigures, lastCountedDay, oddFulfillments } from '../../deliveries/reconciliation/daily-counts.ts';
import type { AccountStatus } from '../../pages/home/account-card.tsx';
import { chartDays, dailyCountView, daysOf, type DailyCountView } from '../../pages/home/home-view.ts';
import type { SetUpStep } from '../../pages/home/set-up/set-up-guide.tsx';
import type { ShopStanding } from '../../pages/shell/banners/shop-banners.tsx';
import { readShopAccess } from '../../shops/shop-access.ts';
import { findShop, type ShopWithAccount } from '../../shops/shop-store.ts';
import { type ShopContext, shopStanding } from '../shop-context.ts';
import { settingsOfPage } from '../settings/settings-page.ts';
import { countHeldForRelease, countNotSent } from '../deliveries/delivery-list.ts';
import { countWarned } from '../review/review-groups.ts';
import {
  checkedDeliveries,
  countDeliveries,
  flaggedDeliveries,
  lastOperatorAnswers,
  outcomesByDay,
} from './delivery-figures.ts';

const FLAGGED_LIMIT = 10;
/** Missing ones, and extra ones, that are named. */
const ODD_LIMIT = 10;

export async function homePage(own: ShopContext) {
  const { domain, locale, database, app } = own;
  const now = app.now();
  const shop = await findShop(database, domain);
  const { zone, today, chartSince } = daysOf(now, shop?.timeZone ?? null);
  const [
    access,
    { toSend, ...figures },
    outcomes,
    flagged,
    operator,
    checked,
    count,
    heldForRelease,
    wouldNotGoOut,
    notSent,
  ] = await Promise.all([
    readShopAccess(app, shop),
    countDeliveries(own, { today }),
    outcomesByDay(own, { since: chartSince, timeZone: zone }),
    flaggedDeliveries(own, { limit: FLAGGED_LIMIT }),
    lastOperatorAnswers(own),
    checkedDeliveries(own),
    lastDailyCount(own, { today, zone }),
    countHeldForRelease(own),
    countWarned(own),
    countNotSent(own),
  ]);
  const standing = shopStanding(shop);
  const isHeld = standing.hold === 'set-up' || standing.hold === 'switched-off';
  return {
    view: settingsOfPage(app, shop),
    access,
    standing,
    /** The steps of the set-up guide that are done. */
    done: doneSteps(shop, standing),
    isSettingUp: shop === null || (isHeld && operator.lastSuccess === null),
    figures: {
      ...figures,
      day: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: zone }).format(now),
    },
    days: chartDays(outcomes, chartSince, zone, locale),
    /** Deliveries that wait for the merchant's approval. */
    heldForRelease,
    /** Orders that are not fulfilled yet and would not go out. */
    wouldNotGoOut,
    /** How many were left unsent by a person in the last day. */
    notSent,
    flagged,
    count,
    /** Those that are sent by themselves, and by when; printed. */
    toSend: toSend && { count: toSend.count, time: printClock(toSend.until, { locale, timeZone: zone, now }) },
    account: accountStatus(
      shop,
      { lastAnswer: operator.lastAnswer, checked, horizonMs: app.pace.handOver.lookUpHorizonMs },
      { locale, timeZone: zone, now },
    ),
  };
}

async function lastDailyCount(
  { domain, locale, database }: ShopContext,
  { today, zone }: { today: Date; zone: string },
): Promise<DailyCountView | null> {
  const day = await lastCountedDay(database, domain);
  if (day === null) return null;
  const [figures, odd] = await Promise.all([
    dailyFigures(database, { shop: domain, day }),
    oddFulfillments(database, { shop: domain, day, limit: ODD_LIMIT }),
  ]);
  return dailyCountView({ day, figures, odd }, { today, zone, locale });
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
  return (Object.keys(isDone) as SetUpStep[]).filter((step) => isDone[step]);
}

function accountStatus(
  shop: ShopWithAccount | null,
  known: {
    readonly lastAnswer: Date | null;
    readonly checked: Awaited<ReturnType<typeof checkedDeliveries>>;
    readonly horizonMs: number;
  },
  reader: Reader & { readonly now: Date },
): AccountStatus | null {
  const { now } = reader;
  const { lastAnswer, checked, horizonMs } = known;
  const account = shop?.operatorAccount;
  if (!account) return null;
  const { pausedAt, refusedWith, restUntil, restReason } = account;
  const resting = restUntil && restUntil > now ? (restReason === 'throttled' ? 'throttled' : 'failing') : 'working';
  return {
    state: pausedAt ? 'paused' : resting,
    paused: pausedAt && { since: printMoment(pausedAt, reader), status: refusedWith },
    lastAnswerAt: lastAnswer?.getTime() ?? null,
    checking: checked && {
      count: checked.count,
      until: printClock(new Date(checked.since.getTime() + horizonMs), reader),
    },
    now: now.getTime(),
  };
}
