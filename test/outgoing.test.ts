import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Agent, buildConnector, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import {
  inTime,
  isPublicAddress,
  lookUpPublic,
  PRIVATE_ADDRESS,
  readUpTo,
  requestOutside,
  TimeLimitError,
} from '../app/outgoing/outgoing.ts';
import { BOUNDS } from '../app/bounds.ts';
import { createShopFetch } from '../app/shopify/access/shop-fetch.ts';
import { routeShopHosts } from '../sandbox/shopify/shop-hosts.ts';
import { serverAnswering } from './operator/answering-server.ts';
import { fc } from './set-up/properties.ts';
import { TEST_PACE } from './set-up/time/pace.ts';

import { allowConnectionsTo } from './set-up/guards/outgoing-connections.ts';

const CONNECTING = { connectMs: TEST_PACE.operator.connectMs };

const close: (() => void)[] = [];
afterEach(() => close.splice(0).forEach((each) => each()));

function ask(url: string, method: 'GET' | 'POST' = 'GET') {
  const body = method === 'POST' ? '{}' : null;
  return requestOutside({ method, url, headers: {}, body, timeoutMs: 10_000, limitBytes: 100_000 }, CONNECTING);
}

/** Stops the process, as a signal or a sleeping machine does: no timer fires meanwhile. */
const stopFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** A server that must not be reached, and the number of connections it has had. */
async function silentServer() {
  let connections = 0;
  const server = createServer((_request, response) => void response.end('reached')).listen(0, '127.0.0.1');
  server.on('connection', () => {
    connections += 1;
  });
  await once(server, 'listening');
  close.push(() => server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const onRequest = (told: () => void) => void server.on('request', told);
  return { port: address.port, connections: () => connections, onRequest };
}

/** A connection as `requestOutside` makes it, with a resolver of names that answers as told, one answer after another. */
function fetchWithNames(url: string, answers: readonly string[][]): Promise<Response> {
  const left = [...answers];
  const lookup = lookUpPublic((_hostname, _options, callback) => {
    const addresses = left.length > 1 ? left.shift() : left[0];
    callback(
      null,
      (addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  });
  const dispatcher = new Agent({ connect: { lookup } });
  close.push(() => void dispatcher.destroy());
  const init: RequestInit & { dispatcher: Agent } = { dispatcher };
  return fetch(url, init);
}

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00:ec2::254', '::ffff:10.0.0.1'],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b::10.0.0.1',
      '2002:7f00:1::1',
      '2002:a00:1::',
      'fec0::1',
      '::127.0.0.1',
      '2001:0:1::1',
    ],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('a name', () => {
  allowConnectionsTo('operator.example'); // the resolver of these tests gives it addresses

  it.each([[['127.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:127.0.0.1']]])(
    'that resolves to %j is not connected to',
    async (addresses) => {
      const server = await silentServer();
      const failure = fetchWithNames(`http://operator.example:${server.port}/`, [addresses]);
      await expect(failure).rejects.toMatchObject({ cause: { code: PRIVATE_ADDRESS } });
      expect(server.connections()).toBe(0);
    },
  );

  it('is checked by the answer that is connected to, not by an earlier one', async () => {
    const server = await silentServer();
    const url = `http://operator.example:${server.port}/`;
    await expect(fetchWithNames(url, [['127.0.0.1'], ['8.8.8.8']])).rejects.toMatchObject({
      cause: { code: PRIVATE_ADDRESS },
    });
    expect(server.connections()).toBe(0);
  });

  it('localhost is allowed, because the deployer wrote it', async () => {
    const server = await silentServer();
    const answer = await ask(`http://localhost:${server.port}/`);
    expect(answer.body.toString()).toBe('reached');
  });
});

describe('a request out', () => {
  it('follows no redirect', async () => {
    const target = await silentServer();
    const server = await serverAnswering((response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    const answer = await ask(server.url);
    expect(answer.status).toBe(302);
    expect(target.connections()).toBe(0);
  });

  it('reads an answer that arrives in pieces of any size', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(pieces, async (given) => {
        const body = Readable.from(given.map((piece) => Buffer.from(piece)));
        expect(await readUpTo(100_000, body, 200)).toEqual(Buffer.concat(given));
      }),
    );
  });

  it('reads no more of an answer than it may', async () => {
    const server = await serverAnswering((response) => response.end(Buffer.alloc(200_000)));
    await expect(ask(server.url)).rejects.toThrow('longer than 100000 bytes');
  });

  it('reads no more than that of an answer that is small while it is compressed', async () => {
    const server = await serverAnswering((response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000))),
    );
    await expect(ask(server.url)).rejects.toThrow('longer than 100000 bytes');
  });

  it('reads an answer that is compressed, a refusal too', async () => {
    const server = await serverAnswering((response) =>
      response.writeHead(422, { 'Content-Encoding': 'gzip' }).end(gzipSync('the district is not served')),
    );
    expect((await ask(server.url)).body.toString()).toBe('the district is not served');
  });

  it('reads an answer that is compressed twice, after interim answers', async () => {
    const server = await serverAnswering((response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => {
        response.writeHead(200, { 'Content-Encoding': 'br, gzip' }).end(gzipSync(brotliCompressSync('accepted')));
      });
    });
    expect((await ask(server.url)).body.toString()).toBe('accepted');
  });

  it.each(['gzip', 'br', 'deflate'])('takes an answer as it is when only its header says %s', async (encoding) => {
    const server = await serverAnswering((response) =>
      response.writeHead(200, { 'Content-Encoding': encoding }).end('{"message":"accepted"}'),
    );
    expect((await ask(server.url)).body.toString()).toBe('{"message":"accepted"}');
  });

  it('fails when a compressed answer is cut off', async () => {
    const server = await serverAnswering((response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('accepted').subarray(0, -9)),
    );
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
  });

  it.each([401, 407, 408, 421, 425, 429, 500, 503])(
    'is sent once when it is answered with %i, and its answer is read to the end',
    async (status) => {
      let requests = 0;
      const server = await serverAnswering((response) => {
        requests += 1;
        response.writeHead(status).end(Buffer.alloc(90_000, 'a'));
      });
      for (const count of [1, 2]) {
        const answer = await ask(server.url, 'POST');
        expect({ status: answer.status, bytes: answer.body.length, requests }).toEqual({
          status,
          bytes: 90_000,
          requests: count,
        });
      }
    },
  );

  it('ends at its time limit while an answer is unpacked whose header names hundreds of compressions', async () => {
    const names = Array<string>(900).fill('gzip');
    const packed = names.reduce((content) => gzipSync(content, { level: 0 }), Buffer.alloc(300_000));
    const server = await serverAnswering((response) =>
      response.writeHead(200, { 'Content-Encoding': names.join(',') }).end(packed),
    );
    const given = { method: 'GET', url: server.url, headers: {}, timeoutMs: 300, limitBytes: 1_000_000 } as const;
    await expect(requestOutside(given, CONNECTING)).rejects.toThrow(TimeLimitError);
  });

  it('ends at its time limit, while the answer is awaited or is under way', async () => {
    const ended: string[] = [];
    const server = await serverAnswering((response, { target }) => {
      response.on('close', () => ended.push(target));
      if (target === '/begun') response.writeHead(200).write('a');
    });
    const isReached = (path: string) => server.requests.some(({ target }) => target === path);
    for (const path of ['/silent', '/begun']) {
      const given = { method: 'GET', url: `${server.url}${path}`, headers: {}, limitBytes: 100_000 } as const;
      // on a busy machine a request may not be written in so short a time
      for (let timeoutMs = 100; !isReached(path); timeoutMs *= 2) {
        await expect(requestOutside({ ...given, timeoutMs }, CONNECTING)).rejects.toThrow(TimeLimitError);
      }
    }
    await expect.poll(() => [...new Set(ended)]).toEqual(['/silent', '/begun']); // one that arrived late was tried twice
  });

  it('is not written after its time limit, even on a connection that is open, if the process was stopped meanwhile', async () => {
    const server = await serverAnswering((response) => response.end('{}'));
    await ask(`${server.url}/first`, 'POST');
    // undici writes to a connection that is kept after the timers of this turn of the event loop
    await new Promise((resolve) => setTimeout(resolve));
    const given = { method: 'POST', url: `${server.url}/late`, headers: {}, body: '{}', limitBytes: 1_000 } as const;
    const late = requestOutside({ ...given, timeoutMs: 50 }, CONNECTING);
    stopFor(100);
    await expect(late).rejects.toThrow(TimeLimitError);
    await ask(`${server.url}/next`, 'POST');
    expect(server.requests.map(({ target }) => target)).toEqual(['/first', '/next']);
  });

  it('is not repeated when the connection breaks', async () => {
    let requests = 0;
    const server = await serverAnswering((response) => {
      requests += 1;
      response.destroy();
    });
    await expect(ask(server.url, 'POST')).rejects.toThrow();
    await expect(ask(server.url)).rejects.toThrow();
    expect(requests).toBe(2);
  });
});

