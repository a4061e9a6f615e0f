import { DateTime } from 'luxon';
import { promisableOf, type DistrictPromise } from '../../domain/scorecard/times.ts';
import { zoneOfDays } from '../../domain/lifecycle/daily-count.ts';
import { ENOUGH, type Share } from '../../domain/scorecard/scorecard.ts';
import { shownDays, shownMonths, type ScorecardQuery, type Shown } from '../../pages/scorecard/scorecard-query.ts';
import { scorecardFigures, type Figures, type ScorecardFigures } from '../../pages/scorecard/scorecard-view.ts';
import { findShop } from '../../shops/shop-store.ts';
import type { ShopContext } from '../shop-context.ts';
import { lastDay, readArrivals, readFailures, readGroups } from './read-counts.ts';
import { stringify } from 'csv-stringify/sync';
import type { Percentile } from '../../domain/scorecard/times.ts';

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

/** One line for each row of the page, and one for all of them; UTF-8 with a byte-order mark, which spreadsheets need. */
function scorecardCsv({ by }: ScorecardQuery, { slice }: Shown, { rows, total }: ScorecardFigures): string {
  const lines = [...rows, { key: '*', ...total }].map(({ key, ...figures }) => ({
    from: slice.from,
    to: slice.to,
    [by]: key,
    ...cellsOf(figures),
  }));
  return stringify(lines, { header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' });
}

function cellsOf(figures: Figures) {
  const { onTime, firstAttempt, neededPerson, collected, delivered, before } = figures;
  return {
    deliveries: onTime.of,
    on_time: onTime.count,
    ...percent('on_time', onTime),
    late_shop: figures.lateShop,
    late_operator: figures.lateOperator,
    not_delivered: figures.notDelivered,
    first_attempt: firstAttempt.count,
    first_attempt_of: firstAttempt.of,
    ...percent('first_attempt', firstAttempt),
    collected_p50_hours: hours(collected.half),
    collected_p90_hours: hours(collected.nine),
    delivered_p50_hours: hours(delivered.half),
    delivered_p90_hours: hours(delivered.nine),
    needed_person: neededPerson.count,
    needed_person_minutes_each: figures.minutesEach === null ? '' : figures.minutesEach.toFixed(0),
    deliveries_before: before.share.of,
    on_time_before: before.share.count,
  };
}

function percent(name: string, { share, interval, isEnough }: Share) {
  const print = (value: number) => (isEnough ? (100 * value).toFixed(1) : '');
  return {
    [`${name}_percent`]: print(share),
    [`${name}_low`]: print(interval.low),
    [`${name}_high`]: print(interval.high),
  };
}

function hours(percentile: Percentile | null): string {
  if (percentile === null) return '';
  return `${percentile.isMore ? '>' : ''}${percentile.hours.toFixed(1)}`;
}
