import { sweepOverdueHandOvers } from '../persistence/deliveries.ts';
import { overdueOrders } from '../persistence/publications.ts';
import { handOverJob, publishJob } from './jobs.ts';
import type { World } from './world.ts';

const OVERDUE_MS = 15_000;
const PUBLICATION_OVERDUE_MS = 15 * 60_000;
const LIMIT = 100;

/** Finds hand-overs whose job was lost, or whose process was killed in the middle of a step, and gives each a job. */
export async function sweepHandOvers(world: World): Promise<number> {
  const given = { now: world.now(), overdueMs: OVERDUE_MS, limit: LIMIT };
  const ids = await sweepOverdueHandOvers(world.database, given);
  for (const deliveryId of ids) await world.queue.send(world.database, handOverJob, { deliveryId });
  if (ids.length > 0) world.logger.info({ count: ids.length }, 'overdue hand-overs taken up again');
  return ids.length;
}

/** Finds orders whose outbox has stood still, and gives each a job. */
export async function sweepPublications(world: World): Promise<number> {
  const before = new Date(world.now().getTime() - PUBLICATION_OVERDUE_MS);
  const orders = await overdueOrders(world.database, { before, limit: LIMIT });
  for (const order of orders) await world.queue.send(world.database, publishJob, order, { key: order.orderId });
  return orders.length;
}
