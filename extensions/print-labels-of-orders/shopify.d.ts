/* eslint-disable @typescript-eslint/consistent-type-imports -- as the CLI writes this file */
import '@shopify/ui-extensions';

// @ts-expect-error the global of a module, as Shopify's CLI declares it
declare module './src/index.tsx' {
  const shopify: import('@shopify/ui-extensions/admin.order-index.selection-print-action.render').Api;
  const globalThis: { shopify: typeof shopify };
}
