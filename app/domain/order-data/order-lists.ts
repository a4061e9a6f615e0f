import type { DeliveryStatus, ORDER_FIELDS } from './order-fields.ts';

export const ORDER_LISTS = ['late', 'needs-attention', 'failed-yesterday'] as const;
/** A list of orders in Shopify that merchants save as a view. */
export type OrderList = (typeof ORDER_LISTS)[number];

type Field = (typeof ORDER_FIELDS)[number]['key'];
const status: Readonly<Record<'delivered' | 'failed' | 'notDelivered', DeliveryStatus>> = {
  delivered: 'delivered',
  failed: 'attempt-failed',
  notDelivered: 'not-delivered',
};

/**
 * What Shopify's search of orders takes for a list.
 *
 * @param given.namespace of the app's metafields, as Shopify names it to the merchant
 * @param given.yesterday `YYYY-MM-DD` in the shop's time zone
 */
export function orderListQuery(
  list: OrderList,
  { namespace, yesterday }: { readonly namespace: string; readonly yesterday: string },
): string {
  const is = (field: Field, value: string) => `metafields.${namespace}.${field}:"${value}"`;
  switch (list) {
    case 'late':
      return `${is('on_time', 'false')} AND NOT ${is('delivery_status', status.delivered)}`;
    case 'needs-attention':
      return is('needs_person', 'true');
    case 'failed-yesterday': {
      const failed = [status.failed, status.notDelivered].map((each) => is('delivery_status', each));
      return `${is('promised_day', yesterday)} AND (${failed.join(' OR ')})`;
    }
  }
}
