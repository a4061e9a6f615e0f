import { useEffect } from 'react';
import { useRequest } from '../../shell/use-request.ts';
import { DESK_ROWS, type DeskOrders } from './desk-orders.ts';
import type { ReviewGroup } from '../review-view.ts';

export const DESK_ORDERS = '/app/review/orders';

/** The customers of the orders that are shown, asked of Shopify once the page is there, and again when others are shown. */
export function useDeskOrders(groups: readonly ReviewGroup[]) {
  const { ask, body, failure } = useRequest<DeskOrders>(DESK_ORDERS, 'customers');
  const rows = groups.flatMap(({ code, named }) => named.map(({ orderId }) => ({ orderId, code }))).slice(0, DESK_ROWS);
  const shown = JSON.stringify(rows);
  useEffect(() => {
    if (rows.length > 0) void ask({ rows });
  }, [shown]);
  return { customers: body?.customers ?? {}, isFailed: failure !== null || body?.customers === null };
}
