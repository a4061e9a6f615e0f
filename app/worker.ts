import pLimit from 'p-limit';
import type { Logger } from './logging.ts';
import { backfillDue } from './pipeline/backfill.ts';
import { countDue } from './pipeline/count-day.ts';
import { createDispatcher } from './pipeline/dispatch.ts';
import { handleWebhooks } from './pipeline/handle-webhooks.ts';
import { keepHouse } from './pipeline/housekeeping.ts';
import { noticeEditsJob, publishJob } from './pipeline/jobs.ts';
import { createShareOfOthers } from './pipeline/precedence.ts';
import { noticeEdits } from './pipeline/notice-edits.ts';
import { publishOrder } from './pipeline/publish.ts';
import { reconcileDue } from './pipeline/reconcile.ts';
import { sweepPublications } from './pipeline/sweeps.ts';
import { createTracker } from './pipeline/track.ts';
import type { World } from './pipeline/world.ts';

export interface Worker {
  /** Ends the sweeps, and waits for what they have begun. The queue hands its jobs back when it is stopped itself. */
  stop(): Promise<void>;
}

/** Works the jobs off, and the rows that fall due. */
export async function startWorker(world: World): Promise<Worker> {
  const { logger, now } = world;
  const dispatcher = createDispatcher(world);
  const share = createShareOfOthers({ handOversUnderWay: dispatcher.underWay, now });
  const tracker = createTracker(world, share);
  const publishing = withinShare(publishJob.batches * publishJob.batchSize, share);
  await world.queue.work(publishJob, (order) => publishing(() => publishOrder(world, order)));
  await world.queue.work(noticeEditsJob, (order) => noticeEdits(world, order));
  const sweeps = [
    repeat('webhooks', logger, 250, () => handleWebhooks(world)),
    repeat('hand-over', logger, 250, dispatcher.round),
    repeat('track', logger, 1_000, tracker.round),
    repeat('reconcile', logger, 2_000, async () => (await reconcileDue(world), false)),
    repeat('daily count', logger, 5_000, async () => (await countDue(world), false)),
    repeat('housekeeping', logger, 3_600_000, () => keepHouse(world)),
    repeat('backfill', logger, 2_000, async () => (await backfillDue(world), false)),
    repeat('publications', logger, 60_000, async () => (await sweepPublications(world), false)),
  ];
  return {
    async stop() {
      await Promise.all(sweeps.map((sweep) => sweep.stop()));
      await Promise.all([dispatcher.drain(), tracker.drain()]);
    },
  };
}

/** Runs work in at most that share of the places; the rest waits for its turn. */
function withinShare(most: number, share: () => number): (work: () => Promise<void>) => Promise<void> {
  const places = pLimit(most);
  const adapt = () => (places.concurrency = Math.ceil(most * share()));
  return async (work) => {
    adapt();
    await places(work).finally(adapt);
  };
}

/** Runs `round` again and again, with a pause between, or without one when it says that there is more. */
function repeat(name: string, logger: Logger, pauseMs: number, round: () => Promise<boolean>) {
  const pause = new AbortController();
  const untilStopped = async () => {
    while (!pause.signal.aborted) {
      const hasMore = await round().catch((error: unknown) => {
        logger.error({ error, sweep: name }, 'sweep failed');
        return false;
      });
      if (!hasMore) await waitFor(pauseMs, pause.signal);
    }
  };
  const running = untilStopped();
  return {
    async stop() {
      pause.abort();
      await running;
    },
  };
}

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
