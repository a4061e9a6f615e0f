import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fault, FaultKind } from '../../../sandbox/operator/misbehaviour/faults.ts';
import type { SandboxOperator } from '../../../sandbox/operator/sandbox-operator.ts';
import { create, deliveryOf, errorsOf, operatorFor, ORDER, orderWith, read } from './operator-caller.ts';

const NUMBER = 'norte #1001-F1';

/** The read envelope, whose dates may be anything. */
const spoiltSchema = z.object({
  data: z.object({
    deliveries: z.array(
      z.object({ last_state: z.string(), state: z.array(z.object({ date: z.string(), status: z.string() })) }),
    ),
  }),
});

/** The whole of an answer, to be compared. */
async function answerOf(call: Promise<Response>) {
  const response = await call;
  return { status: response.status, headers: response.headers, body: await response.text() };
}

async function operatorWith(fault: Fault): Promise<SandboxOperator> {
  const operator = await operatorFor();
  operator.injectFault(fault);
  return operator;
}

describe('instead of the answer, without carrying the request out:', () => {
  test.each([
    ['401', 401],
    ['403', 403],
    ['429', 429],
    ['429-retry-after', 429],
    ['500', 500],
    ['503', 503],
    ['503-retry-after', 503],
    ['success-false', 200],
  ] as const)('%s', async (kind, status) => {
    const operator = await operatorWith({ kind });
    const response = await create(operator, ORDER);
    expect(response.status).toBe(status);
    expect(response.headers.get('Retry-After')).toBe(kind.endsWith('-retry-after') ? '2' : null);
    await errorsOf(response);
    expect((await read(operator, NUMBER)).status).toBe(status);
    expect(operator.orders()).toEqual([]);
    expect(operator.requests()).toMatchObject([
      { verb: 'create', status, fault: kind },
      { verb: 'read', status, fault: kind },
    ]);
  });

  test('Retry-After is what one says', async () => {
    const at = 'Sat, 21 Nov 2026 12:00:00 GMT';
    const operator = await operatorWith({ kind: '429-retry-after', retryAfter: at });
    expect((await read(operator, NUMBER)).headers.get('Retry-After')).toBe(at);
  });

  test('html', async () => {
    const operator = await operatorWith({ kind: 'html' });
    const { status, headers, body } = await answerOf(create(operator, ORDER));
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toMatch(/^<!doctype html>/);
    expect(operator.orders()).toEqual([]);
  });

  test('redirect, and who follows is seen', async () => {
    const operator = await operatorWith({ kind: 'redirect', times: 2 });
    const response = await create(operator, ORDER);
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/elsewhere']);
    await fetch(`${operator.url}/order/x`);
    expect(operator.requests().map(({ path }) => path)).toEqual(['/order', '/order/x', '/elsewhere']);
    expect(operator.orders()).toEqual([]);
  });

  test('redirect to where one says', async () => {
    const operator = await operatorWith({ kind: 'redirect', location: 'https://elsewhere.example/x' });
    expect((await read(operator, NUMBER)).headers.get('Location')).toBe('https://elsewhere.example/x');
  });

  test('empty-without-accepting', async () => {
    const operator = await operatorWith({ kind: 'empty-without-accepting' });
    expect(await answerOf(create(operator, ORDER))).toMatchObject({ status: 200, body: '' });
    expect(await answerOf(read(operator, NUMBER))).toMatchObject({ status: 200, body: '' });
    expect(operator.orders()).toEqual([]);
  });

  test.each([
    ['proxy-401', 401],
    ['proxy-403', 403],
    ['proxy-404', 404],
    ['proxy-405', 405],
    ['proxy-418', 418],
    ['proxy-429', 429],
    ['proxy-502', 502],
    ['proxy-503', 503],
    ['proxy-redirect', 308],
    ['proxy-html', 200],
  ] as const)('%s, a page', async (kind, expected) => {
    const operator = await operatorWith({ kind });
    for (const call of [create(operator, ORDER), read(operator, NUMBER)]) {
      const { status, headers, body } = await answerOf(call);
      expect([status, headers.get('Content-Type')]).toEqual([expected, 'text/html; charset=utf-8']);
      expect(body).toContain('<h1>');
    }
    expect(operator.orders()).toEqual([]);
  });

  test('reset', async () => {
    const operator = await operatorWith({ kind: 'reset' });
    await expect(create(operator, ORDER)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(operator.orders()).toEqual([]);
    expect(operator.requests()).toMatchObject([{ status: null, fault: 'reset' }]);
  });
});

describe('the request is carried out, and the answer does not tell:', () => {
  test('500-after-accepting', async () => {
    const operator = await operatorWith({ kind: '500-after-accepting' });
    expect((await create(operator, ORDER)).status).toBe(500);
    expect(operator.orders()).toMatchObject([{ orderNumber: NUMBER, state: 'ingresado' }]);
  });

  test('html-after-accepting', async () => {
    const operator = await operatorWith({ kind: 'html-after-accepting' });
    expect((await answerOf(create(operator, ORDER))).body).toMatch(/^<!doctype html>/);
    expect(operator.orders()).toHaveLength(1);
  });

  test('reset-after-accepting', async () => {
    const operator = await operatorWith({ kind: 'reset-after-accepting' });
    await expect(create(operator, ORDER)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(operator.orders()).toHaveLength(1);
  });

  test('empty', async () => {
    const operator = await operatorWith({ kind: 'empty' });
    expect(await answerOf(create(operator, ORDER))).toMatchObject({ status: 201, body: '' });
    expect(operator.orders()).toHaveLength(1);
    expect(await answerOf(read(operator, NUMBER))).toMatchObject({ status: 200, body: '' });
  });

  test.each([
    ['400-after-accepting', 400],
    ['401-after-accepting', 401],
    ['403-after-accepting', 403],
    ['404-after-accepting', 404],
    ['405-after-accepting', 405],
    ['409-after-accepting', 409],
    ['429-after-accepting', 429],
    ['429-retry-after-after-accepting', 429],
    ['503-after-accepting', 503],
    ['503-retry-after-after-accepting', 503],
    ['success-false-after-accepting', 200],
  ] as const)('%s', async (kind, status) => {
    const operator = await operatorWith({ kind, times: 1, retryAfter: 7 });
    const response = await create(operator, ORDER);
    expect(response.status).toBe(status);
    expect(response.headers.get('Retry-After')).toBe(kind.includes('retry-after') ? '7' : null);
    await errorsOf(response);
    expect(operator.orders()).toHaveLength(1);
    expect((await read(operator, NUMBER)).status).toBe(200);
  });

  test('redirect-after-accepting', async () => {
    const operator = await operatorWith({ kind: 'redirect-after-accepting' });
    expect((await create(operator, ORDER)).status).toBe(302);
    expect(operator.orders()).toHaveLength(1);
  });

  test('accepts-when-caller-gone: nothing before, the order afterwards', async () => {
    const operator = await operatorWith({ kind: 'accepts-when-caller-gone', verb: 'create' });
    const caller = new AbortController();
    const outcome = expect(create(operator, ORDER, { signal: caller.signal })).rejects.toThrow('aborted');
    await expect.poll(() => operator.requests()).toHaveLength(1);
    expect((await read(operator, NUMBER)).status).toBe(404);
    caller.abort();
    await outcome;
    await expect.poll(() => operator.orders()).toHaveLength(1);
    expect(operator.requests()).toMatchObject([{ status: null, fault: 'accepts-when-caller-gone' }, {}]);
  });

  test('only a right request is carried out', async () => {
    const operator = await operatorWith({ kind: '500-after-accepting' });
    expect((await create(operator, { order_number: NUMBER })).status).toBe(500);
    expect(operator.orders()).toEqual([]);
  });
});

describe('never an answer, until the server closes:', () => {
  test.each([
    ['hang', 0],
    ['hang-after-accepting', 1],
  ] as const)('%s', async (kind, orders) => {
    const operator = await operatorWith({ kind });
    let answered = false;
    const call = create(operator, ORDER).finally(() => {
      answered = true;
    });
    const outcome = expect(call).rejects.toThrow('fetch failed');
    await expect.poll(() => operator.requests()).toMatchObject([{ fault: kind, status: null }]);
    expect(operator.orders()).toHaveLength(orders);
    // later calls are answered while this one hangs
    operator.clearFaults();
    expect((await read(operator, 'nobody')).status).toBe(404);
    expect(answered).toBe(false);
    await operator.close();
    await outcome;
  });

  test('many calls at once', async () => {
    const operator = await operatorWith({ kind: 'hang' });
    const outcomes = Promise.allSettled(Array.from({ length: 25 }, () => read(operator, NUMBER)));
    await expect.poll(() => operator.requests()).toHaveLength(25);
    await operator.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(25).fill('rejected'));
  });
});

describe('slow', () => {
  test('answers rightly, after the time', async () => {
    const operator = await operatorWith({ kind: 'slow', delayMs: 150 });
    const start = performance.now();
    expect((await create(operator, ORDER)).status).toBe(201);
    expect(performance.now() - start).toBeGreaterThan(140);
  });

  test('carries the request out even when the caller has given up', async () => {
    const operator = await operatorWith({ kind: 'slow', delayMs: 600_000 });
    const caller = new AbortController();
    const call = create(operator, ORDER, { signal: caller.signal });
    const outcome = expect(call).rejects.toThrow('aborted');
    await expect.poll(() => operator.requests()).toHaveLength(1);
    expect(operator.orders()).toEqual([]);
    caller.abort();
    await outcome;
    operator.carryOut(NUMBER);
    await expect.poll(() => operator.orders()).toHaveLength(1);
  });

  test('does not keep the server from closing', async () => {
    const operator = await operatorWith({ kind: 'slow', delayMs: 600_000 });
    const outcome = expect(read(operator, NUMBER)).rejects.toThrow('fetch failed');
    await expect.poll(() => operator.requests()).toHaveLength(1);
    await operator.close();
    await outcome;
  });
});

describe('the answer is spoilt:', () => {
  /** An operator that holds an order in its fourth state, and spoils its reads. */
  async function spoilingReads(fault: Omit<Fault, 'verb'>): Promise<SandboxOperator> {
    const operator = await operatorWith({ ...fault, verb: 'read' });
    await create(operator, ORDER);
    operator.advanceTo(NUMBER, 'en despacho');
    return operator;
  }

  test('truncated-json', async () => {
    const operator = await operatorWith({ kind: 'truncated-json' });
    for (const [call, expected] of [
      [() => create(operator, ORDER), 201],
      [() => read(operator, NUMBER), 200],
      [() => read(operator, 'nobody'), 404],
    ] as const) {
      const { status, body } = await answerOf(call());
      expect(status).toBe(expected);
      expect(body).toMatch(/^\{"errors"/);
      expect(() => void JSON.parse(body)).toThrow(SyntaxError);
    }
    expect(operator.orders()).toHaveLength(1);
  });

  test('array', async () => {
    const operator = await operatorWith({ kind: 'array' });
    const created = await answerOf(create(operator, ORDER));
    expect(created.status).toBe(201);
    expect(JSON.parse(created.body)).toMatchObject([{ orderNumber: NUMBER }]);
    const found = await answerOf(read(operator, NUMBER));
    expect(JSON.parse(found.body)).toMatchObject([{ orderNumber: NUMBER }]);
  });

  test('wrong-content-type', async () => {
    const operator = await spoilingReads({ kind: 'wrong-content-type' });
    const response = await read(operator, NUMBER);
    expect(response.headers.get('Content-Type')).toBe('text/plain');
    expect(await deliveryOf(response)).toMatchObject({ orderNumber: NUMBER });
  });

  test('one-readable-date', async () => {
    const operator = await spoilingReads({ kind: 'one-readable-date' });
    const { data } = spoiltSchema.parse(await (await read(operator, NUMBER)).json());
    expect(data.deliveries).toMatchObject([{ last_state: 'en despacho' }]);
    expect(data.deliveries[0]?.state.map(({ date, status }) => [date === '-', status])).toEqual([
      ...[
        [true, 'en despacho'],
        [true, 'en punto de retiro'],
        [true, 'asignación aceptada'],
      ],
      [false, 'ingresado'],
    ]);
  });

  test('other-encoding', async () => {
    const operator = await spoilingReads({ kind: 'other-encoding', times: 1 });
    const response = await read(operator, NUMBER);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(bytes.toString('latin1')).toContain('asignación aceptada');
    expect(bytes.toString()).toContain('asignaci\uFFFDn aceptada');
  });

  test('drip', async () => {
    const operator = await spoilingReads({ kind: 'drip', delayMs: 2, pieceBytes: 20 });
    const start = performance.now();
    const response = await read(operator, NUMBER);
    let pieces = 0;
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          pieces += 1;
          controller.enqueue(piece);
        },
      }),
    );
    expect(await deliveryOf(new Response(body ?? null))).toMatchObject({ orderNumber: NUMBER });
    expect(pieces).toBeGreaterThan(5);
    expect(performance.now() - start).toBeGreaterThan(20);
  });

  test('drip does not keep the server from closing', async () => {
    const operator = await spoilingReads({ kind: 'drip', delayMs: 600_000 });
    const response = await read(operator, NUMBER);
    const outcome = expect(response.text()).rejects.toThrow('terminated');
    await operator.close();
    await outcome;
  });

  test('huge', async () => {
    const operator = await spoilingReads({ kind: 'huge' });
    const { headers, body } = await answerOf(read(operator, NUMBER));
    expect(headers.get('Content-Length')).toBeNull();
    expect(body.length).toBeGreaterThan(32_000_000);
    expect(JSON.parse(body)).toMatchObject({ success: true });
  });

  test('huge, and the caller turns away', async () => {
    const operator = await spoilingReads({ kind: 'huge', times: 1 });
    const response = await read(operator, NUMBER);
    await response.body?.cancel();
    expect((await read(operator, NUMBER)).status).toBe(200);
  });

  test('unknown-state', async () => {
    const operator = await spoilingReads({ kind: 'unknown-state', state: 'en revisión' });
    const { last_state, state } = await deliveryOf(await read(operator, NUMBER));
    expect(last_state).toBe('en revisión');
    expect(state.map(({ status }) => status)).toEqual([
      ...['en revisión', 'en despacho', 'en punto de retiro', 'asignación aceptada', 'ingresado'],
    ]);
    expect(operator.order(NUMBER)?.state).toBe('en despacho');
  });

  test('last-state-disagrees', async () => {
    const operator = await spoilingReads({ kind: 'last-state-disagrees' });
    const late = await deliveryOf(await read(operator, NUMBER));
    expect([late.last_state, late.state[0]?.status]).toEqual(['asignación aceptada', 'en despacho']);

    await create(operator, orderWith({ order_number: 'early' }));
    operator.advanceTo('early', 'asignación aceptada');
    const early = await deliveryOf(await read(operator, 'early'));
    expect([early.last_state, early.state[0]?.status]).toEqual(['ingresado', 'asignación aceptada']);
  });
});

