const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i;

/**
 * Only the shop's own admin may show a page in a frame.
 *
 * @param adminOrigins origins of the Shopify admin, besides the shop's own host
 */
export function setDocumentHeaders(headers: Headers, request: Request, adminOrigins: readonly string[]): void {
  const shop = new URL(request.url).searchParams.get('shop') ?? '';
  const ancestors = SHOP.test(shop) ? [`https://${shop.toLowerCase()}`, ...adminOrigins] : ["'none'"];
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', `frame-ancestors ${ancestors.join(' ')}; base-uri 'self'; object-src 'none'`);
  headers.set('Referrer-Policy', 'no-referrer');
}
