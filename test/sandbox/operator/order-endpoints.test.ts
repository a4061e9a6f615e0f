import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../sandbox/clock.ts';
import {
  create,
  deliveriesOf,
  deliveryOf,
  errorsOf,
  operatorFor,
  ORDER,
  orderWith,
  read,
  TOKEN,
} from './operator-caller.ts';

const NUMBER = 'norte #1001-F1';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

describe('a creation', () => {
  test('is answered with the record, in its first state', async () => {
    const operator = await operatorFor({ clock: manualClock(new Date('2026-11-20T15:04:05.678Z')) });
    const response = await create(operator, orderWith({ notes: 'Tocar el timbre' }));
    expect(response.status).toBe(201);
    expect(await deliveryOf(response)).toEqual({
      notes: 'Tocar el timbre',
      created: '2026-11-20T15:04:05.678Z',
      updated: '2026-11-20T15:04:05.678Z',
      contactName: 'Rosa Quispe',
      contactPhone: '+51987654321',
      contactEmail: 'rosa@example.pe',
      orderNumber: NUMBER,
      deliveryDate: '2026-11-21T23:00:00.000Z',
      last_state: 'ingresado',
      state: [{ date: '20-11-2026 10:04:05', status: 'ingresado' }],
      packages: [
        { name: 'Taza', price: 2990, qty: '2' },
        { name: 'Plato', price: 0, qty: '1' },
      ],
    });
  });

  test('is kept with its body as it came', async () => {
    const operator = await operatorFor();
    const body = `${JSON.stringify(ORDER, null, 2)}\n`;
    await fetch(`${operator.url}/order`, { method: 'POST', headers: AUTHORIZED, body });
    expect(operator.orders()).toMatchObject([{ account: TOKEN, orderNumber: NUMBER, rawBody: body, order: ORDER }]);
  });

  test('of a number that the account has is a conflict, and changes nothing', async () => {
    const operator = await operatorFor();
    await create(operator, ORDER);
    const response = await create(operator, orderWith({ 'dropoff.contact.fullname': 'Otra Persona' }));
    expect(response.status).toBe(409);
    expect(await errorsOf(response)).toEqual([
      { field: 'order_number', message: `order_number ${NUMBER} already exists` },
    ]);
    expect(operator.orders()).toMatchObject([{ order: { dropoff: { contact: { fullname: 'Rosa Quispe' } } } }]);
  });

  test('of one number many times at once registers one order', async () => {
    const operator = await operatorFor();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(operator, ORDER)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(operator.orders()).toHaveLength(1);
  });

  test.each([
    ['envelope', { errors: null, success: true, data: { deliveries: [{ orderNumber: NUMBER }] } }],
    ['array', [{ orderNumber: NUMBER, contactName: 'Rosa Quispe' }]],
    ['object', { orderNumber: NUMBER, contactName: 'Rosa Quispe' }],
  ] as const)('can be answered with: %s', async (createAnswer, answer) => {
    const operator = await operatorFor({ createAnswer });
    const response = await create(operator, orderWith({ url_tracking: true }));
    expect(response.status).toBe(201);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject(answer);
    expect(body).toContain('"trackingURL":"http');
  });

  test('can be answered with nothing, or with a word', async () => {
    const silent = await create(await operatorFor({ createAnswer: 'empty' }), ORDER);
    expect([silent.status, await silent.text()]).toEqual([201, '']);
    const curt = await create(await operatorFor({ createAnswer: 'text' }), ORDER);
    expect([curt.status, curt.headers.get('Content-Type'), await curt.text()]).toEqual([
      201,
      'text/plain; charset=utf-8',
      'created',
    ]);
  });
});

