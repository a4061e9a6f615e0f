import { DateTime } from 'luxon';
import { dayOf, zoneOfDays } from '../../domain/lifecycle/daily-count.ts';
import { ORDER_LISTS, orderListQuery } from '../../domain/order-data/order-lists.ts';
import { deliveriesToFill } from '../../deliveries/write-back/fill-order-fields.ts';
import type { OrderListsView } from '../../pages/help/order-lists-card.tsx';
import { appOfInstallation } from '../../shopify/admin-api/operations.ts';
import { unlessUnasked, type ShopContext } from '../shop-context.ts';

/** More than that are not counted one by one. */
const COUNTED = 10_000;

/** Shopify's lists of orders by the fields of their deliveries, as links that open them in the admin. */
export async function orderLists({ app, database, adminApi, domain: shop }: ShopContext): Promise<OrderListsView> {
  const toFill = await deliveriesToFill(database, { shop, limit: COUNTED });
  const [answer, row] = await Promise.all([
    unlessUnasked(adminApi.request(shop, appOfInstallation, {})),
    database.shop.findUnique({ where: { domain: shop }, select: { timeZone: true } }),
  ]);
  if (!answer) return { lists: null, toFill };
  const { id } = answer.currentAppInstallation.app;
  const namespace = `app--${id.slice(id.lastIndexOf('/') + 1)}`;
  const today = dayOf(app.now(), zoneOfDays(row?.timeZone ?? null));
  const yesterday = DateTime.fromISO(today).minus({ days: 1 }).toFormat('yyyy-MM-dd');
  const lists = ORDER_LISTS.map((list) => {
    const query = encodeURIComponent(orderListQuery(list, { namespace, yesterday }));
    return { list, url: `shopify://admin/orders?query=${query}` };
  });
  return { lists, toFill };
}
