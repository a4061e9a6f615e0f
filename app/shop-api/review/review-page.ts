import { rememberDistrict, type DistrictRemembered } from '../../deliveries/merchant-actions/remember-district.ts';
import { retryDelivery } from '../../deliveries/merchant-actions/retry.ts';
import { reviewGroups, type ReviewGroup } from '../../pages/review/review-view.ts';
import type { ShopStanding } from '../../pages/shell/shop-banner.tsx';
import { findShop } from '../../shops/shop-store.ts';
import type { OwnShop } from '../own-shop.ts';
import { shopStanding } from '../shop-standing.ts';
import { attentionGroups, retryableOf } from './attention-groups.ts';

export interface ReviewPage {
  readonly standing: ShopStanding;
  /** The version of the settings, which is needed to remember a district. */
  readonly version: number;
  readonly groups: readonly ReviewGroup[];
  /** Whether there are smaller groups that are not shown. */
  readonly areMore: boolean;
}

/** The number of deliveries of each group that are named; the list has them all. */
const NAMED = 10;
/**
 * The largest number of deliveries that one press retries. More would keep the page waiting, and the button can be
 * pressed again.
 */
const MOST_RETRIED = 1_000;

export async function reviewPage(own: OwnShop): Promise<ReviewPage> {
  const [shop, { groups, areMore }] = await Promise.all([
    findShop(own.database, own.domain),
    attentionGroups(own, { newest: NAMED }),
  ]);
  return {
    standing: shopStanding(shop),
    version: shop?.settingsVersion ?? 0,
    groups: reviewGroups(groups, own),
    areMore,
  };
}

/**
 * Retries the deliveries of a group, oldest first.
 *
 * @returns how many
 */
export async function retryGroup(
  own: OwnShop,
  { code, district }: { code: string | null; district: string | null },
): Promise<number> {
  let count = 0;
  for (const deliveryId of await retryableOf(own, { code, district, most: MOST_RETRIED })) {
    if (await retryDelivery(own.app, { shop: own.domain, deliveryId })) count += 1;
  }
  return count;
}

export async function rememberDistrictOf(
  own: OwnShop,
  given: { written: string; district: string; version: number },
): Promise<DistrictRemembered> {
  return rememberDistrict(own.app, { shop: own.domain, ...given });
}
