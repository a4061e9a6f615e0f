/**
 * From now on, requests of this process to `https://{shop}.myshopify.com` by `fetch` go to the sandbox.
 *
 * @param base address of the sandbox Shopify
 * @returns a function that ends it
 */
export function routeShopHosts(base: string): () => void {
  const fetchAnywhere = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    if (!asked.hostname.endsWith('.myshopify.com')) return fetchAnywhere(input, init);
    const routed = new URL(`/shops/${asked.hostname}${asked.pathname}${asked.search}`, base);
    return input instanceof Request ? fetchAnywhere(new Request(routed, input), init) : fetchAnywhere(routed, init);
  };
  return () => {
    globalThis.fetch = fetchAnywhere;
  };
}
