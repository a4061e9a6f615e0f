import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SHOP } from '../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import { freePort } from '../set-up/free-port.ts';
import type { Program } from '../set-up/world/program.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

let world: OfflineWorld;
let program: Program;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program);
});

afterAll(() => world.stop());

const host = Buffer.from(`admin.shopify.com/store/${SHOP.split('.')[0] ?? ''}`).toString('base64');

async function page(path: string, query: Readonly<Record<string, string>> = {}): Promise<Response> {
  const search = new URLSearchParams({
    shop: SHOP,
    host,
    embedded: '1',
    id_token: world.shopify.idToken(SHOP),
    ...query,
  });
  return fetch(`${program.url}${path}?${search.toString()}`, {
    headers: { 'User-Agent': BROWSER },
    redirect: 'manual',
  });
}

it('shows nobody the stack of an error, and logs lines of JSON alone, without NODE_ENV as well', async () => {
  const plain = await world.start({ NODE_ENV: '', PORT: String(await freePort()) });
  const ask = (path: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { port } = new URL(plain.url);
      const headers = { 'User-Agent': BROWSER };
      http
        .get({ port, path, headers }, (response) => {
          void text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
        })
        .on('error', reject);
    });
  for (const path of ['/%', '/assets/%c3%28', '/%00', '/app/%E0%A4%A', '/app?%', `http://a.example/nowhere`, '//']) {
    const { status, body } = await ask(path);
    expect([path, status < 500]).toEqual([path, true]);
    expect(body).not.toMatch(/\s+at \S+ \(|\.ts:\d+|node_modules/);
  }
  expect(await plain.stop()).toBe(0);
  for (const line of plain.lines) expect(() => void JSON.parse(line), line).not.toThrow();
});