describe('what the Shopify packages ask', () => {
  const SHOP_URL = 'https://tienda.myshopify.com/admin/api';

  async function askShop(answer: (response: ServerResponse) => void, init?: RequestInit) {
    const server = await serverAnswering(answer);
    close.push(routeShopHosts(server.url));
    return { server, answered: createShopFetch(TEST_PACE.shopify)(SHOP_URL, init) };
  }

  it('is sent with its headers, and answered with those of Shopify that they read', async () => {
    const { server, answered } = await askShop(
      (response) =>
        response
          .writeHead(203, 'Found', {
            'X-Request-Id': 'one',
            'Retry-After': '2',
            'Set-Cookie': ['a=1', 'b=2'],
            'Content-Encoding': 'gzip',
          })
          .end(gzipSync('{"data":"ñ"}')),
      { method: 'POST', headers: { 'X-Shopify-Access-Token': 'the-token' }, body: '{"query":"ñ"}' },
    );
    const { status, statusText, headers, ...answer } = await answered.then(async (response) => ({
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      json: (await response.json()) as unknown,
    }));
    expect({ status, statusText, ...answer }).toEqual({ status: 203, statusText: 'Found', json: { data: 'ñ' } });
    expect(Object.fromEntries(headers)).toEqual({ 'x-request-id': 'one', 'retry-after': '2' });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      target: '/shops/tienda.myshopify.com/admin/api',
      body: '{"query":"ñ"}',
      headers: { 'x-shopify-access-token': 'the-token', 'user-agent': 'Handoff' },
    });
  });

  it('is answered with texts that a database stores: U+0000 and half a surrogate pair become U+FFFD', async () => {
    const given = { name: '#\0 1', tags: ['\uD83D', '\uD83D\uDCE6', '\\u0000', 7, null] };
    const { answered } = await askShop((response) => response.end(JSON.stringify(given)));
    const json: unknown = await (await answered).json();
    expect(json).toEqual({ name: '#\uFFFD 1', tags: ['\uFFFD', '\uD83D\uDCE6', '\\u0000', 7, null] });
  });

  it('has an answer without a body', async () => {
    const { answered } = await askShop((response) => response.writeHead(204).end());
    const answer = await answered;
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  it('may have an answer of 10 MiB, and no longer one', async () => {
    const answering = (bytes: number) => (response: ServerResponse) => response.end(Buffer.alloc(bytes, 'a'));
    const longest = await askShop(answering(BOUNDS.shopifyAnswerBytes));
    expect(await (await longest.answered).text()).toHaveLength(BOUNDS.shopifyAnswerBytes);
    close.splice(0).forEach((each) => each());
    const longer = await askShop(answering(BOUNDS.shopifyAnswerBytes + 1));
    await expect(longer.answered).rejects.toThrow('longer than');
  });

  it.each([
    ['a request that is made already', new Request(SHOP_URL), undefined],
    ['another method', SHOP_URL, { method: 'DELETE' }],
    ['a body that is no text', SHOP_URL, { method: 'POST', body: new FormData() }],
  ])('is not %s', async (_what, input, init) => {
    await expect(createShopFetch(TEST_PACE.shopify)(input, init)).rejects.toThrow('only a GET, or a POST of a text');
  });

  it.each([
    'https://example.com/admin/api',
    'https://tienda.myshopify.com.example.com/',
    'https://myshopify.com/',
    'http://tienda.myshopify.com/admin',
    'https://tienda.myshopify.com@127.0.0.1/',
    'https://127.0.0.1/',
  ])('%s is not asked', async (url) => {
    await expect(createShopFetch(TEST_PACE.shopify)(url)).rejects.toThrow('requests may go only to the host of a shop');
  });
});

describe('a connection', () => {
  it.each([
    ['made after its limit, while the process was stopped, carries no request', 150, 'UND_ERR_CONNECT_TIMEOUT'],
    ['made in time carries the request', 0, null],
  ])('%s', async (_what, stoppedMs, code) => {
    const server = await silentServer();
    let requests = 0;
    const connect = buildConnector({ timeout: 10_000 });
    const dispatcher = new Agent({
      connect: inTime(
        (options, done) => {
          connect(options, (...result) => {
            stopFor(stoppedMs);
            done(...result);
          });
        },
        stoppedMs === 0 ? 10_000 : 100,
      ),
    });
    close.push(() => void dispatcher.destroy());
    server.onRequest(() => {
      requests += 1;
    });
    const call = request(`http://127.0.0.1:${server.port}/order`, { method: 'POST', body: '{}', dispatcher });
    const ended = await call.then(
      ({ body }) => body.dump().then(() => null),
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );
    expect(ended).toBe(code);
    expect(requests).toBe(code === null ? 1 : 0);
  });
});
