import { Session } from '@shopify/shopify-api';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';
import { expect, it } from 'vitest';
import { createLogger } from '../../app/logging.ts';
import { createAdminApi } from '../../app/shopify/admin-api/admin-api.ts';
import { orderInReach } from '../../app/shopify/admin-api/operations.ts';
import { createShopifyApi } from '../../app/shopify/access/shopify.server.ts';
import { serverAnswering } from '../operator/answering-server.ts';

const FORBIDDEN = { errors: 'Forbidden' };
const [NORTH, SOUTH] = ['norte.myshopify.com', 'sur.myshopify.com'];

/** An Admin API that answers each shop as `answers` says, over a real connection. */
async function adminApiWith(answers: (shop: string) => readonly [status: number, body: unknown]) {
  const { url } = await serverAnswering((response, { target }) => {
    const [status, body] = answers(target.split('/')[1] ?? '');
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  setAbstractFetchFunc((input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    return fetch(`${url}/${hostname}`, init);
  });
  const api = createShopifyApi({
    apiKey: 'key',
    apiSecret: 'secret',
    appUrl: 'https://app.example',
    logger: createLogger('silent'),
  });
  const sessionOf = (shop: string) => {
    return Promise.resolve(new Session({ id: shop, shop, state: '', isOnline: false, accessToken: 'token' }));
  };
  const adminApi = createAdminApi(api, {
    sessionOf,
    renew: (_shop, refused) => Promise.resolve(refused),
    refused: () => Promise.resolve(),
    retryAfterLimitMs: 60_000,
  });
  return (shop: string) =>
    adminApi.request(shop, orderInReach, { id: 'gid://shopify/Order/1' }).then(
      () => 'answered',
      (error: unknown) => (error instanceof Error && 'failure' in error ? error.failure : error),
    );
}

const FOUND = [200, { data: { order: null } }] as const;

it('a 403 for one shop is about that shop', async () => {
  const ask = await adminApiWith((shop) => (shop === NORTH ? [403, FORBIDDEN] : FOUND));
  expect([await ask(NORTH), await ask(SOUTH), await ask(NORTH)]).toEqual([
    'access-denied',
    'answered',
    'access-denied',
  ]);
});

it('a 403 for several shops is about this server, until Shopify answers again', async () => {
  let isRefused = true;
  const ask = await adminApiWith(() => (isRefused ? [403, FORBIDDEN] : FOUND));
  expect([await ask(NORTH), await ask(SOUTH), await ask(NORTH)]).toEqual([
    'access-denied',
    'server-refused',
    'server-refused',
  ]);
  isRefused = false;
  expect(await ask(SOUTH)).toBe('answered');
  isRefused = true;
  expect(await ask(NORTH)).toBe('access-denied');
});
