import type { ShopifyGlobal } from '@shopify/app-bridge-types';

/** App Bridge, as the script in the head of the document sets it up; absent when that did not load, and on the server. */
export function appBridge(): ShopifyGlobal | undefined {
  return 'shopify' in globalThis ? globalThis.shopify : undefined;
}

/** Confirms an action that succeeded. A failure is a notice on the page, because a toast vanishes. */
export function showToast(message: string): void {
  appBridge()?.toast.show(message);
}

/** For the elements that App Bridge changes as soon as they are in the document, before React hydrates them. */
export const CHANGED_BY_APP_BRIDGE = { suppressHydrationWarning: true };
