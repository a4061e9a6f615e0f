import { overdueOrders } from '../persistence/publications.ts';
import { publishJob } from './jobs.ts';
import type { World } from './world.ts';

const PUBLICATION_OVERDUE_MS = 15 * 60_000;
const LIMIT = 100;

/** Finds orders whose outbox has stood still, and gives each a job. */
export async function sweepPublications(world: World): Promise<number> {
  const before = new Date(world.now().getTime() - PUBLICATION_OVERDUE_MS);
  const orders = await overdueOrders(world.database, { before, limit: LIMIT });
  for (const order of orders) await world.queue.send(world.database, publishJob, order, { key: order.orderId });
  return orders.length;
}
