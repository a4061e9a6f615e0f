import { settingsOf, shopHold, type ShopWithAccount } from '../persistence/shops.ts';
import type { ShopStanding } from '../web/shop-banner.tsx';

/** What holds back every hand-over of the shop, as its pages say it. */
export function shopStanding(shop: ShopWithAccount | null): ShopStanding {
  if (!shop) return { hold: 'set-up', hasToken: false, hasPickup: false };
  const { default: point, locations } = settingsOf(shop).pickup;
  return {
    hold: shopHold(shop),
    hasToken: shop.operatorAccount !== null,
    hasPickup: point !== null || Object.values(locations).some((location) => location.point !== null),
  };
}
