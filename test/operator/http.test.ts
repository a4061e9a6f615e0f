import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { requestOperator, type OperatorRequest } from '../../app/operator/http.ts';
import type { OperatorFailure } from '../../app/operator/operator-error.ts';
import { serverAnswering, serverSaying } from './answering-server.ts';
import { failureOf } from './failure-of.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { allowConnectionsTo } from '../set-up/guards/outgoing-connections.ts';

const TOKEN = 'token-of-a-shop-7f3a';
const MIB = 1_048_576;
const METHODS = ['GET', 'POST'] as const;

async function call({ url }: { readonly url: string }, request: Partial<OperatorRequest> = {}) {
  const { httpStatus, content } = await requestOperator({
    method: 'GET',
    url: `${url}/order/1`,
    token: TOKEN,
    sent: [],
    pace: TEST_PACE.operator,
    ...request,
  });
  return { httpStatus, content: content };
}

describe('the request', () => {
  it('carries the token and its type', async () => {
    const server = await serverSaying(200, {});
    await call(server);
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        target: '/order/1',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', accept: 'application/json' },
        body: '',
      },
    ]);
  });

  it('carries its body as JSON in UTF-8', async () => {
    const server = await serverSaying(200, {});
    const body = { name: 'Ñuñoa — 名', list: [1, null] };
    await call(server, { method: 'POST', body });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(body);
    expect(server.requests[0]?.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(body))));
  });
});

