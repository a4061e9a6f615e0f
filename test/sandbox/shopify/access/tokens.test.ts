import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock } from '../../../../sandbox/clock.ts';
import type { SandboxShopify } from '../../../../sandbox/shopify/server.ts';
import { API_KEY, API_SECRET, askRaw, postJson, shop, SHOP, startSandbox } from '../sandbox-under-test.ts';

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';
const OFFLINE = 'urn:shopify:params:oauth:token-type:offline-access-token';
const ONLINE = 'urn:shopify:params:oauth:token-type:online-access-token';
const NOW = new Date('2026-05-04T12:00:00Z');
const MINUTE = 60_000;

const grantSchema = z.looseObject({
  access_token: z.string(),
  scope: z.string(),
  refresh_token: z.string().optional(),
});

function requestToken(sandbox: SandboxShopify, fields: object, domain = SHOP): Promise<Response> {
  const body = { client_id: API_KEY, client_secret: API_SECRET, ...fields };
  return postJson(`${sandbox.url}/shops/${domain}/admin/oauth/access_token`, body);
}

function exchange(sandbox: SandboxShopify, fields: object = {}, domain = SHOP): Promise<Response> {
  return requestToken(
    sandbox,
    {
      grant_type: EXCHANGE,
      subject_token: sandbox.idToken(SHOP),
      subject_token_type: ID_TOKEN,
      requested_token_type: OFFLINE,
      expiring: '1',
      ...fields,
    },
    domain,
  );
}

async function granted(answer: Promise<Response> | Response) {
  const response = await answer;
  if (response.status !== 200) throw new Error(await response.text());
  return grantSchema.parse(await response.json());
}

async function isGood(sandbox: SandboxShopify, token: string): Promise<boolean> {
  return (await askRaw(sandbox, { query: '{ shop { id } }' }, token)).status === 200;
}

const refresh = (sandbox: SandboxShopify, refreshToken: string | undefined) =>
  requestToken(sandbox, { grant_type: 'refresh_token', refresh_token: refreshToken });

test('exchanges an id token for an offline token that ends in an hour', async () => {
  const clock = manualClock(NOW);
  const sandbox = await startSandbox({ clock });
  const grant = await granted(exchange(sandbox));
  expect(grant).toMatchObject({
    access_token: expect.stringMatching(/^shpat_/),
    scope: 'read_customers,read_locations,write_fulfillments,write_merchant_managed_fulfillment_orders,write_orders',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^shprt_/),
    refresh_token_expires_in: 7_776_000,
  });
  expect(grant).not.toHaveProperty('associated_user');
  clock.advance(59 * MINUTE);
  expect(await isGood(sandbox, grant.access_token)).toBe(true);
  clock.advance(MINUTE);
  expect(await isGood(sandbox, grant.access_token)).toBe(false);
});

test('gives an app without expiring tokens the same token every time, and changes it for an expiring one', async () => {
  const sandbox = await startSandbox();
  const permanent = await granted(exchange(sandbox, { expiring: '0' }));
  expect(permanent).not.toHaveProperty('refresh_token');
  expect(permanent).not.toHaveProperty('expires_in');
  expect((await granted(exchange(sandbox, { expiring: '0' }))).access_token).toBe(permanent.access_token);
  const expiring = await granted(
    exchange(sandbox, { subject_token: permanent.access_token, subject_token_type: OFFLINE }),
  );
  expect(expiring.refresh_token).toBeDefined();
  expect(await isGood(sandbox, permanent.access_token)).toBe(false);
});

test('gives an online token with the user behind it', async () => {
  const sandbox = await startSandbox();
  expect(await granted(exchange(sandbox, { requested_token_type: ONLINE }))).toMatchObject({
    expires_in: 86_399,
    associated_user_scope: expect.stringContaining('write_orders'),
    associated_user: { id: 1, first_name: 'Inés', last_name: 'Roca', account_owner: true },
  });
});