describe('a tracking URL', () => {
  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
  ])('with url_tracking %j is in the record: %j', async (wanted, given) => {
    const operator = await operatorFor();
    const created = await deliveryOf(await create(operator, orderWith({ url_tracking: wanted })));
    const found = await deliveryOf(await read(operator, NUMBER));
    expect('trackingURL' in created).toBe(given);
    expect('trackingURL' in found).toBe(given);
  });

  test('leads to a page that shows the state and no recipient', async () => {
    const operator = await operatorFor();
    const { trackingURL = '' } = await deliveryOf(await create(operator, orderWith({ url_tracking: true })));
    operator.advanceTo(NUMBER, 'en despacho');
    const page = await (await fetch(trackingURL)).text();
    expect(page).toContain(`${NUMBER}: en despacho`);
    expect(page).not.toMatch(/Rosa|Arequipa|987654321|example\.pe/);
    expect((await fetch(`${operator.url}/tracking/2`)).status).toBe(404);
  });

  test('can lead elsewhere', async () => {
    const operator = await operatorFor({ trackingBaseUrl: 'https://seguimiento.example.pe/t' });
    const created = await deliveryOf(await create(operator, orderWith({ url_tracking: true })));
    expect(created.trackingURL).toBe('https://seguimiento.example.pe/t/1');
  });
});

describe('a read', () => {
  test.each(['A 1', 'A#1', 'a/b/c', '100%', '%2F', '?x=1&y', 'ñandú 🛵', '..x', ' blank ', 'a+b', '"q"\\', 'A;1'])(
    'finds the order number %j in one path segment',
    async (orderNumber) => {
      const operator = await operatorFor();
      await create(operator, orderWith({ order_number: orderNumber }));
      const response = await read(operator, orderNumber);
      expect(response.status).toBe(200);
      expect(await deliveryOf(response)).toMatchObject({ orderNumber });
    },
  );

  test('takes an order number literally: upper and lower case, blanks', async () => {
    const operator = await operatorFor();
    await create(operator, orderWith({ order_number: 'a 1' }));
    for (const other of ['A 1', 'a  1', 'a 1 ', 'a+1']) expect((await read(operator, other)).status).toBe(404);
  });

  test('does not find an order number that was not encoded', async () => {
    const operator = await operatorFor();
    await create(operator, orderWith({ order_number: 'A/1' }));
    expect((await fetch(`${operator.url}/order/A/1`, { headers: AUTHORIZED })).status).toBe(404);
  });

  test('refuses what is no percent-encoding', async () => {
    const { url } = await operatorFor();
    expect((await fetch(`${url}/order/%E0%A4%A`, { headers: AUTHORIZED })).status).toBe(400);
  });

  test('of an unknown number is 404, or 200 in two forms', async () => {
    const strict = await read(await operatorFor(), 'nobody');
    expect(strict.status).toBe(404);
    expect(await errorsOf(strict)).toEqual([{ message: 'order nobody does not exist' }]);

    const lenient = await read(await operatorFor({ unknownOrderAnswer: 'unsuccessful' }), 'nobody');
    expect(lenient.status).toBe(200);
    expect(await errorsOf(lenient)).toHaveLength(1);

    const bare = await read(await operatorFor({ unknownOrderAnswer: 'no-deliveries' }), 'nobody');
    expect(bare.status).toBe(200);
    expect(await deliveriesOf(bare)).toEqual([]);
  });

  test('can find several deliveries under one number', async () => {
    const operator = await operatorFor({
      deliveriesPerNumber: 'several',
      clock: manualClock(new Date('2026-11-20T15:00:00Z')),
    });
    await create(operator, ORDER);
    const deliveries = await deliveriesOf(await read(operator, NUMBER));
    expect(deliveries.map(({ orderNumber, created, last_state }) => [orderNumber, created, last_state])).toEqual([
      [NUMBER, '2026-11-19T15:00:00.000Z', 'entregado'],
      [NUMBER, '2026-11-20T15:00:00.000Z', 'ingresado'],
      [`${NUMBER}-2`, '2026-11-20T15:00:00.000Z', 'entregado'],
    ]);
  });

  test('takes no body', async () => {
    const { url } = await operatorFor();
    const headers = { ...AUTHORIZED, 'Content-Length': 2 };
    const sent = request(`${url}/order/x`, { headers, agent: false }).end('{}');
    const body = await new Promise((resolve, reject) => {
      sent.on('error', reject).on('response', (response) => resolve(text(response)));
    });
    expect(body).toContain('a read takes no body');
  });
});

