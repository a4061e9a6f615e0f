import type { ShopifyGlobal } from '@shopify/app-bridge-types';

/** App Bridge, as the script in the head of the document sets it up; absent when that did not load, and on the server. */
export function appBridge(): ShopifyGlobal | undefined {
  return 'shopify' in globalThis ? globalThis.shopify : undefined;
}

export function showToast(message: string, { isError = false } = {}): void {
  appBridge()?.toast.show(message, { isError });
}

/** For its elements: it changes them as soon as they stand in the document, which is before React looks at them. */
export const CHANGED_BY_APP_BRIDGE = { suppressHydrationWarning: true };
