import {
  rememberDistrict,
  rememberedDistricts,
  type DistrictRemembered,
} from '../../deliveries/merchant-actions/remember-district.ts';
import { unknownStates } from '../../deliveries/merchant-actions/state-meanings.ts';
import { retryDelivery } from '../../deliveries/merchant-actions/ask-now.ts';
import { openOrderGroups, rememberedNames, reviewGroups, statesView } from '../../pages/review/review-view.ts';
import { findShop, settingsOf } from '../../shops/shop-store.ts';
import { readerOf, type ShopContext } from '../shop-context.ts';
import { shopStanding } from '../shop-standing.ts';
import { retryOutcomes } from './retry-outcomes.ts';
import { unassignedMethods } from './unassigned-methods.ts';
import { attentionGroups, retryableOf, WAITED_HOURS } from './attention-groups.ts';
import { earlyGroups } from './early-groups.ts';
import { deliveryCalled } from '../../deliveries/delivery-store.ts';
import { orderCalled } from '../../early-warning/open-orders.ts';

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

export interface DistrictChosen {
  /** The key of what buyers wrote. */
  readonly written: string;
  readonly district: string;
  readonly version: number;
}

/** The district as it is remembered, with how many deliveries are retried; or why it is not. */
export type DistrictUsed =
  | { readonly kind: 'used'; readonly district: string; readonly count: number }
  | { readonly kind: Exclude<DistrictRemembered['kind'], 'saved'> };

export async function useDistrict(own: ShopContext, given: DistrictChosen): Promise<DistrictUsed> {
  const remembered = await rememberDistrict(own.app, { shop: own.domain, by: own.staff, ...given });
  if (remembered.kind !== 'saved') return remembered;
  const { length: count } = await startRetries(own, { code: 'district-not-served', district: given.written });
  return { kind: 'used', district: remembered.district, count };
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
