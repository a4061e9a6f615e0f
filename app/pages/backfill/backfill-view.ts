import { z } from 'zod';
import type { Locale } from '../../texts/locale.ts';
import type { BackfillDryRun } from '../../deliveries/reconciliation/backfill.ts';
import type { Asker } from '../../extension-api/explain.ts';
import { planView } from '../../extension-api/plan-view.ts';
import type { PlanView } from '../../extension-api/extension-answers.ts';
import { printPromise } from '../delivery-state/printed-times.ts';

/** What a backfill would do with one fulfillment. */
export interface BackfillRow {
  readonly fulfillmentId: string;
  readonly orderName: string;
  readonly name: string;
  /** Of the delivery that it has already. */
  readonly deliveryUrl: string | null;
  readonly plan: PlanView | null;
  /** Printed: the day it would be promised for. */
  readonly promise: string | null;
}

export function backfillRows(dryRuns: readonly BackfillDryRun[], asker: Asker): BackfillRow[] {
  return dryRuns.map(({ fulfillmentId, orderId, orderName, name, deliveryId, dryRun }) => {
    const plan = dryRun && planView(dryRun, orderId, asker);
    const promised = plan?.kind === 'hand-over' ? plan.promise : null;
    return {
      fulfillmentId,
      orderName,
      name,
      plan,
      deliveryUrl: deliveryId && `/app/deliveries/${deliveryId}`,
      promise: promised && printPromise({ ...promised, promisedDate: promised.date }, asker.locale),
    };
  });
}

/** A backfill that runs, or the last one. */
export interface BackfillProgress {
  readonly state: 'running' | 'stopped' | 'done';
  readonly ordersRead: number;
  readonly opened: number;
  readonly known: number;
  /** 0..100: how far in its span it is. */
  readonly percent: number;
  /** Printed days. */
  readonly from: string;
  readonly to: string;
}

interface StoredBackfill {
  readonly state: string;
  readonly ordersRead: number;
  readonly opened: number;
  readonly known: number;
  readonly from: Date;
  readonly before: Date;
  readonly reachedAt: Date | null;
}

const storedState = z.enum(['running', 'stopped', 'done']).catch('stopped');

/** @param timeZone IANA name of the zone in which the days of the span begin and end */
export function backfillProgress(
  backfill: StoredBackfill,
  { locale, timeZone, now }: { locale: Locale; timeZone: string | null; now: Date },
): BackfillProgress {
  const { from, before, reachedAt, ordersRead, opened, known } = backfill;
  const state = storedState.parse(backfill.state);
  const print = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: timeZone ?? 'UTC' });
  const end = Math.min(before.getTime(), now.getTime());
  const part = reachedAt ? (reachedAt.getTime() - from.getTime()) / Math.max(1, end - from.getTime()) : 0;
  return {
    state,
    ordersRead,
    opened,
    known,
    percent: state === 'done' ? 100 : Math.round(Math.min(0.99, Math.max(0, part)) * 100),
    from: print.format(from),
    to: print.format(new Date(before.getTime() - 1)),
  };
}