describe('a fault strikes', () => {
  const kinds = (operator: SandboxOperator) => operator.requests().map(({ fault }) => fault);

  test('as many times as it is told to', async () => {
    const operator = await operatorWith({ kind: '500', times: 2 });
    for (let call = 0; call < 3; call += 1) await read(operator, NUMBER);
    expect(kinds(operator)).toEqual(['500', '500', null]);
    expect(operator.faults()).toEqual([]);
  });

  test('every call until faults are cleared', async () => {
    const operator = await operatorWith({ kind: '500' });
    await read(operator, NUMBER);
    await create(operator, ORDER);
    expect(operator.faults()).toMatchObject([{ kind: '500', verb: 'any' }]);
    operator.clearFaults();
    await read(operator, NUMBER);
    expect(kinds(operator)).toEqual(['500', '500', null]);
  });

  test('the verb that it is about', async () => {
    const operator = await operatorWith({ kind: '500', verb: 'create' });
    operator.injectFault({ kind: '503', verb: 'read' });
    await read(operator, NUMBER);
    await create(operator, ORDER);
    expect(kinds(operator)).toEqual(['503', '500']);
  });

  test('the order that it is about', async () => {
    const operator = await operatorWith({ kind: '500', orderNumber: NUMBER });
    await create(operator, orderWith({ order_number: 'other' }));
    await read(operator, 'other');
    await create(operator, ORDER);
    await read(operator, NUMBER);
    expect(kinds(operator)).toEqual([null, null, '500', '500']);
  });

  test('the account that it is about', async () => {
    const operator = await operatorFor({ tokens: ['one', 'other'] });
    operator.injectFault({ kind: '403', account: 'other', times: 1 });
    await read(operator, NUMBER, { token: 'one' });
    await read(operator, NUMBER, { token: 'other' });
    await read(operator, NUMBER, { token: 'other' });
    expect(kinds(operator)).toEqual([null, '403', null]);
  });

  test('in the order of injection, one at a time', async () => {
    const operator = await operatorWith({ kind: '500', times: 1 });
    operator.injectFault({ kind: '429', times: 1 });
    for (let call = 0; call < 3; call += 1) await read(operator, NUMBER);
    expect(kinds(operator)).toEqual(['500', '429', null]);
  });

  test('with a probability, the same for the same seed', async () => {
    const runs: (FaultKind | null)[][] = [];
    for (const seed of [7, 7, 8]) {
      const operator = await operatorFor({ seed });
      operator.injectFault({ kind: '500', probability: 0.3 });
      for (let call = 0; call < 60; call += 1) await read(operator, NUMBER);
      runs.push(kinds(operator));
    }
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).not.toEqual(runs[0]);
    const struck = runs.flat().filter((kind) => kind !== null).length;
    expect(struck / 180).toBeGreaterThan(0.15);
    expect(struck / 180).toBeLessThan(0.45);
  });

  test('after a reset as at the start', async () => {
    const operator = await operatorFor();
    const strikes = async () => {
      operator.injectFault({ kind: '500', probability: 0.5 });
      for (let call = 0; call < 20; call += 1) await read(operator, NUMBER);
      return kinds(operator);
    };
    const first = await strikes();
    operator.reset();
    expect(await strikes()).toEqual(first);
  });

  test('before the token is looked at', async () => {
    const operator = await operatorWith({ kind: '503' });
    expect((await read(operator, NUMBER, { token: 'nobodys' })).status).toBe(503);
  });

  test('neither what is no call of the interface nor the controls', async () => {
    const operator = await operatorWith({ kind: '500' });
    expect((await fetch(`${operator.url}/orders`)).status).toBe(404);
    expect((await fetch(`${operator.url}/_sandbox/orders`)).status).toBe(200);
  });
});

test('a fault that cannot be is refused', async () => {
  const operator = await operatorFor();
  expect(() => operator.injectFault({ kind: '500', times: 0 })).toThrow('times');
  expect(() => operator.injectFault({ kind: '500', probability: 2 })).toThrow('probability');
  expect(operator.faults()).toEqual([]);
});
