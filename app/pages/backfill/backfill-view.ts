import type { Backfill } from '@prisma/client';
import { z } from 'zod';
import type { Locale } from '../../texts/locale.ts';
import type { BackfillDryRun } from '../../deliveries/reconciliation/backfill.ts';
import type { Asker } from '../../extension-api/explain.ts';
import { planView } from '../../extension-api/plan-view.ts';
import type { PlanView } from '../../extension-api/extension-answers.ts';
import type { BackfillOutcome } from '../../deliveries/reconciliation/backfills.ts';
import type { Phase } from '../../domain/lifecycle/delivery-phase.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import { describeSkip } from '../../texts/describe-problem.ts';
import { storedDelivery } from '../../extension-api/stored-delivery.ts';
import { printPromise } from '../../extension-api/printed-times.ts';

/** What a backfill would do with one fulfillment. */
export interface BackfillRow {
  readonly fulfillmentId: string;
  readonly orderName: string;
  readonly name: string;
  /** The page of the delivery that the fulfillment already has; null when it has none. */
  readonly deliveryUrl: string | null;
  readonly plan: PlanView | null;
  /** The day it would be promised for, printed. */
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

/** The possible results for a fulfillment that a backfill found. */
export type CountName = 'known' | 'handedOver' | 'waiting' | 'attention' | 'skipped' | 'cancelled';

/** The backfill that is running, or the last one. */
export interface BackfillProgress {
  readonly state: 'running' | 'paused' | 'stopped' | 'done';
  readonly ordersRead: number;
  /** Fulfillments found in the range of days. The counts below add up to it. */
  readonly found: number;
  readonly counts: Readonly<Record<CountName, number>>;
  /** Why some are not sent, the most frequent reason first. */
  readonly reasons: readonly { readonly sentence: string; readonly count: number }[];
  /** How far the backfill is in its range of days, 0 to 100. */
  readonly percent: number;
  /** The first and last day, printed. */
  readonly from: string;
  readonly to: string;
}

type StoredBackfill = Pick<
  Backfill,
  'state' | 'pausedAt' | 'ordersRead' | 'opened' | 'known' | 'from' | 'before' | 'reachedAt'
>;

const storedOutcome = z.object({
  phase: storedDelivery.shape.phase,
  skipReason: storedDelivery.shape.skipReason,
});
const storedState = z.enum(['running', 'stopped', 'done']).catch('stopped');

const COUNT_OF_PHASE: Readonly<Record<Phase, CountName>> = {
  waiting: 'waiting',
  'handing-over': 'waiting',
  'in-delivery': 'handedOver',
  delivered: 'handedOver',
  failed: 'handedOver',
  'needs-attention': 'attention',
  skipped: 'skipped',
  cancelled: 'cancelled',
};

/** @param timeZone IANA name of the zone in which the days of the span begin and end */
export function backfillProgress(
  backfill: StoredBackfill,
  outcomes: readonly BackfillOutcome[],
  { locale, timeZone, now }: { locale: Locale; timeZone: string | null; now: Date },
): BackfillProgress {
  const { from, before, reachedAt, ordersRead, opened, known, pausedAt } = backfill;
  const stored = storedState.parse(backfill.state);
  const state = stored === 'running' && pausedAt ? 'paused' : stored;
  const print = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: timeZone ?? 'UTC' });
  const end = Math.min(before.getTime(), now.getTime());
  const part = reachedAt ? (reachedAt.getTime() - from.getTime()) / Math.max(1, end - from.getTime()) : 0;
  const reasons = new Map<string, number>();
  const counts = { known, handedOver: 0, waiting: 0, attention: 0, skipped: 0, cancelled: 0 };
  let counted = 0;
  for (const { phase, skipReason, count } of outcomes) {
    const { data } = storedOutcome.safeParse({ phase, skipReason });
    if (!data) continue;
    counts[COUNT_OF_PHASE[data.phase]] += count;
    counted += count;
    if (data.phase !== 'skipped') continue;
    const { sentence } = data.skipReason
      ? describeSkip(data.skipReason, locale)
      : textsIn(locale).deliveries.unknownSkip;
    reasons.set(sentence, (reasons.get(sentence) ?? 0) + count);
  }
  // deliveries opened before they recorded their backfill are counted as handed over
  counts.handedOver += Math.max(0, opened - counted);
  return {
    state,
    ordersRead,
    found: opened + known,
    counts,
    reasons: [...reasons].map(([sentence, count]) => ({ sentence, count })),
    percent: state === 'done' ? 100 : Math.round(Math.min(0.99, Math.max(0, part)) * 100),
    from: print.format(from),
    to: print.format(new Date(before.getTime() - 1)),
  };
}