test('keeps a spent refresh token until its replacement is first used', async () => {
  const clock = manualClock(NOW);
  const sandbox = await startSandbox({ clock });
  const first = await granted(exchange(sandbox));
  const lost = await granted(refresh(sandbox, first.refresh_token));
  const second = await granted(refresh(sandbox, first.refresh_token));
  expect(second.refresh_token).not.toBe(lost.refresh_token);
  expect(await isGood(sandbox, second.access_token)).toBe(true);
  const third = await granted(refresh(sandbox, second.refresh_token));
  for (const dead of [first, lost]) expect((await refresh(sandbox, dead.refresh_token)).status).toBe(400);
  clock.advance(90 * 24 * 60 * MINUTE);
  const late = await refresh(sandbox, third.refresh_token);
  expect(late.status).toBe(400);
  expect(await late.json()).toMatchObject({ error: 'invalid_grant' });
});

test('an id token is good for one minute and for one app and shop', async () => {
  const clock = manualClock(NOW);
  const sandbox = await startSandbox({ clock, shops: [shop, { ...shop, domain: 'otra.myshopify.com' }] });
  const subject_token = sandbox.idToken(SHOP);
  clock.advance(MINUTE);
  expect((await exchange(sandbox, { subject_token })).status).toBe(200);
  clock.advance(11_000);
  const late = await exchange(sandbox, { subject_token });
  expect(late.status).toBe(400);
  expect(await late.json()).toMatchObject({ error: 'invalid_subject_token' });
  expect((await exchange(sandbox, {}, 'otra.myshopify.com')).status).toBe(400);
});

test.each([
  ['with another secret', { secret: 'guessed' }],
  ['for another app', { claims: { aud: 'another-app' } }],
  ['without the claims of Shopify', { claims: { sub: undefined } }],
])(
  'refuses an id token %s',
  async (_name, { secret = API_SECRET, claims = {} }: { secret?: string; claims?: object }) => {
    const sandbox = await startSandbox();
    const [header = '', payload = ''] = sandbox.idToken(SHOP).split('.');
    const changed = { ...z.looseObject({}).parse(JSON.parse(Buffer.from(payload, 'base64url').toString())), ...claims };
    const signed = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
    const subject_token = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    const answer = await exchange(sandbox, { subject_token });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'invalid_subject_token', error_description: expect.any(String) },
    ]);
  },
);

test.each([
  ['an unknown app', { client_id: 'nobody' }, 400, 'application_cannot_be_found'],
  ['a wrong secret', { client_secret: 'guessed' }, 401, 'invalid_client'],
  ['another grant', { grant_type: 'authorization_code' }, 400, 'unsupported_grant_type'],
  ['client credentials', { grant_type: 'client_credentials' }, 400, 'shop_not_permitted'],
  ['a subject of another kind', { subject_token_type: 'urn:other' }, 400, 'invalid_request'],
])('refuses %s', async (_name, fields, status, error) => {
  const sandbox = await startSandbox();
  const answer = await exchange(sandbox, fields);
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ error })]);
});

test('takes no token from before the app was uninstalled', async () => {
  const sandbox = await startSandbox();
  const grant = await granted(exchange(sandbox));
  sandbox.uninstallApp(SHOP);
  expect(await isGood(sandbox, grant.access_token)).toBe(false);
  expect(await (await exchange(sandbox)).json()).toMatchObject({ error: 'app_not_installed' });
  sandbox.installApp(SHOP);
  expect(await isGood(sandbox, grant.access_token)).toBe(false);
  expect((await refresh(sandbox, grant.refresh_token)).status).toBe(400);
  expect(await isGood(sandbox, (await granted(exchange(sandbox))).access_token)).toBe(true);
});

test('ends the access tokens of a shop, and refreshes them as before', async () => {
  const sandbox = await startSandbox();
  const grant = await granted(exchange(sandbox));
  sandbox.revokeAccessTokens(SHOP);
  expect(await isGood(sandbox, grant.access_token)).toBe(false);
  const next = await granted(refresh(sandbox, grant.refresh_token));
  expect(await isGood(sandbox, next.access_token)).toBe(true);
});

test('refuses a good refresh token once, and no exchange', async () => {
  const sandbox = await startSandbox();
  sandbox.setFaults(SHOP, [{ kind: 'refresh-token-refused' }]);
  const grant = await granted(exchange(sandbox));
  const refused = await refresh(sandbox, grant.refresh_token);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: 'invalid_grant' });
  await granted(refresh(sandbox, grant.refresh_token));
});
