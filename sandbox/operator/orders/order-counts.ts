import type { HeldOrder } from './order-store.ts';
import type { LoggedRequest, OrderCount } from '../sandbox-operator.ts';

/**
 * How often each number was posted, and how many orders the operator has of it. Posts that name no number are not
 * counted.
 */
export function countOrders(
  requests: readonly LoggedRequest[],
  registered: readonly HeldOrder[],
  pending: readonly HeldOrder[],
): OrderCount[] {
  const counts = new Map<string, OrderCount>();
  const add = (account: string | null, orderNumber: string, what: 'posts' | 'orders' | 'pending') => {
    const key = JSON.stringify([account, orderNumber]);
    const count = counts.get(key) ?? { account, orderNumber, posts: 0, orders: 0, pending: 0 };
    counts.set(key, { ...count, [what]: count[what] + 1 });
  };
  for (const { verb, account, orderNumber } of requests) {
    if (verb === 'create' && orderNumber !== null) add(account, orderNumber, 'posts');
  }
  for (const { account, orderNumber } of registered) add(account, orderNumber, 'orders');
  for (const { account, orderNumber } of pending) add(account, orderNumber, 'pending');
  return [...counts.values()];
}
