import { DateTime } from 'luxon';
import { z } from 'zod';
import { DIMENSIONS, readSlice, sliceText, type Dimension, type Slice } from '../../domain/scorecard/slice.ts';

/** In days. The longest is in whole months: each has one row for each weekday, so that a year is read as fast as a week. */
export const PERIODS = ['7', '28', '90', '365'] as const;
export type Period = (typeof PERIODS)[number];
const BY_MONTHS: Period = '365';
const MONTHS = 12;

type Only = Pick<Slice, Dimension>;

/** What the scorecard shows, as read from the address of the page. */
export interface ScorecardQuery {
  readonly period: Period;
  readonly by: Dimension;
  readonly only: Only;
}

const query = z.object({
  period: z.enum(PERIODS).catch('28'),
  by: z.enum(DIMENSIONS).catch('district'),
});

const ANY_DAY = '2026-01-01';

export function readScorecardQuery(search: URLSearchParams): ScorecardQuery {
  const { period, by } = query.parse({ period: search.get('period'), by: search.get('by') });
  const slice = readSlice(`${search}&from=${ANY_DAY}&to=${ANY_DAY}`);
  return {
    period,
    by,
    only: {
      district: slice?.district ?? null,
      service: slice?.service ?? null,
      account: slice?.account ?? null,
      pickup: slice?.pickup ?? null,
      weekday: slice?.weekday ?? null,
    },
  };
}

export function scorecardPath({ period, by, only }: ScorecardQuery, path = '/app/scorecard'): string {
  const search = new URLSearchParams({ period, by });
  for (const name of DIMENSIONS) if (only[name] !== null) search.set(name, only[name]);
  return `${path}?${search}`;
}

/** The days that are shown, and how they are read. */
export interface Shown {
  readonly slice: Slice;
  readonly span: 'day' | 'month';
  /** The first day of the period of the same length before. */
  readonly before: string;
}

/** @param last the last day that is shown, `YYYY-MM-DD` */
export function shownDays({ period, only }: Pick<ScorecardQuery, 'period' | 'only'>, last: string): Shown {
  if (period === BY_MONTHS) return shownMonths(MONTHS, only, last);
  const days = Number(period);
  const from = utcDay(last).minus({ days: days - 1 });
  return shown('day', from, { to: last, only, before: from.minus({ days }) });
}

/** Whole months up to the one of the last day, which is shown until then. */
export function shownMonths(months: number, only: Only, last: string): Shown {
  const from = utcDay(last)
    .startOf('month')
    .minus({ months: months - 1 });
  return shown('month', from, { to: last, only, before: from.minus({ months }) });
}

const utcDay = (day: string) => DateTime.fromISO(day, { zone: 'utc' });

function shown(
  span: Shown['span'],
  from: DateTime,
  { to, only, before }: { to: string; only: Only; before: DateTime },
): Shown {
  const day = (at: DateTime) => at.toFormat('yyyy-MM-dd');
  return { slice: { from: day(from), to, ...only, counted: null }, span, before: day(before) };
}

/** The list of the deliveries behind a figure. */
export function listPath(slice: Slice): string {
  return `/app/deliveries?${new URLSearchParams({ tab: 'all', counted: sliceText(slice) })}`;
}
