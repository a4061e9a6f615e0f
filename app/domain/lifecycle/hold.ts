/**
 * Why a delivery is held, though nothing is wrong with it. Except for `release`, it continues by itself when the reason
 * ends.
 */
export const HOLDS = [
  /** Shopify accepts no token of the app. The token is tried again, and the merchant can open the app. */
  'no-shopify-token',
  /** There is no operator token or no pickup yet. */
  'set-up',
  /** The merchant has not switched hand-over on. */
  'switched-off',
  /** The operator refuses the token. It is tried again, and the merchant can save another. */
  'account-paused',
  'uninstalled',
  /** So many deliveries were held that the merchant is asked before they are sent. */
  'release',
] as const;
export type Hold = (typeof HOLDS)[number];

/** Holds whose reason can end without the merchant doing anything. */
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

/** What holds all hand-overs of a shop; null when nothing does. */
export function holdOf(shop: ShopReadiness): Hold | null {
  if (!shop.installed) return 'uninstalled';
  if (!shop.hasOperatorToken || !shop.hasPickup) return 'set-up';
  if (!shop.handOverOn) return 'switched-off';
  return shop.accountPaused ? 'account-paused' : null;
}
