import { stringify } from 'csv-stringify/sync';
import type { Percentile } from '../../domain/scorecard/times.ts';
import type { Share } from '../../domain/scorecard/scorecard.ts';
import type { ScorecardQuery, Shown } from '../../pages/scorecard/scorecard-query.ts';
import type { Figures, ScorecardFigures } from '../../pages/scorecard/scorecard-view.ts';

/** One line for each row of the page, and one for all of them; UTF-8 with a byte-order mark, which spreadsheets need. */
export function scorecardCsv({ by }: ScorecardQuery, { slice }: Shown, { rows, total }: ScorecardFigures): string {
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
