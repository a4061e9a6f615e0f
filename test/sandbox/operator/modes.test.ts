import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../sandbox/clock.ts';
import type { SandboxOperatorOptions } from '../../../sandbox/operator/sandbox-operator.ts';
import { create, deliveriesOf, deliveryOf, operatorFor, ORDER, orderWith, read, TOKEN } from './operator-caller.ts';

const NUMBER = 'norte #1001-F1';
const START = new Date('2026-11-20T15:00:00Z');

async function operatorIn(modes: SandboxOperatorOptions) {
  const clock = manualClock(START);
  const operator = await operatorFor({ clock, ...modes });
  const counts = () => operator.counts().map(({ posts, orders, pending }) => ({ posts, orders, pending }));
  return { clock, operator, counts };
}

describe('a repeated number', () => {
  const again = orderWith({ 'dropoff.contact.fullname': 'Otra Persona' });

  test('is refused', async () => {
    const { operator, counts } = await operatorIn({ repeats: 'refused' });
    await create(operator, ORDER);
    expect((await create(operator, again)).status).toBe(409);
    expect(counts()).toEqual([{ posts: 2, orders: 1, pending: 0 }]);
  });

  test('is taken as a second delivery, and a read tells both', async () => {
    const { clock, operator, counts } = await operatorIn({ repeats: 'taken' });
    await create(operator, ORDER);
    clock.advance(1_000);
    const second = await create(operator, again);
    expect(second.status).toBe(201);
    expect(await deliveryOf(second)).toMatchObject({ orderNumber: NUMBER, contactName: 'Otra Persona' });
    expect(await deliveriesOf(await read(operator, NUMBER))).toMatchObject([
      { orderNumber: NUMBER, contactName: 'Rosa Quispe', created: '2026-11-20T15:00:00.000Z' },
      { orderNumber: NUMBER, contactName: 'Otra Persona', created: '2026-11-20T15:00:01.000Z' },
    ]);
    expect(counts()).toEqual([{ posts: 2, orders: 2, pending: 0 }]);
    expect(operator.orders().map(({ id, orderNumber }) => [id, orderNumber])).toEqual([
      [1, NUMBER],
      [2, NUMBER],
    ]);
  });

  test('that was taken is steered with the first', async () => {
    const { operator } = await operatorIn({ repeats: 'taken' });
    await create(operator, ORDER);
    await create(operator, ORDER);
    operator.advanceTo(NUMBER, 'entregado');
    operator.changeRecord(NUMBER, { notes: 'Dejado en portería' });
    expect(await deliveriesOf(await read(operator, NUMBER))).toMatchObject(
      Array(2).fill({ last_state: 'entregado', notes: 'Dejado en portería' }),
    );
  });

  test('is answered with the first record', async () => {
    const { operator, counts } = await operatorIn({ repeats: 'answered' });
    await create(operator, ORDER);
    const second = await create(operator, again);
    expect(second.status).toBe(200);
    expect(await deliveryOf(second)).toMatchObject({ contactName: 'Rosa Quispe' });
    expect(counts()).toEqual([{ posts: 2, orders: 1, pending: 0 }]);
  });

  test('is another order for another account', async () => {
    const { operator, counts } = await operatorIn({ repeats: 'answered', tokens: [TOKEN, 'other'] });
    await create(operator, ORDER);
    expect((await create(operator, ORDER, { token: 'other' })).status).toBe(201);
    expect(counts()).toEqual(Array(2).fill({ posts: 1, orders: 1, pending: 0 }));
  });
});

