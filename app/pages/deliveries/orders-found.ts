/** The answer to a search: the orders as the list's address names them, or that Shopify could not be asked. */
export type OrdersFound = { readonly kind: 'found'; readonly orders: string } | { readonly kind: 'not-asked' };