describe('the caller', () => {
  test.each([
    ['no header', undefined],
    ['another scheme', `Basic ${TOKEN}`],
    ['the bare token', TOKEN],
    ['no token', 'Bearer '],
    ['an unknown token', 'Bearer nobodys'],
    ['two tokens', `Bearer ${TOKEN} ${TOKEN}`],
  ])('with %s is not known', async (_title, authorization) => {
    const operator = await operatorFor();
    const headers = { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) };
    for (const call of [
      fetch(`${operator.url}/order`, { method: 'POST', headers, body: JSON.stringify(ORDER) }),
      fetch(`${operator.url}/order/x`, { headers }),
    ]) {
      const response = await call;
      expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
      await errorsOf(response);
    }
    expect(operator.orders()).toEqual([]);
    expect(operator.requests().map(({ account }) => account)).toEqual([null, null]);
  });

  test('with a revoked token is refused until the token is good again', async () => {
    const operator = await operatorFor();
    operator.revokeToken(TOKEN);
    expect((await create(operator, ORDER)).status).toBe(403);
    expect((await read(operator, NUMBER)).status).toBe(403);
    expect(operator.orders()).toEqual([]);
    operator.addToken(TOKEN);
    expect((await create(operator, ORDER)).status).toBe(201);
  });

  test('sees the orders of its own account only', async () => {
    const operator = await operatorFor({ tokens: ['one', 'other'] });
    await create(operator, orderWith({ 'dropoff.contact.fullname': 'Una' }), { token: 'one' });
    expect((await read(operator, NUMBER, { token: 'other' })).status).toBe(404);
    const response = await create(operator, orderWith({ 'dropoff.contact.fullname': 'Otra' }), { token: 'other' });
    expect(response.status).toBe(201);
    expect(await deliveryOf(await read(operator, NUMBER, { token: 'one' }))).toMatchObject({ contactName: 'Una' });
    expect(await deliveryOf(await read(operator, NUMBER, { token: 'other' }))).toMatchObject({ contactName: 'Otra' });
    expect(operator.orders().map(({ account }) => account)).toEqual(['one', 'other']);
    expect(operator.order(NUMBER, 'other')).toMatchObject({ order: { dropoff: { contact: { fullname: 'Otra' } } } });
  });

  test('with a new token of the same account sees its orders', async () => {
    const operator = await operatorFor();
    await create(operator, ORDER);
    operator.revokeToken(TOKEN);
    operator.addToken('replacement', { account: TOKEN });
    expect((await read(operator, NUMBER, { token: 'replacement' })).status).toBe(200);
    expect((await create(operator, ORDER, { token: 'replacement' })).status).toBe(409);
  });
});