describe('an order that is registered late', () => {
  test('is answered at once and found after its time, in its first state', async () => {
    const { clock, operator, counts } = await operatorIn({ registersAfterSeconds: 40 });
    expect((await create(operator, orderWith({ url_tracking: true }))).status).toBe(201);
    clock.advance(39_999);
    expect((await read(operator, NUMBER)).status).toBe(404);
    expect((await fetch(`${operator.url}/tracking/1`)).status).toBe(404);
    expect([operator.orders(), operator.order(NUMBER)]).toEqual([[], null]);
    expect(() => operator.advanceTo(NUMBER, 'entregado')).toThrow(NUMBER);
    expect(counts()).toEqual([{ posts: 1, orders: 0, pending: 1 }]);
    clock.advance(1);
    expect(await deliveryOf(await read(operator, NUMBER))).toMatchObject({
      created: '2026-11-20T15:00:40.000Z',
      state: [{ status: 'ingresado', date: '20-11-2026 10:00:40' }],
    });
    expect(counts()).toEqual([{ posts: 1, orders: 1, pending: 0 }]);
    expect(operator.pendingOrders()).toEqual([]);
  });

  test('has its number already: a repeat is refused before the first can be read', async () => {
    const { clock, operator, counts } = await operatorIn({ registersAfterSeconds: 40 });
    await create(operator, ORDER);
    expect((await create(operator, ORDER)).status).toBe(409);
    clock.advance(40_000);
    expect(counts()).toEqual([{ posts: 2, orders: 1, pending: 0 }]);
  });

  test('and repeated at an operator that takes repeats is two deliveries', async () => {
    const { clock, operator, counts } = await operatorIn({ registersAfterSeconds: 40, repeats: 'taken' });
    operator.injectFault({ kind: 'reset-after-accepting', times: 1 });
    await expect(create(operator, ORDER)).rejects.toThrow('fetch failed');
    clock.advance(26_000);
    expect((await read(operator, NUMBER)).status).toBe(404);
    await create(operator, ORDER);
    clock.advance(14_000);
    expect(counts()).toEqual([{ posts: 2, orders: 1, pending: 1 }]);
    clock.advance(26_000);
    expect(counts()).toEqual([{ posts: 2, orders: 2, pending: 0 }]);
  });

  test('only when the caller has given up is never answered', async () => {
    const { operator, counts } = await operatorIn({ registers: 'after-caller-gone' });
    const caller = new AbortController();
    const outcome = expect(create(operator, ORDER, { signal: caller.signal })).rejects.toThrow('aborted');
    await expect.poll(() => operator.requests()).toHaveLength(1);
    expect(counts()).toEqual([{ posts: 1, orders: 0, pending: 0 }]);
    expect((await read(operator, NUMBER)).status).toBe(404);
    caller.abort();
    await outcome;
    await expect.poll(counts).toEqual([{ posts: 1, orders: 1, pending: 0 }]);
    expect((await read(operator, NUMBER)).status).toBe(200);
  });

  test('so many seconds after the caller has given up', async () => {
    const { clock, operator, counts } = await operatorIn({ registers: 'after-caller-gone', registersAfterSeconds: 5 });
    const caller = new AbortController();
    const outcome = expect(create(operator, ORDER, { signal: caller.signal })).rejects.toThrow('aborted');
    await expect.poll(() => operator.requests()).toHaveLength(1);
    clock.advance(60_000);
    caller.abort();
    await outcome;
    await expect.poll(counts).toEqual([{ posts: 1, orders: 0, pending: 1 }]);
    clock.advance(5_000);
    expect(counts()).toEqual([{ posts: 1, orders: 1, pending: 0 }]);
  });
});

describe('a proxy in front of the operator', () => {
  test.each([
    ['404', 404],
    ['405', 405],
    ['418', 418],
    ['redirect', 308],
    ['html', 200],
    ['403', 403],
    ['502', 502],
  ] as const)('that says %s keeps the calls from it until it is gone', async (proxy, status) => {
    const { operator, counts } = await operatorIn({ proxy });
    // a fault of the operator does not strike, and is not used up
    operator.injectFault({ kind: '500', verb: 'read', times: 1 });
    const response = await create(operator, ORDER);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect((await read(operator, NUMBER, { token: 'nobodys' })).status).toBe(status);
    expect(operator.requests()).toMatchObject([
      { verb: 'create', status, fault: `proxy-${proxy}` },
      { verb: 'read', status, fault: `proxy-${proxy}` },
    ]);
    expect(counts()).toEqual([{ posts: 1, orders: 0, pending: 0 }]);
    operator.setModes({ proxy: 'none' });
    expect((await read(operator, NUMBER)).status).toBe(500);
    expect((await create(operator, ORDER)).status).toBe(201);
  });

  test('that redirects names a path that the log shows when it is followed', async () => {
    const { operator } = await operatorIn({ proxy: 'redirect' });
    await fetch(`${operator.url}/order`, { method: 'POST', body: JSON.stringify(ORDER) });
    expect(operator.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...['POST /order', 'POST /maintenance'],
    ]);
  });
});

