import { readSlice } from '../../domain/scorecard/slice.ts';
import { shopCountry } from '../../domain/settings/shop-country.ts';
import { deliveryList, PAGE_SIZE } from '../../pages/deliveries/delivery-list-view.ts';
import {
  isSearch,
  NO_ORDERS,
  queryText,
  type DeliveryQuery,
  type ListTab,
} from '../../pages/deliveries/delivery-query.ts';
import { readDeliveryQuery, type PagePosition } from '../../pages/deliveries/read-delivery-query.ts';
import { changeSavedView, savedViewsOf, type ViewChange, type ViewChanged } from '../../shops/saved-views.ts';
import { readShopAccess } from '../../shops/shop-access.ts';
import { findShop } from '../../shops/shop-store.ts';
import type { AnsweredClient } from '../answered-client.ts';
import { spanOfDay, zoneOfDays } from '../../domain/lifecycle/daily-count.ts';
import { readerOf, type ShopContext, shopStanding } from '../shop-context.ts';
import { deliveriesCsv } from './deliveries-csv.ts';
import { countHeldForRelease, countInTab, countNotSent, listDeliveries, pickupsOf } from './delivery-list.ts';
import type { DeliveryFilter } from './delivery-statements.ts';

const COUNTED_LIMIT = 100;
const PICKUP_LIMIT = 50;

export async function deliveryListPage(own: ShopContext, asked: DeliveryQuery, position: PagePosition) {
  const { domain, database, app } = own;
  const [shop, saved, attention, pickups, heldForRelease, notSent] = await Promise.all([
    findShop(database, domain),
    savedViewsOf(database, domain),
    countInTab(own, { tab: 'attention', limit: COUNTED_LIMIT }),
    pickupsOf(own, { limit: PICKUP_LIMIT }),
    countHeldForRelease(own),
    countNotSent(own),
  ]);
  const timeZone = shop?.timeZone ?? null;
  const views = saved.map(({ query, ...view }) => ({ ...view, query: readDeliveryQuery(new URLSearchParams(query)) }));
  const isView = views.some(({ id }) => id === asked.view);
  // who searches for a delivery does not know where it stands
  const tab: ListTab = isSearch(asked) ? 'all' : (asked.tab ?? (attention > 0 ? 'attention' : 'all'));
  const page = await listDeliveries(own, {
    size: PAGE_SIZE,
    ordering: asked.ordering,
    filter: deliveryFilter(asked, tab, timeZone),
    position,
  });
  const isEmptyShop =
    page.deliveries.length === 0 && !(await database.delivery.findFirst({ where: { shopDomain: domain } }));
  const standing = shopStanding(shop);
  return {
    operatorName: app.environment.OPERATOR_NAME,
    standing,
    access: await readShopAccess(app, shop),
    asked: isView ? asked : { ...asked, view: null },
    /** The tab that is shown: the one that was asked for, or the one that was chosen. */
    tab,
    pickups,
    views,
    /** Whether the shop has no delivery at all. */
    isEmptyShop,
    /** How many were left unsent by a person in the last day. */
    notSent,
    heldForRelease,
    /** How many need attention, as it is printed; empty for none. */
    attention: attention === 0 ? '' : attention < COUNTED_LIMIT ? String(attention) : `${COUNTED_LIMIT - 1}+`,
    list: deliveryList(
      page,
      { ...readerOf(own, shop), shopHold: standing.hold },
      asked.ordering === 'newest' || asked.ordering === 'oldest' ? null : { skip: position.skip ?? 0 },
    ),
  };
}

/** @param timeZone IANA name of the zone in which the days of the query begin and end */
function deliveryFilter(asked: DeliveryQuery, tab: ListTab, timeZone: string | null): DeliveryFilter {
  const { orders, counted, from, to, ...same } = asked;
  const zone = zoneOfDays(timeZone);
  return {
    ...same,
    tab: tab === 'all' ? null : tab,
    orderIds: orders === null ? null : orders === NO_ORDERS ? [] : orders.split(',').map(toGid),
    slice: counted === null ? null : readSlice(counted),
    from: from === null ? null : spanOfDay(from, zone).from,
    before: to === null ? null : spanOfDay(to, zone).before,
  };
}

const toGid = (number: string) => `gid://shopify/Order/${number}`;

/** Makes, renames, changes or removes a saved view. Its query is kept as far as the list can read it. */
export async function changeViewOf({ app, database, domain }: ShopContext, given: ViewChange): Promise<ViewChanged> {
  const change =
    'query' in given ? { ...given, query: queryText(readDeliveryQuery(new URLSearchParams(given.query))) } : given;
  return changeSavedView(database, { shop: domain, now: app.now(), change });
}

/** All deliveries of a query, as CSV. */
export async function exportDeliveries(
  own: ShopContext,
  asked: DeliveryQuery,
  { codes, client }: { codes: boolean; client: AnsweredClient },
): Promise<ReadableStream> {
  const shop = await findShop(own.database, own.domain);
  const timeZone = shop?.timeZone ?? null;
  const filter = deliveryFilter(asked, asked.tab ?? 'all', timeZone);
  const country = shopCountry(shop?.currency);
  return deliveriesCsv(own, { filter, timeZone, client, country, locale: codes ? null : own.locale });
}
