import { rememberDistrict, rememberedDistricts } from '../../deliveries/merchant-actions/remember-district.ts';
import { unknownStates } from '../../deliveries/merchant-actions/state-meanings.ts';
import { retryDelivery } from '../../deliveries/merchant-actions/ask-now.ts';
import {
  openOrderGroups,
  rememberedNames,
  reviewGroups,
  statesView,
  type UnassignedMethods,
} from '../../pages/review/review-view.ts';
import { findShop, settingsOf } from '../../shops/shop-store.ts';
import { readerOf, type ShopContext, type ShopRows, shopStanding } from '../shop-context.ts';
import { retryOutcomes } from './retry-outcomes.ts';
import { attentionGroups, retryableOf, WAITED_HOURS, earlyGroups } from './review-groups.ts';
import { deliveryCalled } from '../../deliveries/delivery-store.ts';
import { orderCalled } from '../../early-warning/open-orders.ts';
import { METHOD_WITHOUT_SERVICE } from '../../domain/planning/delivery-plan.ts';
import type { ShopSettings } from '../../domain/settings/shop-settings.ts';

/** The number of deliveries of each group that are named; the list has them all. */
const NAMED = 10;
/**
 * The largest number of deliveries that one press retries. More would keep the page waiting, and the button can be
 * pressed again.
 */
const RETRIED_LIMIT = 1_000;
/** Of how many retried deliveries the page tells the end. */
const TOLD_LIMIT = 25;

export async function reviewPage(own: ShopContext) {
  const now = own.app.now();
  const [shop, attention, ahead, names, states] = await Promise.all([
    findShop(own.database, own.domain),
    attentionGroups(own, { named: NAMED, now }),
    earlyGroups(own, { named: NAMED, now }),
    rememberedDistricts(own.app, own.domain),
    unknownStates(own.app, own.domain),
  ]);
  const methods = shop && (await unassignedMethods(own, settingsOf(shop)));
  const reader = readerOf(own, shop);
  const asker = { ...reader, districtSources: shop ? settingsOf(shop).mapping.districtSources : [] };
  const groups = [...reviewGroups(attention.groups, asker), ...openOrderGroups(ahead.groups, asker)];
  return {
    standing: shopStanding(shop),
    /** Of the settings, which is needed to remember a district. */
    version: shop?.settingsVersion ?? 0,
    /** Of deliveries, and after them of orders that are not fulfilled yet. */
    groups,
    /** Whether there are less urgent groups that are not shown. */
    areMore: attention.areMore || ahead.areMore,
    /** The operator's districts to choose from; null when nobody knows them, and empty when none is to be chosen. */
    served: groups.some(({ district }) => district !== null) ? own.app.servedDistricts : [],
    names: rememberedNames(names, reader),
    /** What the operator reports and its profile does not name. */
    states: statesView(states, reader),
    /** Null when the shipping method of every delivery has a service. */
    methods,
  };
}

/**
 * Retries the deliveries of a group, oldest first.
 *
 * @returns how many, and how the first of them ended
 */
export async function retryGroup(own: ShopContext, group: { code: string | null; district: string | null }) {
  const ids = await startRetries(own, group);
  own.app.dueClock.wake();
  return { count: ids.length, outcomes: await retryOutcomes(own, { ids: ids.slice(0, TOLD_LIMIT), code: group.code }) };
}

async function startRetries(
  own: ShopContext,
  group: { code: string | null; district: string | null },
): Promise<string[]> {
  const started: string[] = [];
  for (const deliveryId of await retryableOf(own, { ...group, limit: RETRIED_LIMIT })) {
    if (await retryDelivery(own.app, { shop: own.domain, deliveryId })) started.push(deliveryId);
  }
  return started;
}

/**
 * Remembers a district, and retries the deliveries that it was missing for.
 *
 * @param given.written the key of what buyers wrote
 * @returns the district as it is remembered, with how many deliveries are retried; or why it is not
 */
export async function useDistrict(own: ShopContext, given: { written: string; district: string; version: number }) {
  const remembered = await rememberDistrict(own.app, { shop: own.domain, by: own.staff, ...given });
  if (remembered.kind !== 'saved') return remembered;
  const { length: count } = await startRetries(own, { code: 'district-not-served', district: given.written });
  return { kind: 'used' as const, district: remembered.district, count };
}

/**
 * Whoever can answer about it was called: the desk shows it last for some hours.
 *
 * @param id of a delivery, or the gid of an open order
 * @param isWaiting false ends the wait
 */
export async function noteCall({ domain, database, app }: ShopContext, id: string, isWaiting: boolean): Promise<void> {
  const until = isWaiting ? new Date(app.now().getTime() + WAITED_HOURS * 3_600_000) : null;
  if (id.startsWith('gid:')) await orderCalled(database, { shop: domain, orderId: id, until });
  else await deliveryCalled(database, { shop: domain, deliveryId: id, until });
}

/** No index has the decisions, so only the newest deliveries are searched. */
const LOOKED_THROUGH = 500;

/** Null when no shipping method has a service, so that none is missing, or when no delivery lacks one. */
export async function unassignedMethods(
  { domain, database }: ShopRows,
  { service }: Pick<ShopSettings, 'service'>,
): Promise<UnassignedMethods | null> {
  const assigned = Object.keys(service.methods);
  if (assigned.length === 0) return null;
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT "decisions" FROM "Delivery" WHERE "shopDomain" = ${domain}
      ORDER BY "createdAt" DESC, "id" LIMIT ${LOOKED_THROUGH}
    ) AS "newest" WHERE "decisions" @> ${JSON.stringify([METHOD_WITHOUT_SERVICE])}::jsonb`;
  const count = row?.count ?? 0;
  if (count === 0) return null;
  return { count, named: [...assigned, ...service.rules.flatMap(({ when }) => when.shippingMethods ?? [])] };
}
