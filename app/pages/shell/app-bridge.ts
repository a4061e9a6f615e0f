import type { ShopifyGlobal } from '@shopify/app-bridge-types';

/** App Bridge, as the script in the head of the document sets it up; absent when that did not load, and on the server. */
export function appBridge(): ShopifyGlobal | undefined {
  return 'shopify' in globalThis ? globalThis.shopify : undefined;
}

export function showToast(message: string, { isError = false } = {}): void {
  appBridge()?.toast.show(message, { isError });
}

/** For the elements that App Bridge changes as soon as they are in the document, before React hydrates them. */
export const CHANGED_BY_APP_BRIDGE = { suppressHydrationWarning: true };
