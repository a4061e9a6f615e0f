import { backfillDue } from '../deliveries/reconciliation/backfill.ts';
import { countDue } from '../deliveries/reconciliation/count-day.ts';
import { createFlowSender } from '../flow/send-triggers.ts';
import { createDispatcher } from '../deliveries/hand-over/dispatch.ts';
import { createOrderChecks } from '../early-warning/check-order.ts';
import { checkHolds } from '../deliveries/holds.ts';
import { openWebhookQueue } from '../webhooks/webhook-queue.ts';
import { webhookRounds } from '../webhooks/handle-webhooks.ts';
import { probePausedAccounts } from '../installation/probe-paused-accounts.ts';
import { createSweep, every, type Sweep } from '../scheduling/sweep.ts';
import type { ClaimLoop } from '../scheduling/claim-loop.ts';
import type { DueSweep } from './due.ts';
import { createYieldingShare } from '../scheduling/yielding.ts';
import { createComparer } from '../deliveries/reconciliation/notice-edits.ts';
import { createPublisher } from '../deliveries/write-back/publish.ts';
import { fillOrderFields } from '../deliveries/write-back/fill-order-fields.ts';
import { findForgottenOrders } from '../deliveries/write-back/order-outbox.ts';
import { createReconciler } from '../deliveries/reconciliation/reconcile.ts';
import { watchPromises } from '../deliveries/tracking/watch-promises.ts';
import { createTracker } from '../deliveries/tracking/read-delivery.ts';
import type { AppContext } from '../app-context.ts';
import { pruneDaily } from './prune.ts';

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
  const { sweeps } = pace;
  const sweep = (name: SweepName, wait: Wait, round: Round, drain?: ClaimLoop['drain']) =>
    createSweep({ name, logger, wait, round, ...(drain ? { drain } : {}) });
  const whenDue = (name: DueSweep, { round, drain }: { round: Round; drain?: ClaimLoop['drain'] }) =>
    sweep(name, (signal) => app.dueClock.due(name, signal), round, drain);
  return {
    webhooks: whenDue('webhooks', { round: webhookRounds(app) }),
    'hand-overs': whenDue('hand-overs', dispatcher),
    reads: whenDue('reads', createTracker(app, share)),
    reconciliation: whenDue('reconciliation', createReconciler(app, share)),
    'daily-counts': sweep('daily-counts', every(sweeps.dailyCountsMs), async () => (await countDue(app), false)),
    housekeeping: sweep('housekeeping', every(sweeps.housekeepingMs), () => pruneDaily(app)),
    backfills: whenDue('backfills', { round: async () => (await backfillDue(app), false) }),
    publications: whenDue('publications', createPublisher(app, share)),
    comparisons: whenDue('comparisons', createComparer(app, share)),
    'forgotten-publications': sweep('forgotten-publications', every(sweeps.forgottenPublicationsMs), () =>
      findForgotten(app),
    ),
    holds: whenDue('holds', { round: () => checkHolds(app) }),
    'paused-accounts': whenDue('paused-accounts', { round: () => probePausedAccounts(app) }),
    'promise-watch': whenDue('promise-watch', { round: () => watchPromises(app) }),
    'early-warning': whenDue('early-warning', createOrderChecks(app, share)),
    'flow-triggers': whenDue('flow-triggers', createFlowSender(app, share)),
  };
}

type Round = ClaimLoop['round'];
type Wait = Parameters<typeof createSweep>[0]['wait'];

const FORGOTTEN_AT_ONCE = 100;

async function findForgotten({ database, pace }: AppContext): Promise<boolean> {
  await fillOrderFields(database);
  const { forgottenMs: forMs } = pace.publications;
  return (await findForgottenOrders(database, { forMs, limit: FORGOTTEN_AT_ONCE })) === FORGOTTEN_AT_ONCE;
}
