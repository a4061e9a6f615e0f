import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock } from '../../../sandbox/clock.ts';
import { create, deliveryOf, operatorFor, ORDER, orderWith, read, TOKEN } from './operator-caller.ts';

const NUMBER = 'norte #1001-F1';
const ORDER_PATH = `orders/${encodeURIComponent(NUMBER)}`;
const START = '2026-11-20T15:00:00.000Z';

async function operatorAt(start = START) {
  const clock = manualClock(new Date(start));
  const operator = await operatorFor({ clock });
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${operator.url}/_sandbox/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return { status: response.status, answer };
  };
  return { clock, operator, control };
}

describe('over HTTP one can', () => {
  test('see the orders', async () => {
    const { operator, control } = await operatorAt();
    await create(operator, ORDER);
    const held = {
      id: 1,
      account: TOKEN,
      orderNumber: NUMBER,
      receivedAt: START,
      registeredAt: START,
      changes: {},
      changedAt: null,
      rawBody: JSON.stringify(ORDER),
      order: ORDER,
      state: 'ingresado',
      history: [{ status: 'ingresado', at: START }],
    };
    expect(await control('GET', 'orders')).toEqual({ status: 200, answer: { orders: [held] } });
    expect(await control('GET', ORDER_PATH)).toEqual({ status: 200, answer: held });
  });

  test('see the requests, controls not among them', async () => {
    const { operator, control } = await operatorAt();
    await read(operator, 'x');
    await control('GET', 'orders');
    expect(await control('GET', 'requests')).toMatchObject({
      status: 200,
      answer: { requests: [{ at: START, method: 'GET', path: '/order/x', status: 404, fault: null, body: '' }] },
    });
    expect(operator.requests()).toHaveLength(1);
  });

  test('put an order in a state', async () => {
    const { clock, operator, control } = await operatorAt();
    await create(operator, ORDER);
    clock.advance(60_000);
    const now = await control('POST', `${ORDER_PATH}/state`, { status: 'sin moradores' });
    expect(now).toMatchObject({ status: 200, answer: { state: 'sin moradores' } });
    await control('POST', `${ORDER_PATH}/state`, { status: 'almacenaje', at: '2026-11-20T10:00:30-05:00' });
    expect(operator.order(NUMBER)?.history).toEqual([
      { status: 'sin moradores', at: new Date('2026-11-20T15:01:00Z') },
      { status: 'almacenaje', at: new Date('2026-11-20T15:00:30Z') },
      { status: 'ingresado', at: new Date(START) },
    ]);
  });

  test('advance an order', async () => {
    const { operator, control } = await operatorAt();
    await create(operator, ORDER);
    expect(await control('POST', `${ORDER_PATH}/state`, { advanceTo: 'en camino entrega' })).toMatchObject({
      status: 200,
      answer: { state: 'en camino entrega', history: { length: 5 } },
    });
  });

  test('name the account that is meant', async () => {
    const { operator, control } = await operatorAt();
    operator.addToken('other');
    await create(operator, ORDER);
    await create(operator, ORDER, { token: 'other' });
    await control('POST', `${ORDER_PATH}/state?account=other`, { status: 'extraviado' });
    expect(await control('GET', ORDER_PATH)).toMatchObject({ answer: { account: TOKEN, state: 'ingresado' } });
    expect(await control('GET', `${ORDER_PATH}?account=other`)).toMatchObject({ answer: { state: 'extraviado' } });
  });

  test('change what the record of an order says', async () => {
    const { clock, operator, control } = await operatorAt();
    await create(operator, ORDER);
    clock.advance(60_000);
    const notes = 'x'.repeat(100_000);
    const changes = { notes, deliveryDate: '2026-11-25T10:00:00-05:00' };
    expect(await control('POST', `${ORDER_PATH}/record`, changes)).toMatchObject({ status: 200 });
    expect(await deliveryOf(await read(operator, NUMBER))).toMatchObject({
      notes,
      deliveryDate: '2026-11-25T15:00:00.000Z',
      updated: '2026-11-20T15:01:00.000Z',
    });
    await control('POST', `${ORDER_PATH}/record`, { updated: '2026-11-01T00:00:00Z' });
    expect(await deliveryOf(await read(operator, NUMBER))).toMatchObject({
      notes,
      updated: '2026-11-01T00:00:00.000Z',
    });
  });

  test('see and set the modes', async () => {
    const { operator, control } = await operatorAt();
    expect(await control('GET', 'modes')).toMatchObject({ answer: { repeats: 'refused', registersAfterSeconds: 0 } });
    const changed = { repeats: 'taken', registersAfterSeconds: 40 };
    expect(await control('POST', 'modes', changed)).toMatchObject({ status: 200, answer: changed });
    expect(await control('POST', 'modes', { encoding: 'latin1' })).toMatchObject({
      answer: { ...changed, encoding: 'latin1' },
    });
    await control('POST', 'reset');
    expect(operator.modes()).toMatchObject({ repeats: 'refused', registersAfterSeconds: 0, encoding: 'utf-8' });
  });

  test('count posts and delivery orders by number, and see those that are not registered', async () => {
    const { clock, operator, control } = await operatorAt();
    await control('POST', 'modes', { repeats: 'taken', registersAfterSeconds: 40 });
    await create(operator, ORDER);
    await create(operator, ORDER);
    clock.advance(40_000);
    operator.injectFault({ kind: '500', times: 1 });
    await create(operator, ORDER);
    await create(operator, orderWith({ order_number: 'other' }), { token: 'nobodys' });
    await create(operator, ORDER);
    expect(await control('GET', 'counts')).toEqual({
      status: 200,
      answer: {
        counts: [
          { account: TOKEN, orderNumber: NUMBER, posts: 4, orders: 2, pending: 1 },
          { account: null, orderNumber: 'other', posts: 1, orders: 0, pending: 0 },
        ],
      },
    });
    expect(await control('GET', 'pending')).toMatchObject({ answer: { orders: [{ id: 3, orderNumber: NUMBER }] } });
  });

  test('inject, see and clear faults', async () => {
    const { operator, control } = await operatorAt();
    const injected = await control('POST', 'faults', {
      kind: '429-retry-after',
      verb: 'read',
      times: 2,
      retryAfter: 9,
    });
    expect(injected).toMatchObject({ status: 200, answer: { faults: [{ kind: '429-retry-after', times: 2 }] } });
    expect((await read(operator, 'x')).headers.get('Retry-After')).toBe('9');
    expect(await control('GET', 'faults')).toMatchObject({ answer: { faults: [{ times: 1 }] } });
    expect(await control('DELETE', 'faults')).toEqual({ status: 200, answer: { faults: [] } });
    expect((await read(operator, 'x')).status).toBe(404);
  });

  test('add and revoke tokens', async () => {
    const { operator, control } = await operatorAt();
    await control('POST', 'tokens', { token: 'fresh', branches: [9] });
    const fromBranch = orderWith({ 'pickup.location.id': 9 });
    expect((await create(operator, fromBranch, { token: 'fresh' })).status).toBe(201);
    await control('POST', 'tokens', { token: 'again', account: 'fresh' });
    expect((await read(operator, NUMBER, { token: 'again' })).status).toBe(200);
    await control('DELETE', 'tokens/fresh');
    expect((await read(operator, NUMBER, { token: 'fresh' })).status).toBe(403);
  });

  test('begin anew', async () => {
    const { operator, control } = await operatorAt();
    operator.injectFault({ kind: '500', verb: 'read' });
    operator.addToken('added');
    operator.revokeToken(TOKEN);
    await create(operator, ORDER, { token: 'added' });
    expect(await control('POST', 'reset')).toEqual({ status: 200, answer: {} });
    expect([operator.orders(), operator.requests(), operator.faults()]).toEqual([[], [], []]);
    expect((await create(operator, ORDER, { token: 'added' })).status).toBe(401);
    expect((await create(operator, ORDER)).status).toBe(201);
  });
});

