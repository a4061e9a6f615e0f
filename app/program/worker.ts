import { backfillDue } from '../deliveries/reconciliation/backfill.ts';
import { countDue } from '../deliveries/reconciliation/count-day.ts';
import { createFlowSender } from '../flow/send-triggers.ts';
import { createDispatcher } from '../deliveries/hand-over/dispatch.ts';
import { createLookOut } from '../early-warning/look-out.ts';
import { lookAtHolds } from '../deliveries/look-at-holds.ts';
import { openWebhookQueue } from '../webhooks/webhook-queue.ts';
import { webhookRounds } from '../webhooks/handle-webhooks.ts';
import { probePausedAccounts } from '../shops/probe-paused-accounts.ts';
import { pruneDaily } from '../scheduling/housekeeping.ts';
import { createSweep, type Sweep } from '../scheduling/sweep.ts';
import { createYieldingShare } from '../scheduling/yield-to-hand-overs.ts';
import { createComparer } from '../deliveries/reconciliation/compare-orders.ts';
import { createPublisher } from '../deliveries/write-back/publish.ts';
import { findForgottenOrders } from '../deliveries/write-back/order-outbox.ts';
import { createReconciler } from '../deliveries/reconciliation/reconcile.ts';
import { watchPromises } from '../deliveries/tracking/watch-promises.ts';
import { createTracker } from '../deliveries/tracking/tracker.ts';
import type { AppContext } from '../app-context.ts';

/** In the order in which they start. */
const SWEEP_NAMES = [
  'webhooks',
  'hand-overs',
  'reads',
  'reconciliation',
  'daily-counts',
  'housekeeping',
  'backfills',
  'publications',
  'comparisons',
  'forgotten-publications',
  'holds',
  'paused-accounts',
  'promise-watch',
  'early-warning',
  'flow-triggers',
] as const;
export type SweepName = (typeof SWEEP_NAMES)[number];

export interface Worker {
  /** Each sweep can be stopped, stepped and started by itself. */
  readonly sweeps: Readonly<Record<SweepName, Sweep>>;
  /** Ends the sweeps, and waits for what they have begun. */
  stop(): Promise<void>;
}

/**
 * Works on rows that become due.
 *
 * @param options.work `by-hand`: nothing happens by itself, and the caller takes the sweeps step by step
 */
export async function startWorker(
  app: AppContext,
  { work = 'by-itself' }: { work?: 'by-itself' | 'by-hand' } = {},
): Promise<Worker> {
  const sweeps = createSweeps(app);
  const queue = work === 'by-itself' ? await openWebhookQueue(app) : null;
  if (work === 'by-itself') {
    for (const name of SWEEP_NAMES) sweeps[name].start();
    queue?.start();
  }
  return {
    sweeps,
    async stop() {
      await queue?.stop();
      await Promise.all(SWEEP_NAMES.map((name) => sweeps[name].stop()));
    },
  };
}

function createSweeps(app: AppContext): Record<SweepName, Sweep> {
  const { logger, now, pace } = app;
  const dispatcher = createDispatcher(app);
  const share = createYieldingShare({ handOversUnderWay: dispatcher.underWay, pace: pace.yielding, now });
  const publisher = createPublisher(app, share);
  const comparer = createComparer(app, share);
  const tracker = createTracker(app, share);
  const reconciler = createReconciler(app, share);
  const lookOut = createLookOut(app, share);
  const flowSender = createFlowSender(app, share);
  const sweep = (name: SweepName, pauseMs: number, round: () => Promise<boolean>, drain?: () => Promise<void>) =>
    createSweep({ name, logger, pauseMs, onBusyMachine: pace.onBusyMachine, round, ...(drain ? { drain } : {}) });
  const { sweeps } = pace;
  return {
    webhooks: sweep('webhooks', sweeps.webhooksMs, webhookRounds(app)),
    'hand-overs': sweep('hand-overs', sweeps.handOversMs, dispatcher.round, dispatcher.drain),
    reads: sweep('reads', sweeps.readsMs, tracker.round, tracker.drain),
    reconciliation: sweep('reconciliation', sweeps.reconciliationMs, reconciler.round, reconciler.drain),
    'daily-counts': sweep('daily-counts', sweeps.dailyCountsMs, async () => (await countDue(app), false)),
    housekeeping: sweep('housekeeping', sweeps.housekeepingMs, () => pruneDaily(app)),
    backfills: sweep('backfills', sweeps.backfillsMs, async () => (await backfillDue(app), false)),
    holds: sweep('holds', sweeps.holdsMs, () => lookAtHolds(app)),
    'paused-accounts': sweep('paused-accounts', sweeps.pausedAccountsMs, () => probePausedAccounts(app)),
    'promise-watch': sweep('promise-watch', sweeps.promiseWatchMs, () => watchPromises(app)),
    'early-warning': sweep('early-warning', sweeps.earlyWarningMs, lookOut.round, lookOut.drain),
    'flow-triggers': sweep('flow-triggers', sweeps.flowTriggersMs, flowSender.round, flowSender.drain),
    publications: sweep('publications', sweeps.publicationsMs, publisher.round, publisher.drain),
    comparisons: sweep('comparisons', sweeps.comparisonsMs, comparer.round, comparer.drain),
    'forgotten-publications': sweep('forgotten-publications', sweeps.forgottenPublicationsMs, () => findForgotten(app)),
  };
}

const FORGOTTEN_AT_ONCE = 100;

async function findForgotten({ database, pace }: AppContext): Promise<boolean> {
  const { forgottenMs: forMs } = pace.publications;
  return (await findForgottenOrders(database, { forMs, limit: FORGOTTEN_AT_ONCE })) === FORGOTTEN_AT_ONCE;
}
