import { percentileOf, type Percentile } from '../../domain/scorecard/times.ts';
import {
  compareShares,
  compareWithOthers,
  countOf,
  firstAttemptOf,
  shareOf,
  totalOf,
  worstFirst,
  type Comparison,
  type Counts,
  type Group,
  type Share,
} from '../../domain/scorecard/scorecard.ts';

/** The figures of some deliveries. */
export interface Figures {
  readonly onTime: Share;
  readonly lateShop: number;
  readonly lateOperator: number;
  readonly notDelivered: number;
  readonly firstAttempt: Share;
  readonly collected: Times;
  readonly delivered: Times;
  readonly neededPerson: Share;
  /** Of those that needed a person, on the average; null without any. */
  readonly minutesEach: number | null;
  /** The share in time of the period before, and how the present one compares. */
  readonly before: { readonly share: Share; readonly is: Comparison };
}

/** How long half of the deliveries took at most, and how long 9 of 10; null without any. */
export interface Times {
  readonly half: Percentile | null;
  readonly nine: Percentile | null;
}

export interface ScorecardRow extends Figures {
  readonly key: string;
  /** How its share in time compares with that of all the others together. */
  readonly others: { readonly share: Share; readonly is: Comparison };
}

export interface ScorecardFigures {
  readonly total: Figures;
  /** The worst first. */
  readonly rows: readonly ScorecardRow[];
}

export function scorecardFigures(groups: readonly Group[]): ScorecardFigures {
  const total = totalOf(groups);
  const shown = groups.filter(({ now }) => countOf(now) > 0);
  return {
    total: figuresOf(total.now, total.before),
    rows: worstFirst(shown).map((group) => {
      const { others, is } = compareWithOthers(group, total);
      return { key: group.key, ...figuresOf(group.now, group.before), others: { share: others, is } };
    }),
  };
}

function figuresOf(now: Counts, before: Counts): Figures {
  const count = countOf(now);
  const onTime = shareOf(now.onTime, count);
  const former = shareOf(before.onTime, countOf(before));
  const timesOf = (counts: readonly number[]): Times => ({
    half: percentileOf(counts, 0.5),
    nine: percentileOf(counts, 0.9),
  });
  return {
    onTime,
    lateShop: now.lateShop,
    lateOperator: now.lateOperator,
    notDelivered: now.notDelivered,
    firstAttempt: firstAttemptOf(now),
    collected: timesOf(now.collectedIn),
    delivered: timesOf(now.deliveredIn),
    neededPerson: shareOf(now.neededPerson, count),
    minutesEach: now.neededPerson > 0 ? now.personMinutes / now.neededPerson : null,
    before: { share: former, is: compareShares(onTime, former) },
  };
}
