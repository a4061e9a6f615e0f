/** Why a delivery is held back: nothing is wrong with it. But for `release`, it goes on by itself when the reason ends. */
export const HOLDS = [
  /** Shopify takes no token of the app's: it is asked again, and the merchant can open the app. */
  'no-shopify-token',
  /** There is no operator token or no pickup yet. */
  'set-up',
  /** The merchant has not switched hand-over on. */
  'switched-off',
  /** The operator refuses the token: it is asked again, and the merchant can save another. */
  'account-paused',
  'uninstalled',
  /** So many were held back that the merchant is asked before they go. */
  'release',
] as const;
export type Hold = (typeof HOLDS)[number];

/** Holds whose reason can go without anything the merchant does. */
export const PASSING_HOLDS = ['no-shopify-token', 'account-paused'] as const satisfies Hold[];

/** As many held deliveries go without asking; the parcels of more may long have left by another way. */
export const HANDFUL = 5;

export interface ShopReadiness {
  readonly installed: boolean;
  readonly handOverOn: boolean;
  readonly hasOperatorToken: boolean;
  readonly hasPickup: boolean;
  readonly accountPaused: boolean;
}

/** What holds back every hand-over of a shop; null when nothing does. */
export function holdOf(shop: ShopReadiness): Hold | null {
  if (!shop.installed) return 'uninstalled';
  if (!shop.hasOperatorToken || !shop.hasPickup) return 'set-up';
  if (!shop.handOverOn) return 'switched-off';
  return shop.accountPaused ? 'account-paused' : null;
}
