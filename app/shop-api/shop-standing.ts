import { hasPickup } from '../domain/settings/shop-settings.ts';
import type { ShopStanding } from '../pages/shell/banners/shop-banners.tsx';
import { settingsOf, shopHold, type ShopWithAccount } from '../shops/shop-store.ts';

/** What holds all hand-overs of the shop, as its pages say it. */
export function shopStanding(shop: ShopWithAccount | null): ShopStanding {
  if (!shop) return { hold: 'set-up', hasToken: false, hasPickup: false };
  return {
    hold: shopHold(shop),
    hasToken: shop.operatorAccount !== null,
    hasPickup: hasPickup(settingsOf(shop)),
  };
}
