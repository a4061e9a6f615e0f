import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';
import { Session } from '@shopify/shopify-api';
import { createLogger } from '../../app/logging.ts';
import { createAdminApi, type AdminApi } from '../../app/shopify/admin-api/admin-api.ts';
import { createShopifyApi } from '../../app/shopify/access/shopify.server.ts';
import type { SandboxShopify } from '../../sandbox/shopify/server.ts';
import { API_KEY, API_SECRET, SCOPES, SHOP } from '../sandbox/shopify/sandbox-under-test.ts';

/** The app's own way to the Admin API, with the sandbox at its end; and what was asked there. */
export function adminApiOf(sandbox: SandboxShopify): { adminApi: AdminApi; asked: string[] } {
  const asked: string[] = [];
  setAbstractFetchFunc((input, init) => {
    const { hostname, pathname } = new URL(input instanceof Request ? input.url : input);
    asked.push(/query (\w+)/.exec(typeof init?.body === 'string' ? init.body : '')?.[1] ?? '');
    return fetch(`${sandbox.url}/shops/${hostname}${pathname}`, init);
  });
  const api = createShopifyApi({
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    appUrl: 'https://app.example',
    logger: createLogger('silent'),
  });
  const session = new Session({
    id: `offline_${SHOP}`,
    shop: SHOP,
    state: '',
    isOnline: false,
    scope: SCOPES.join(','),
  });
  const adminApi = createAdminApi(api, {
    sessionOf: () => {
      session.accessToken = sandbox.accessToken(SHOP);
      return Promise.resolve(session);
    },
    renew: (_shop, refused) => Promise.resolve(refused),
    refused: () => Promise.resolve(),
    retryAfterLimitMs: 60_000,
  });
  return { adminApi, asked };
}
