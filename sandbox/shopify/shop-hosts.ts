import { Agent } from 'undici';

/**
 * From now on, requests of this process to `https://{shop}.myshopify.com` go to the sandbox.
 *
 * @param base address of the sandbox Shopify
 * @returns a function that ends it
 */
export function routeShopHosts(base: string): () => void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the agent that it belongs to
  const { dispatch } = Agent.prototype;
  const { origin } = new URL(base);
  Agent.prototype.dispatch = function (options, handler) {
    const { hostname } = new URL(options.origin ?? '');
    if (!hostname.endsWith('.myshopify.com')) return dispatch.call(this, options, handler);
    return dispatch.call(this, { ...options, origin, path: `/shops/${hostname}${options.path}` }, handler);
  };
  return () => {
    Agent.prototype.dispatch = dispatch;
  };
}
