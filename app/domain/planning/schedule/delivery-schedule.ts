import { DateTime, type Zone } from 'luxon';
import type { DeliveryOrder } from '../../mapping/delivery-order.ts';
import type { DeliveryService } from '../../mapping/delivery-services.ts';
import type { DeliveryPromise } from '../delivery-plan.ts';
import { type MappingResult, found, lacking } from '../../fulfillment/mapping-result.ts';
import type { OrderWindow } from './order-window.ts';
import type { Problem, ProblemCode } from '../../problems/problem.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { onceEach } from '../../calendar/once-each.ts';
import { isWorkingDay, workingDayAfter } from '../../calendar/working-days.ts';

/** When the delivery is due: the fields of the order that say so (§2.1), and the promise that they make. */
export interface Schedule {
  readonly fields: Pick<
    DeliveryOrder,
    'delivery_date' | 'delivery_service' | 'delivery_start_time' | 'delivery_end_time'
  >;
  readonly promise: DeliveryPromise;
}

interface DueDay {
  readonly service: DeliveryService;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/** The moment of the hand-over on the operator's clock: `YYYY-MM-DD`, `HH:MM`. */
interface LocalMoment {
  readonly date: string;
  readonly clock: string;
}

/** The service that replaces each service when the delivery is not due on the day of the hand-over. */
const ON_A_LATER_DAY = {
  Express: 'Nextday',
  Sameday: 'Nextday',
  Nextday: 'Nextday',
  SamedayWithWindow: 'NextdayWithWindow',
  NextdayWithWindow: 'NextdayWithWindow',
} as const satisfies Record<DeliveryService, DeliveryService>;

/**
 * The day and the window of a delivery.
 *
 * - A same-day service (Express, Sameday, SamedayWithWindow) is due today. When today is not a working day, or its
 * cutoff has passed, it becomes the next-day service or a problem, as the merchant has chosen.
 * - A next-day service is due on the first working day after today, or one working day later when its cutoff has
 * passed. A day that is not a working day counts as the working day before it, after the cutoff: so a later hand-over
 * is never due earlier.
 * - The buyer's own date is kept with every service. With a service that has a window, a date that cannot be kept is a
 * problem. Any other delivery is sent for the first day after it once its date can no longer be met: nobody gains if it
 * waits. A chosen day that is not a working day is a problem for both.
 *
 * `delivery_date` must have a time of day, which the interface does not explain. We send the start of the window, or
 * noon, which is the same date in UTC and everywhere in the Americas. A time that has already passed is never sent: an
 * order for today that is handed over in the afternoon has the time of its hand-over.
 *
 * A window that ends after midnight is sent with the day on which it starts and both times unchanged. Its promise lasts
 * until its end on the next day.
 *
 * @param asked the service that the merchant's rules chose
 * @param buyersWindow the window in the order, with its times only if the service has a window; null when it has none
 * @param localNow the moment of the hand-over, in the operator's zone
 */
export function scheduleDelivery(
  asked: DeliveryService,
  buyersWindow: OrderWindow | null,
  localNow: DateTime,
  settings: ShopSettings['service'],
): MappingResult<Schedule> {
  const [today = '', time = ''] = (localNow.toISO({ includeOffset: false }) ?? '').split('T');
  const now = { date: today, clock: time.slice(0, 5) };
  const due = findDay(asked, buyersWindow, now, settings);
  if (!due.ok) return due;
  const { service, date } = due.value;

  const times = takesWindow(service) ? (buyersWindow?.times ?? settings.windows[service]) : null;
  if (times === null && takesWindow(service)) return unmet('window-missing', { service });
  if (times !== null && isOver(lastDay(date, times), times.end, now)) return unmet('window-past', { service });

  const start = `${date} ${times?.start ?? '12:00'}:00`;
  const handOver = `${today} ${time.slice(0, 8)}`;
  const until = endOf(localNow.zone, times === null ? date : `${lastDay(date, times)}T${times.end}`);
  const source = buyersWindow?.times ? buyersWindow.source : `settings.service.windows.${service}`;
  return found(
    {
      fields: {
        delivery_date: start < handOver ? handOver : start,
        delivery_service: service,
        ...(times !== null && { delivery_start_time: times.start, delivery_end_time: times.end }),
      },
      promise: {
        service,
        date,
        windowStart: times?.start ?? null,
        windowEnd: times?.end ?? null,
        until,
      },
    },
    [
      ...due.decisions,
      ...(times === null ? [] : ['delivery_start_time', 'delivery_end_time'].map((field) => ({ field, source }))),
    ],
  );
}

const onceEachEnd = onceEach<Date>(1_000);

/** @param local a day, which ends with its last moment, or a time of a day; deliveries of one day share them */
function endOf(zone: Zone, local: string): Date {
  return onceEachEnd(`${local} ${zone.name}`, () => {
    const moment = DateTime.fromISO(local, { zone });
    return (local.includes('T') ? moment : moment.endOf('day')).toJSDate();
  });
}

/** Whether a service has a window. */
export function takesWindow(service: DeliveryService): service is 'SamedayWithWindow' | 'NextdayWithWindow' {
  return service === 'SamedayWithWindow' || service === 'NextdayWithWindow';
}

function isSameDay(service: DeliveryService): boolean {
  return ON_A_LATER_DAY[service] !== service;
}

function findDay(
  asked: DeliveryService,
  buyersWindow: OrderWindow | null,
  now: LocalMoment,
  settings: ShopSettings['service'],
): MappingResult<DueDay> {
  if (!buyersWindow?.date) return findDate(asked, buyersWindow, now, settings);
  const kept = keepDate(asked, { ...buyersWindow, date: buyersWindow.date }, now, settings);
  const isMissed = !kept.ok && kept.problems.every(({ code }) => code === 'window-past' || code === 'window-too-soon');
  if (takesWindow(asked) || !isMissed) return kept;
  // a buyer who chose a later day is not to be called on today
  const service = buyersWindow.date > now.date ? ON_A_LATER_DAY[asked] : asked;
  const next = findDate(service, null, now, settings);
  if (!next.ok) return next;
  const { source } = buyersWindow;
  const rule = 'buyers-date-missed';
  return found(next.value, [
    ...(service === asked ? [] : [{ field: 'delivery_service', source, rule }]),
    ...next.decisions.filter(({ field }) => field !== 'delivery_date'),
    { field: 'delivery_date', source, rule },
  ]);
}

/** Keeps the buyer's date, with the service that can meet it. */
function keepDate(
  asked: DeliveryService,
  { date, times, source }: OrderWindow & { readonly date: string },
  now: LocalMoment,
  settings: ShopSettings['service'],
): MappingResult<DueDay> {
  if (isOver(times ? lastDay(date, times) : date, times?.end ?? '24:00', now)) {
    return unmet('window-past', { service: asked });
  }
  if (!isWorkingDay(date, settings)) return unmet('window-on-closed-day', { service: asked });
  const service = date === now.date ? asked : ON_A_LATER_DAY[asked];
  const tooSoon = isSameDay(service) ? isLate(settings.cutoffs[service], now) : date < nextDay(service, now, settings);
  if (tooSoon) return unmet('window-too-soon', { service });

  const rule = 'buyers-date';
  return found({ service, date }, [
    ...(service === asked ? [] : [{ field: 'delivery_service', source, rule }]),
    { field: 'delivery_date', source, rule },
  ]);
}

/** The day that results from the calendar and the cutoffs. */
function findDate(
  asked: DeliveryService,
  buyersWindow: OrderWindow | null,
  now: LocalMoment,
  settings: ShopSettings['service'],
): MappingResult<DueDay> {
  const field = 'delivery_date';
  if (!isSameDay(asked)) {
    const isAfterCutoff = isWorkingDay(now.date, settings) && isLate(settings.cutoffs[asked], now);
    const rule = isAfterCutoff ? 'after-cutoff' : 'next-working-day';
    return found({ service: asked, date: nextDay(asked, now, settings) }, [{ field, source: 'now', rule }]);
  }
  const cutoff = todaysCutoff(asked, buyersWindow, settings);
  const open = isWorkingDay(now.date, settings);
  if (open && !isLate(cutoff, now)) {
    return found({ service: asked, date: now.date }, [{ field, source: 'now', rule: 'same-day' }]);
  }
  if (settings.afterCutoff === 'ask') {
    return open
      ? unmet('after-cutoff', { service: asked, cutoff: cutoff ?? '' })
      : unmet('closed-today', { service: asked });
  }
  const service = ON_A_LATER_DAY[asked];
  const rule = open ? 'after-cutoff' : 'closed-today';
  return found({ service, date: nextDay(service, now, settings) }, [
    { field: 'delivery_service', source: 'settings.service.afterCutoff', rule },
    { field, source: 'now', rule: 'next-working-day' },
  ]);
}

/** The end of the merchant's own window is a cutoff too. */
function todaysCutoff(
  service: DeliveryService,
  buyersWindow: OrderWindow | null,
  settings: ShopSettings['service'],
): string | undefined {
  const window = takesWindow(service) && !buyersWindow?.times ? settings.windows[service] : null;
  // undefined is sorted last
  return [settings.cutoffs[service], window?.end].sort()[0];
}

function nextDay(service: DeliveryService, now: LocalMoment, settings: ShopSettings['service']): string {
  const cutoff = settings.cutoffs[service];
  const first = workingDayAfter(now.date, settings);
  const late = cutoff !== undefined && (!isWorkingDay(now.date, settings) || isLate(cutoff, now));
  return late ? workingDayAfter(first, settings) : first;
}

/** Whether the cutoff has passed. Its own minute counts as passed. */
function isLate(cutoff: string | undefined, now: LocalMoment): boolean {
  return cutoff !== undefined && cutoff <= now.clock;
}

/** The day on which a window ends: the next day when it ends after midnight. */
function lastDay(date: string, { start, end }: NonNullable<OrderWindow['times']>): string {
  return end > start ? date : DateTime.fromISO(date, { zone: 'utc' }).plus({ days: 1 }).toFormat('yyyy-MM-dd');
}

function isOver(date: string, end: string, now: LocalMoment): boolean {
  return `${date} ${end}` <= `${now.date} ${now.clock}`;
}

function unmet(code: ProblemCode, details: Problem['details']): MappingResult<never> {
  return lacking([{ code, field: code.startsWith('window') ? 'delivery_start_time' : 'delivery_service', details }]);
}
