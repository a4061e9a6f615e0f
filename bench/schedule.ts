import { nextReadAt } from '../app/domain/tracking/tracking-schedule.ts';
import { printNumber } from './harness/figure.ts';
import type { Area, Row } from './harness/table.ts';
import { costOf, fixedIntervalOfLag, simulateMonth } from './tracking/tracking-schedule.ts';

const DELIVERIES = 600;
const BASE_INTERVALS_S = [30, 60, 120, 300];
const MOST_CALLS = 0.4;

/** The adaptive schedule beside the fixed interval with the same mean lag: the curve of lag against calls. */
export const schedule: Area = {
  name: 'schedule',
  title: `Schedule of reads: a simulated month of ${DELIVERIES} deliveries`,
  measure: async () => {
    const month = simulateMonth(DELIVERIES);
    return BASE_INTERVALS_S.map((seconds): Row => {
      const adaptive = costOf(nextReadAt, month, seconds * 1000);
      const fixed = fixedIntervalOfLag(month, adaptive.meanLagMinutes);
      const share = adaptive.callsPerDelivery / fixed.callsPerDelivery;
      const lag = `lag ${printNumber(adaptive.meanLagMinutes)} min on the mean`;
      const nearTheDoor = `${printNumber(adaptive.meanLagMinutesNearTheDoor)} near the door`;
      return {
        what: `TRACKING_INTERVAL_SECONDS=${seconds}`,
        figure: `${printNumber(adaptive.callsPerDelivery)} calls; ${lag}, ${nearTheDoor}`,
        beside: `fixed interval of the same lag: ${printNumber(fixed.callsPerDelivery)} calls`,
        ceiling: { text: `at most ${MOST_CALLS} of the calls: ${share.toFixed(2)}`, isMet: share <= MOST_CALLS },
      };
    });
  },
};
