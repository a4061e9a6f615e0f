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
  const to = DateTime.fromISO(last, { zone: 'utc' });
  const isByMonths = period === BY_MONTHS;
  const length = isByMonths ? { months: MONTHS } : { days: Number(period) };
  const from = isByMonths ? to.startOf('month').minus({ months: MONTHS - 1 }) : to.minus(length).plus({ days: 1 });
  const day = (at: DateTime) => at.toFormat('yyyy-MM-dd');
  return {
    slice: { from: day(from), to: last, ...only, counted: null },
    span: isByMonths ? 'month' : 'day',
    before: day(from.minus(length)),
  };
}

/** The list of the deliveries behind a figure. */
export function listPath(slice: Slice): string {
  return `/app/deliveries?${new URLSearchParams({ tab: 'all', counted: sliceText(slice) })}`;
}