describe('answers in another encoding', () => {
  const named = orderWith({ 'dropoff.contact.fullname': 'Íñigo Muñoz 🛵' });
  const LATIN1 = '"Íñigo Muñoz ?"';
  const WHOLE = '"Íñigo Muñoz 🛵"';

  test.each([
    ['utf-8', 'application/json; charset=utf-8', 'utf-8', WHOLE],
    ['utf-8-with-bom', 'application/json; charset=utf-8', 'utf-8', WHOLE],
    ['latin1', 'application/json; charset=iso-8859-1', 'latin1', LATIN1],
    ['latin1-undeclared', 'application/json', 'latin1', LATIN1],
    ['latin1-declared-utf-8', 'application/json; charset=utf-8', 'latin1', LATIN1],
    ['utf-16', 'application/json; charset=utf-16', 'utf-16le', WHOLE],
    ['utf-16-undeclared', 'application/json', 'utf-16le', WHOLE],
  ] as const)('%s', async (encoding, contentType, decoder, name) => {
    const { operator } = await operatorIn({ encoding });
    for (const call of [() => create(operator, named), () => read(operator, NUMBER)]) {
      const response = await call();
      expect(response.headers.get('Content-Type')).toBe(contentType);
      const text = new TextDecoder(decoder).decode(await response.arrayBuffer());
      expect(text).toContain(`"contactName":${name}`);
      expect(JSON.parse(text)).toMatchObject({ success: true });
    }
  });

  test('is seen as a byte order mark at the start', async () => {
    for (const [encoding, bytes] of [
      ['utf-8-with-bom', [0xef, 0xbb, 0xbf]],
      ['utf-16', [0xff, 0xfe]],
    ] as const) {
      const { operator } = await operatorIn({ encoding });
      const body = Buffer.from(await (await read(operator, 'nobody')).arrayBuffer());
      expect([...body.subarray(0, bytes.length)]).toEqual(bytes);
    }
  });
});

test('each read adds entries to the old end of the history', async () => {
  const { operator } = await operatorIn({ historyEntriesPerRead: 300 });
  await create(operator, ORDER);
  operator.setState(NUMBER, 'sin moradores');
  for (const entries of [302, 602]) {
    const { last_state, state } = await deliveryOf(await read(operator, NUMBER));
    expect([last_state, state[0]?.status]).toEqual(['sin moradores', 'sin moradores']);
    expect(new Set(state.map(({ date, status }) => `${date} ${status}`)).size).toBe(entries);
    expect(state.at(-1)?.status).toBe(`punto de ruta ${entries - 2}`);
  }
});

describe('the record of an order', () => {
  test('says what was changed, of what was changed', async () => {
    const { clock, operator } = await operatorIn({});
    await create(operator, orderWith({ notes: 'Tocar el timbre', url_tracking: true }));
    clock.advance(60_000);
    operator.changeRecord(NUMBER, { deliveryDate: new Date('2026-11-23T23:00:00Z') });
    expect(await deliveryOf(await read(operator, NUMBER))).toMatchObject({
      notes: 'Tocar el timbre',
      deliveryDate: '2026-11-23T23:00:00.000Z',
      updated: '2026-11-20T15:01:00.000Z',
      trackingURL: `${operator.url}/tracking/1`,
    });
    clock.advance(60_000);
    operator.setState(NUMBER, 'almacenaje');
    operator.changeRecord(NUMBER, { notes: '', trackingURL: 'https://other.example/1' });
    clock.advance(60_000);
    operator.setState(NUMBER, 'en despacho');
    expect(await deliveryOf(await read(operator, NUMBER))).toMatchObject({
      notes: '',
      deliveryDate: '2026-11-23T23:00:00.000Z',
      updated: '2026-11-20T15:03:00.000Z',
      trackingURL: 'https://other.example/1',
    });
  });

  test('that nobody made cannot be changed', async () => {
    const { operator } = await operatorIn({});
    expect(() => operator.changeRecord('nobody', { notes: 'x' })).toThrow('nobody');
  });
});

test('modes that are not named stay as they are, and those of the start come back', async () => {
  const { operator } = await operatorIn({ repeats: 'taken', createAnswer: 'empty' });
  operator.setModes({ unknownOrderAnswer: 'no-deliveries', createAnswer: undefined });
  expect(operator.modes()).toMatchObject({
    repeats: 'taken',
    createAnswer: 'empty',
    unknownOrderAnswer: 'no-deliveries',
  });
  expect(await deliveriesOf(await read(operator, NUMBER))).toEqual([]);
  operator.reset();
  expect(operator.modes()).toMatchObject({ repeats: 'taken', createAnswer: 'empty', unknownOrderAnswer: '404' });
});

test('a mode that cannot be is refused', async () => {
  const { operator } = await operatorIn({});
  expect(() => operator.setModes({ registersAfterSeconds: -1 })).toThrow('registersAfterSeconds');
  await expect(operatorFor({ historyEntriesPerRead: 0.5 })).rejects.toThrow('historyEntriesPerRead');
});
