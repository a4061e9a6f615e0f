import { overdueOrders } from './publications.ts';
import { publishJob } from '../../scheduling/jobs.ts';
import type { AppContext } from '../../app-context.ts';

const LIMIT = 100;

/** Queues a job for each order whose publications have been open for too long. */
export async function sweepPublications(app: AppContext): Promise<number> {
  const before = new Date(app.now().getTime() - app.pace.publications.overdueMs);
  const orders = await overdueOrders(app.database, { before, limit: LIMIT });
  for (const order of orders) await app.queue.send(app.database, publishJob, order, { key: order.orderId });
  return orders.length;
}