describe('the content of an answer', () => {
  it.each<[string, string | Buffer, unknown]>([
    ['JSON', '{"a":[1,"ñ"]}', { a: [1, 'ñ'] }],
    ['JSON after a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
    ['JSON null', 'null', null],
    ['nothing', '', null],
    ['blanks', ' \r\n', null],
    ['text', 'creado', 'creado'],
    ['cut-off JSON', '{"a":', '{"a":'],
  ])('%s', async (_what, body, content) => {
    const server = await serverAnswering((response) => response.writeHead(201).end(body));
    expect(await call(server)).toEqual({ httpStatus: 201, content });
  });

  it('is JSON whatever type it is said to have', async () => {
    expect(await call(await serverSaying(200, { a: 1 }, { 'Content-Type': 'text/html' }))).toEqual({
      httpStatus: 200,
      content: { a: 1 },
    });
  });

  it('is whole when a letter comes in two parts', async () => {
    const body = Buffer.from('"ñ"');
    const server = await serverAnswering((response) => {
      response.write(body.subarray(0, 2), () => response.end(body.subarray(2)));
    });
    expect(await call(server)).toMatchObject({ content: 'ñ' });
  });

  it('is empty when the answer has no content', async () => {
    const server = await serverAnswering((response) => response.writeHead(204).end());
    expect(await call(server)).toEqual({ httpStatus: 204, content: null });
  });
});

describe('a status', () => {
  const FAILURES: readonly (readonly [number, OperatorFailure])[] = [
    ...([400, 402, 404, 405, 406, 409, 410, 411, 413, 415, 422, 451] as const).map(
      (status) => [status, 'refused'] as const,
    ),
    ...([401, 403] as const).map((status) => [status, 'account-refused'] as const),
    [408, 'no-answer'],
    [429, 'throttled'],
    ...([500, 501, 502, 503, 504, 520, 599] as const).map((status) => [status, 'server-error'] as const),
    ...([300, 301, 302, 303, 304, 307, 308] as const).map((status) => [status, 'unreadable'] as const),
  ];

  it.each(FAILURES.flatMap(([status, failure]) => METHODS.map((method) => [status, method, failure] as const)))(
    '%d to a %s is the failure %s',
    async (status, method, failure) => {
      const hasBody = status !== 304;
      const server = await serverAnswering((response) => {
        response.writeHead(status).end(hasBody ? '{"message":"the reason"}' : undefined);
      });
      const error = await failureOf(call(server, { method, ...(method === 'POST' && { body: {} }) }));
      expect(error).toMatchObject({ failure, httpStatus: status });
      expect(error.message).toMatch(failure === 'unreadable' ? /redirect/ : /^the reason$/);
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([200, 201, 202, 203, 207, 226])('%d is an answer', async (status) => {
    expect(await call(await serverSaying(status, {}))).toEqual({ httpStatus: status, content: {} });
  });
});

describe('Retry-After', () => {
  const DATE = 'Sat, 21 Nov 2026 12:00:00 GMT';

  it.each<[string, string, number | null]>([
    ['seconds', '30', 30_000],
    ['no seconds', '0', 0],
    ['a part of a second', '1.5', 1_500],
    ['a date', 'Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['a date that is over', 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['seconds beyond reason', '99999999999999999999', 3_600_000],
    ['a date beyond reason', 'Sat, 21 Nov 2099 12:00:00 GMT', 3_600_000],
    ['no time at all', 'soon', null],
    ['nothing', ' ', null],
  ])('of %s', async (_what, value, retryAfterMs) => {
    for (const status of [429, 503]) {
      const server = await serverSaying(status, '', { 'Retry-After': value, Date: DATE });
      expect(await failureOf(call(server))).toMatchObject({ httpStatus: status, retryAfterMs });
    }
  });

  it('as a date says nothing when the operator does not tell its own time', async () => {
    const server = await serverAnswering((response) => {
      response.sendDate = false;
      response.writeHead(429, { 'Retry-After': DATE }).end();
    });
    expect(await failureOf(call(server))).toMatchObject({ failure: 'throttled', retryAfterMs: null });
  });

  it('may be missing', async () => {
    expect(await failureOf(call(await serverSaying(429, '')))).toMatchObject({ retryAfterMs: null });
  });
});

describe('the time limit', () => {
  it.each<[string, Parameters<typeof serverAnswering>[0]]>([
    ['no answer', () => undefined],
    ['headers alone', (response) => response.flushHeaders()],
    ['half an answer', (response) => response.writeHead(200, { 'Content-Length': '100' }).write('{"success":')],
    [
      'an answer that never ends',
      (response) => {
        const trickle = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(trickle));
      },
    ],
  ])('ends a call with %s', async (_what, answer) => {
    const server = await serverAnswering(answer);
    const error = await failureOf(call(server, { pace: { ...TEST_PACE.operator, timeoutMs: 150 } }));
    expect(error).toMatchObject({
      failure: 'no-answer',
      httpStatus: null,
      message: 'no complete answer within 0.15 s',
    });
    expect(server.requests.length).toBeLessThan(2); // on a busy machine the time is over before the request is there
  });
});

describe('the size limit', () => {
  const ofSize = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));

  it('lets an answer of 1 MiB pass', async () => {
    expect(await call(await serverSaying(200, ofSize(MIB)))).toMatchObject({ httpStatus: 200 });
  });

  it('stops one that is a byte longer', async () => {
    const error = await failureOf(call(await serverSaying(200, ofSize(MIB + 1))));
    expect(error).toMatchObject({ failure: 'unreadable', httpStatus: 200, message: 'the answer is longer than 1 MiB' });
  });

  it('counts what a compressed answer comes to', async () => {
    const bomb = gzipSync(ofSize(32 * MIB));
    expect(bomb.byteLength).toBeLessThan(MIB / 10);
    const server = await serverAnswering((response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    });
    expect(await failureOf(call(server))).toMatchObject({ failure: 'unreadable', httpStatus: 200 });
  });

  it('closes a connection that never stops sending', async () => {
    let gone: Promise<unknown> = Promise.resolve();
    const server = await serverAnswering((response) => {
      gone = once(response, 'close');
      const part = ' '.repeat(65_536);
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(call(server))).toMatchObject({ failure: 'unreadable' });
    await gone;
  });
});

describe('a redirect', () => {
  it.each(METHODS)('is not followed by a %s', async (method) => {
    const elsewhere = await serverSaying(200, {});
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await serverSaying(status, '', { Location: `${elsewhere.url}/order` });
      const error = await failureOf(call(server, { method, ...(method === 'POST' && { body: {} }) }));
      expect(error).toMatchObject({ failure: 'unreadable', httpStatus: status });
      expect(error.message).not.toContain(elsewhere.url);
    }
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a request that was not sent', () => {
  it('when nobody listens', async () => {
    const server = await serverSaying(200, {});
    await server.close();
    expect(await failureOf(call(server))).toMatchObject({ failure: 'not-sent', httpStatus: null });
    const byName = { url: server.url.replace('127.0.0.1', 'localhost') };
    expect(await failureOf(call(byName))).toMatchObject({ failure: 'not-sent', httpStatus: null });
  });

  it('when there is no such host', async () => {
    allowConnectionsTo('operator.invalid');
    const error = await failureOf(call({ url: 'http://operator.invalid' }));
    expect(error.failure).toBe('not-sent');
    expect(error.message).toMatch(/^no connection \((ENOTFOUND|EAI_AGAIN)\)$/);
  });

  it.each([1, 9])('when the port is %d, which fetch refuses', async (port) => {
    expect(await failureOf(call({ url: `http://127.0.0.1:${port}` }))).toMatchObject({ failure: 'not-sent' });
  });

  it.each([
    ['a token with a line break', { token: 'secret\r\nX-Other: 1' }],
    ['a token with a letter beyond Latin-1', { token: 'secret…' }],
    ['an address with a password', { url: 'http://secret:secret@127.0.0.1/order' }],
    ['no address', { url: 'secret' }],
  ])('of %s, which no message repeats', async (_what, request) => {
    const error = await failureOf(call({ url: 'http://127.0.0.1' }, request));
    expect(error).toMatchObject({ failure: 'not-sent', httpStatus: null });
    expect(error.message).not.toContain('secret');
  });
});

describe.each(METHODS)(
  'a connection that breaks leaves the outcome of a %s open, and is not tried again:',
  (method) => {
    const request = { method, ...(method === 'POST' && { body: { a: 1 } }) };

    it.each<[string, Parameters<typeof serverAnswering>[0]]>([
      ['closed before the headers', (response) => response.socket?.end()],
      ['reset', (response) => response.socket?.resetAndDestroy()],
      ['an answer that is not HTTP', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
      [
        'an answer that is shorter than it says',
        (response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"success": true'),
      ],
      ['a part of an answer in parts', (response) => response.write('{"success":', () => response.socket?.end())],
    ])('%s', async (_what, answer) => {
      const server = await serverAnswering(answer);
      expect(await failureOf(call(server, request))).toMatchObject({ failure: 'no-answer', httpStatus: null });
      expect(server.requests).toHaveLength(1);
    });

    it('on a connection that served a call before', async () => {
      const server = await serverAnswering((response) => {
        if (server.requests.length === 1) response.end('{}');
        else response.socket?.resetAndDestroy();
      });
      await call(server);
      expect(await failureOf(call(server, request))).toMatchObject({ failure: 'no-answer' });
      expect(server.requests).toHaveLength(2);
    });
  },
);

it('the message of a refusal contains neither the token nor the secrets', async () => {
  const server = await serverAnswering((response, { headers }) => {
    response.writeHead(500).end(`${String(headers.authorization)} sent by Íñigo Ñahui`);
  });
  const request = { method: 'POST', body: { name: 'Íñigo Ñahui' }, sent: ['Íñigo Ñahui'] } as const;
  expect((await failureOf(call(server, request))).message).toBe('Bearer … sent by …');
});
