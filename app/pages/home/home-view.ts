import { DateTime } from 'luxon';
import type { DailyFigures } from '../../domain/lifecycle/daily-count.ts';
import type { OddFulfillment } from '../../deliveries/reconciliation/daily-counts.ts';
import type { FlagCode } from '../../domain/tracking/promise-watch.ts';

/** How many deliveries stand where, now and today. */
export interface DeliveryFigures {
  readonly waiting: number;
  readonly onTheWay: number;
  readonly attention: number;
  readonly handedOverToday: number;
  readonly deliveredToday: number;
  readonly endedBadlyToday: number;
  /** Those that wait and are not held: how many, and when the last of them is sent; null when there is none. */
  readonly toSend: { readonly count: number; readonly until: Date } | null;
}

/** The figures of the home page. Times are milliseconds since 1970. */
export interface HomeFigures extends Omit<DeliveryFigures, 'toSend'> {
  /** The day that the figures are for, printed. */
  readonly day: string;
}

const CHART_DAYS = 30;

/** When the shop's day began, and the first day that the chart shows. */
export function daysOf(now: Date, timeZone: string | null): { zone: string; today: Date; chartSince: Date } {
  const zone = timeZone ?? 'UTC';
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  return { zone, today: today.toJSDate(), chartSince: today.minus({ days: CHART_DAYS - 1 }).toJSDate() };
}

/** How the deliveries ended that ended on one day. */
export interface DayOutcome {
  /** `YYYY-MM-DD` in the shop's zone. */
  readonly day: string;
  readonly delivered: number;
  readonly failed: number;
  /** Of the delivered ones, from the hand-over to the delivery; null without any. */
  readonly medianHours: number | null;
}

/** One bar of the chart. Days without an outcome have one too. */
export interface ChartDay extends DayOutcome {
  /** The day, in a short printed form. */
  readonly label: string;
}

/** @param outcomes as the database returns them: days without any are missing */
export function chartDays(outcomes: readonly DayOutcome[], since: Date, zone: string, locale: string): ChartDay[] {
  const known = new Map(outcomes.map((outcome) => [outcome.day, outcome]));
  const first = DateTime.fromJSDate(since, { zone });
  const print = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const day = first.plus({ days: index }).toFormat('yyyy-MM-dd');
    const outcome = known.get(day) ?? { day, delivered: 0, failed: 0, medianHours: null };
    return { ...outcome, label: print.format(new Date(`${day}T12:00:00Z`)) };
  });
}

/** A delivery that continues, and that somebody should look at. */
export interface FlaggedDelivery {
  readonly id: string;
  readonly orderName: string | null;
  readonly code: FlagCode;
  readonly since: string;
}

/** The last day that was counted. */
export interface DailyCountView {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly printedDay: string;
  readonly isYesterday: boolean;
  readonly figures: DailyFigures;
  readonly missing: OddOrders;
  readonly extra: OddOrders;
}

/** Orders that do not add up: some by name, each with its address in the admin, and how many more there are. */
export interface OddOrders {
  readonly orders: readonly (Pick<OddFulfillment, 'fulfillmentId' | 'orderName'> & { readonly url: string })[];
  readonly more: number;
}

/** @param today when the shop's day began */
export function dailyCountView(
  { day, figures, odd }: { day: string; figures: DailyFigures; odd: readonly OddFulfillment[] },
  { today, zone, locale }: { today: Date; zone: string; locale: string },
): DailyCountView {
  const yesterday = DateTime.fromJSDate(today, { zone }).minus({ days: 1 }).toFormat('yyyy-MM-dd');
  const named = (result: OddFulfillment['result']): OddOrders => {
    const orders = odd
      .filter((each) => each.result === result)
      .map(({ fulfillmentId, orderId, orderName }) => ({
        fulfillmentId,
        orderName,
        url: `shopify://admin/orders/${orderId.split('/').at(-1)}`,
      }));
    return { orders, more: figures[result] - orders.length };
  };
  return {
    day,
    figures,
    missing: named('missing'),
    extra: named('extra'),
    isYesterday: day === yesterday,
    printedDay: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
      new Date(`${day}T12:00:00Z`),
    ),
  };
}