describe('the scripts of pages', () => {
  const scripts = globSync('build/client/assets/*.js');

  it('are under 225 KiB, as browsers get them', () => {
    expect(scripts.length).toBeGreaterThan(20);
    const bytes = scripts.map((file) =>
      statSync(statSync(file).size > 1 ? `${file}.br` : file, { throwIfNoEntry: false }),
    );
    const missing = scripts.filter((_, index) => bytes[index] === undefined);
    // The whole manifest is for pages without lazy route discovery, and no page asks for it.
    expect(missing.filter((file) => !/[/\\]manifest-/.test(file))).toEqual([]);
    expect(bytes.reduce((sum, stat) => sum + (stat?.size ?? 0), 0)).toBeLessThan(225 * 1024);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('come the same to a browser that takes %j', async (accepted, encoding) => {
    const file = scripts.find((name) => statSync(name).size > 100_000) ?? '';
    const answer = await fetch(`${program.url}/assets/${path.basename(file)}`, {
      headers: { 'Accept-Encoding': accepted },
    });
    const { headers } = answer;
    expect([answer.status, headers.get('Content-Encoding')]).toEqual([200, encoding]);
    expect(headers.get('Content-Type')).toMatch(/^(text|application)\/javascript/);
    expect(headers.get('Vary')).toContain('Accept-Encoding');
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    if (encoding === 'br') expect(Number(headers.get('Content-Length'))).toBe(statSync(`${file}.br`).size);
    expect(await answer.text()).toBe(readFileSync(file, 'utf8'));
  });
});

describe('a page', () => {
  it("may be framed by its own shop's admin alone", async () => {
    const policy = (await page('/app')).headers.get('Content-Security-Policy');
    expect(policy).toContain(`frame-ancestors https://${SHOP} ${world.shopify.url};`);
  });

  it.each(['', 'evil.example', 'a.myshopify.com.evil.example', "x' *; script-src *", 'evil.example/a.myshopify.com'])(
    'may be framed by nobody when the shop is %j',
    async (shop) => {
      const answer = await fetch(`${program.url}/?${new URLSearchParams({ other: shop }).toString()}`, {
        headers: { 'User-Agent': BROWSER },
      });
      expect(answer.headers.get('Content-Security-Policy')).toMatch(/^frame-ancestors 'none';/);
      const bounced = await fetch(`${program.url}/auth/session-token?${new URLSearchParams({ shop }).toString()}`);
      expect(bounced.headers.get('Content-Security-Policy')).toMatch(/^frame-ancestors 'none';/);
    },
  );

  it.each([
    '/app',
    '/app.data',
    '/app/dry-run.data',
    '/app/deliveries/csv',
    '/print/labels?waiting',
    '/api/orders/1/deliveries',
  ])('may be kept by no browser and no proxy: %s', async (path) => {
    const headers = { 'User-Agent': BROWSER, Authorization: `Bearer ${world.shopify.idToken(SHOP)}` };
    const answer = await fetch(`${program.url}${path}`, { headers });
    expect([answer.status < 500, answer.headers.get('Cache-Control')]).toEqual([true, 'no-store']);
  });

  it('is answered whatever a client says of the way that its request came', async () => {
    const seen = program.lines.length;
    for (const protocol of ['a b', ',', 'javascript', '[', '']) {
      const headers = { 'X-Forwarded-Proto': protocol, 'X-Forwarded-Host': 'evil.example:x', 'X-Forwarded-Port': 'x' };
      expect((await fetch(`${program.url}/help`, { headers })).status).toBe(200);
    }
    expect(program.lines.slice(seen).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it.each(['_data=routes/app', '%5fdata=routes/app', 'x&_%64ata', '_data'])(
    'is not asked for in the way of older clients: %s',
    async (query) => {
      expect((await fetch(`${program.url}/app?${query}`, { headers: { 'User-Agent': BROWSER } })).status).toBe(400);
    },
  );

  it.each(['x', 'xxxxx', 'IA==', Buffer.from('a b').toString('base64')])(
    'is not asked for with a host that nobody can read: %s',
    async (unreadable) => {
      const search = new URLSearchParams({ shop: SHOP, host: unreadable });
      const answer = await fetch(`${program.url}/app?${search}`, { headers: { 'User-Agent': BROWSER } });
      expect(answer.status).toBe(400);
    },
  );

  it('has a content type that browsers may not guess, and neither referrer nor cookie', async () => {
    const { headers } = await page('/app');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Powered-By')).toBeNull();
    expect(headers.get('Set-Cookie')).toBeNull(); // nothing that another site's form could ride on
  });

  it('holds no secret: not in its markup, and not in what it loads', async () => {
    const { accessToken, refreshToken } = await world.database.session.findFirstOrThrow({ where: { shop: SHOP } });
    const account = await world.database.operatorAccount.findFirstOrThrow();
    const secrets = [
      ...[OPERATOR_TOKEN, 'test-api-secret', 'shpat_', 'shprt_', accessToken, refreshToken ?? ''],
      ...[account.tokenEncrypted, account.tokenFingerprint],
    ];
    for (const path of ['/app', '/app/settings']) {
      const html = await (await page(path)).text();
      expect(html).toContain('test-api-key');
      for (const secret of secrets) expect(html).not.toContain(secret);
    }
  });
});

describe('a request that changes something', () => {
  const settings = JSON.stringify({ version: 1, part: { handOverOn: false } });
  const post = (headers: Readonly<Record<string, string>>) =>
    fetch(`${program.url}/app/settings?shop=${SHOP}&host=${host}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'User-Agent': BROWSER, 'Content-Type': 'application/json', ...headers },
      body: settings,
    });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['without a session token', {}],
    [
      "from another site's form, with the cookies of the browser",
      { Origin: 'https://evil.example', Cookie: 'session=1' },
    ],
    ['with nonsense for a token', { Authorization: 'Bearer nonsense' }],
  ])('is refused %s', async (_how, headers) => {
    const before = await world.database.shop.findUnique({ where: { domain: SHOP } });
    const answer = await post(headers);
    expect([302, 401, 403, 410]).toContain(answer.status);
    expect(await world.database.shop.findUnique({ where: { domain: SHOP } })).toEqual(before);
  });

  it.each([
    ['OPTIONS', '/app/settings.data'],
    ['OPTIONS', '/print/labels.data'],
    ['POST', '/print/sheet'],
    ['POST', '/api/orders/1/deliveries.data'],
  ])('is refused when its origin is no address: %s %s', async (method, path) => {
    const answer = await fetch(`${program.url}${path}`, {
      method,
      headers: { 'User-Agent': BROWSER, Origin: 'nowhere' },
    });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['/app?index', 'application/x-www-form-urlencoded'],
    ['/app/settings', 'application/x-www-form-urlencoded'],
    ['/app/settings', 'text/plain'],
    ['/app/review', 'application/json'],
    ['/app/settings/mapping', 'application/x-www-form-urlencoded'],
    ['/app/dry-run', 'text/plain'],
  ])('%s does not take %s', async (path, type) => {
    const answer = await fetch(`${program.url}${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'User-Agent': BROWSER, 'Content-Type': type, Authorization: `Bearer ${world.shopify.idToken(SHOP)}` },
    });
    expect(answer.status).toBe(415);
  });

  it('is read up to 1 MiB', async () => {
    const send = async (headers: Readonly<Record<string, string>>) => {
      const request = http.request(`${program.url}/app/settings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
      });
      request.flushHeaders();
      const [response] = z.tuple([z.instanceof(http.IncomingMessage)]).parse(await once(request, 'response'));
      request.on('error', () => null).destroy();
      return response.statusCode;
    };
    expect(await send({ 'Content-Length': '1048577' })).toBe(413);
    expect(await send({ 'Transfer-Encoding': 'chunked' })).toBe(411);
  });
});
