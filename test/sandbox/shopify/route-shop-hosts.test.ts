import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { clockVariables } from '../../set-up/time/test-clock.ts';
import { startApp } from './app-under-test.ts';
import { API_KEY, API_SECRET, SHOP, startSandbox } from './sandbox-under-test.ts';

const run = promisify(execFile);
const PRELOADS = ['./test/set-up/time/test-clock.ts', './sandbox/shopify/route-shop-hosts.ts'];

/** Runs a program as the app is run: with the preload, and knowing of the sandbox from the environment alone. */
async function runProgram(program: string, variables: Readonly<Record<string, string>>): Promise<unknown> {
  const preloads = PRELOADS.flatMap((file) => ['--import', file]);
  const { stdout } = await run(process.execPath, [...preloads, '--input-type=module', '--eval', program], {
    env: { ...process.env, ...clockVariables(0), ...variables },
  });
  return JSON.parse(stdout);
}

test("takes Shopify's own library through token exchange and the Admin API", async () => {
  const sandbox = await startSandbox();
  const program = `
    import '@shopify/shopify-api/adapters/node';
    import { ApiVersion, RequestedTokenType, shopifyApi } from '@shopify/shopify-api';
    const api = shopifyApi({ apiKey: '${API_KEY}', apiSecretKey: '${API_SECRET}', apiVersion: ApiVersion.July26,
      hostName: 'app.test', isEmbeddedApp: true, logger: { log: () => {} } });
    // asked for now: it is valid for a minute, and the packages above may take longer to load
    const { idToken } = await (await fetch('${sandbox.url}/_sandbox/shops/${SHOP}/id-token')).json();
    const exchanged = await api.auth.tokenExchange({ shop: '${SHOP}', sessionToken: idToken,
      requestedTokenType: RequestedTokenType.OfflineAccessToken, expiring: true });
    const { session } = await api.auth.refreshToken({ shop: '${SHOP}', refreshToken: exchanged.session.refreshToken });
    const client = new api.clients.Graphql({ session });
    const { data } = await client.request('query ($n: Int!) { locations(first: $n) { nodes { name } } }', { variables: { n: 1 } });
    console.log(JSON.stringify({ data, scope: session.scope, expires: session.expires > new Date() }));`;
  expect(await runProgram(program, { SANDBOX_SHOPIFY_URL: sandbox.url })).toEqual({
    data: { locations: { nodes: [{ name: 'Bodega' }] } },
    scope: expect.stringContaining('write_orders'),
    expires: true,
  });
});

test('routes addresses and requests of shops, and nothing else', async () => {
  const elsewhere = await startApp();
  const sandbox = await startSandbox();
  const program = `
    const asked = [
      fetch('https://${SHOP}/admin/api/2026-07/graphql.json', { method: 'POST', body: '{}' }),
      fetch(new Request('https://${SHOP}/admin/oauth/access_token', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })),
      fetch(new URL('${elsewhere.url}/path?shop=${SHOP}')),
    ];
    console.log(JSON.stringify((await Promise.all(asked)).map(({ status }) => status)));`;
  expect(await runProgram(program, { SANDBOX_SHOPIFY_URL: sandbox.url })).toEqual([401, 400, 200]);
  expect(elsewhere.received.map(({ path }) => path)).toEqual([`/path?shop=${SHOP}`]);
});

test('does not start without the address of the sandbox', async () => {
  await expect(runProgram('console.log(1)', {})).rejects.toThrow('SANDBOX_SHOPIFY_URL');
});