describe('the request', () => {
  const URL_ENCODED = 'application/x-www-form-urlencoded';

  test.each([undefined, 'text/plain', URL_ENCODED, 'application/json-patch+json', 'application/json; charset=latin1'])(
    'with Content-Type %j is refused',
    async (contentType) => {
      const operator = await operatorFor();
      const headers = { Authorization: `Bearer ${TOKEN}`, ...(contentType && { 'Content-Type': contentType }) };
      const body = Buffer.from(JSON.stringify(ORDER));
      expect((await fetch(`${operator.url}/order`, { method: 'POST', headers, body })).status).toBe(415);
      expect((await fetch(`${operator.url}/order/x`, { headers })).status).toBe(415);
      expect(operator.orders()).toEqual([]);
    },
  );

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'with Content-Type %j is taken',
    async (contentType) => {
      const { url } = await operatorFor();
      const headers = { ...AUTHORIZED, 'Content-Type': contentType };
      expect((await fetch(`${url}/order`, { method: 'POST', headers, body: JSON.stringify(ORDER) })).status).toBe(201);
    },
  );

  test.each([
    ['nothing', ''],
    ['cut-off JSON', JSON.stringify(ORDER).slice(0, -1)],
    ['a form', 'order_number=1'],
    ['JSON and more', `${JSON.stringify(ORDER)};`],
    ['another encoding', Buffer.from(JSON.stringify(orderWith({ notes: 'piñata' })), 'latin1')],
  ])('with %s for a body is refused', async (_title, body) => {
    const operator = await operatorFor();
    const response = await fetch(`${operator.url}/order`, { method: 'POST', headers: AUTHORIZED, body });
    expect(response.status).toBe(400);
    await errorsOf(response);
    expect(operator.orders()).toEqual([]);
  });

  test('may be as long as the limit and no longer', async () => {
    const limit = JSON.stringify(ORDER).length;
    const operator = await operatorFor({ bodyLimitBytes: limit });
    const long = await create(operator, orderWith({ order_number: `${NUMBER}0` }));
    expect(long.status).toBe(413);
    await errorsOf(long);
    expect((await create(operator, ORDER)).status).toBe(201);
  });

  test('that is very long is read to its end and refused', async () => {
    const operator = await operatorFor();
    const response = await create(operator, orderWith({ notes: 'x'.repeat(8_000_000) }));
    expect(response.status).toBe(413);
    expect(operator.requests()).toMatchObject([{ verb: 'create', body: '', status: 413 }]);
  });

  test.each([
    ['GET', '/order', 405, 'POST'],
    ['PUT', '/order', 405, 'POST'],
    ['DELETE', '/order/x', 405, 'GET'],
    ['POST', '/order/x', 405, 'GET'],
    ['POST', '/order/', 404, null],
    ['GET', '/order/', 404, null],
    ['GET', '/', 404, null],
    ['POST', '/orders', 404, null],
    ['GET', '/order/x/', 404, null],
  ])('%s %s is answered %d', async (method, path, status, allow) => {
    const operator = await operatorFor();
    const response = await fetch(operator.url + path, { method, headers: AUTHORIZED });
    expect([response.status, response.headers.get('Allow')]).toEqual([status, allow]);
    expect(operator.requests()).toMatchObject([{ method, path, verb: null, status }]);
  });
});

describe('the rate limit', () => {
  test('counts the calls of one account in a minute', async () => {
    const clock = manualClock(new Date('2026-11-20T15:00:00Z'));
    const operator = await operatorFor({ clock, rateLimit: 2, tokens: [TOKEN, 'other'] });
    expect((await create(operator, ORDER)).status).toBe(201);
    clock.advance(30_000);
    expect((await read(operator, NUMBER)).status).toBe(200);
    clock.advance(29_999);
    expect((await read(operator, NUMBER)).status).toBe(429);
    expect((await create(operator, ORDER, { token: 'other' })).status).toBe(201);
    clock.advance(1);
    expect((await read(operator, NUMBER)).status).toBe(200);
    expect((await read(operator, NUMBER)).status).toBe(429);
    operator.reset();
    expect((await read(operator, NUMBER)).status).toBe(404);
  });
});

test('every request is logged as received', async () => {
  const at = new Date('2026-11-20T15:00:00Z');
  const operator = await operatorFor({ clock: manualClock(at) });
  await create(operator, ORDER);
  await read(operator, NUMBER);
  await create(operator, { order_number: 'X' });
  const common = { at, account: TOKEN, fault: null };
  expect(operator.requests()).toEqual([
    {
      ...common,
      method: 'POST',
      path: '/order',
      verb: 'create',
      orderNumber: NUMBER,
      status: 201,
      body: JSON.stringify(ORDER),
    },
    {
      ...common,
      method: 'GET',
      path: '/order/norte%20%231001-F1',
      verb: 'read',
      orderNumber: NUMBER,
      status: 200,
      body: '',
    },
    {
      ...common,
      method: 'POST',
      path: '/order',
      verb: 'create',
      orderNumber: 'X',
      status: 422,
      body: '{"order_number":"X"}',
    },
  ]);
});

test('a zone that does not exist is refused', async () => {
  await expect(operatorFor({ timeZone: 'America/Nowhere' })).rejects.toThrow('America/Nowhere');
});

test('a port that is taken is refused', async () => {
  const { url } = await operatorFor();
  await expect(operatorFor({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