test.each([
  ['GET', 'nothing', undefined, 404],
  ['DELETE', 'orders', undefined, 404],
  ['GET', 'orders/nobody', undefined, 404],
  ['GET', 'orders/%E0%A4%A', undefined, 400],
  ['POST', 'orders/nobody/state', { status: 'entregado' }, 404],
  ['POST', 'orders/nobody/state', { advanceTo: 'perdido' }, 400],
  ['POST', 'orders/nobody/state', { status: 'entregado', at: 'yesterday' }, 400],
  ['POST', 'orders/nobody/state', undefined, 400],
  ['POST', 'orders/nobody/record', { notes: 'x' }, 404],
  ['POST', 'orders/nobody/record', { last_state: 'entregado' }, 400],
  ['POST', 'modes', { repeats: 'sometimes' }, 400],
  ['POST', 'modes', { mood: 'bad' }, 400],
  ['POST', 'faults', { kind: 'earthquake' }, 400],
  ['POST', 'faults', { kind: '500', when: 'now' }, 400],
  ['POST', 'tokens', { token: 'two words' }, 400],
])('%s %s with %j is answered %4$d', async (method, path, body, status) => {
  const { operator, control } = await operatorAt();
  const refused = await control(method, path, body);
  expect(refused.status).toBe(status);
  expect(Object.keys(z.record(z.string(), z.string().min(1)).parse(refused.answer))).toEqual(['error']);
  expect(operator.faults()).toEqual([]);
});

test('a control whose body is not JSON is refused', async () => {
  const { operator } = await operatorAt();
  const response = await fetch(`${operator.url}/_sandbox/faults`, { method: 'POST', body: '{kind' });
  expect(response.status).toBe(400);
});
