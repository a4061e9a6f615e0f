import { DateTime } from 'luxon';
import { promisableOf, type DistrictPromise } from '../../domain/scorecard/times.ts';
import { zoneOfDays } from '../../domain/lifecycle/daily-count.ts';
import { ENOUGH } from '../../domain/scorecard/scorecard.ts';
import { shownDays, shownMonths, type ScorecardQuery, type Shown } from '../../pages/scorecard/scorecard-query.ts';
import { scorecardFigures } from '../../pages/scorecard/scorecard-view.ts';
import { findShop } from '../../shops/shop-store.ts';
import type { ShopContext } from '../shop-context.ts';
import { lastDay, readArrivals, readFailures, readGroups } from './read-counts.ts';
import { scorecardCsv } from './scorecard-csv.ts';

const FAILURES_SHOWN = 10;
const PROMISES_SHOWN = 50;
const ACCOUNTS_SHOWN = 100;
/** A promise is judged by this month and the three before, so that it follows what has changed. */
const PROMISE_MONTHS = 4;

export async function scorecardPage(own: ShopContext, asked: ScorecardQuery) {
  const { domain, database, app } = own;
  const [shop, counted] = await Promise.all([findShop(database, domain), lastDay(own)]);
  const last = counted ?? yesterday(app.now(), shop?.timeZone ?? null);
  const shown = shownDays(asked, last);
  const [groups, failures, promises, accounts] = await Promise.all([
    readGroups(own, shown, { by: asked.by, before: shown.before }),
    readFailures(own, shown, { limit: FAILURES_SHOWN }),
    readPromises(own, shownMonths(PROMISE_MONTHS, asked.only, last)),
    database.operatorAccount.findMany({ select: { id: true, tokenLastFour: true }, take: ACCOUNTS_SHOWN }),
  ]);
  return {
    asked,
    shown,
    operatorName: app.environment.OPERATOR_NAME,
    shopName: shop?.name ?? domain,
    ...scorecardFigures(groups),
    /** What the operator said first of those that failed, the most frequent first. */
    failures,
    promises: promises.slice(0, PROMISES_SHOWN),
    /** The last four characters of each account's token, by the account's id. */
    accounts: Object.fromEntries(accounts.map(({ id, tokenLastFour }) => [id, tokenLastFour])),
  };
}

/** The same rows for a spreadsheet, with codes and numbers. */
export async function exportScorecard(own: ShopContext, asked: ScorecardQuery): Promise<string> {
  const { asked: by, shown, rows, total } = await scorecardPage(own, asked);
  return scorecardCsv(by, shown, { rows, total });
}

/** What is promised now and kept too seldom, the worst first. */
export async function brokenPromises(own: ShopContext, { limit }: { limit: number }): Promise<DistrictPromise[]> {
  const promises = await allPromises(own);
  return promises
    .filter(({ promised, safe }) => safe === null || safe.day > promised)
    .sort((a, b) => a.kept - b.kept)
    .slice(0, limit);
}

/** What is promised now of each district and service that has had enough deliveries. */
export async function allPromises(own: ShopContext): Promise<DistrictPromise[]> {
  const last = await lastDay(own);
  const only = { district: null, service: null, account: null, pickup: null, weekday: null };
  return last === null ? [] : readPromises(own, shownMonths(PROMISE_MONTHS, only, last));
}

async function readPromises(own: ShopContext, shown: Shown): Promise<DistrictPromise[]> {
  const arrivals = await readArrivals(own, shown);
  return arrivals
    .flatMap(({ district, service, arrivedOn }): DistrictPromise[] => {
      const promisable = promisableOf(arrivedOn, service);
      return promisable && promisable.count >= ENOUGH ? [{ district, service, ...promisable }] : [];
    })
    .sort((a, b) => b.count - a.count);
}

function yesterday(now: Date, timeZone: string | null): string {
  return DateTime.fromJSDate(now, { zone: zoneOfDays(timeZone) })
    .minus({ days: 1 })
    .toFormat('yyyy-MM-dd');
}
