import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { knowledgeAfter } from '../../app/domain/hand-over/knowledge.ts';
import { checkToken, createOrder, findOrder, type OperatorAccess } from '../../app/operator/client.ts';
import { ORDER } from '../contract/an-order.ts';
import { TOKEN } from '../contract/operator-account.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { serverAnswering, serverSaying } from './answering-server.ts';
import { failureOf } from './failure-of.ts';

/** Answers of operators and gateways that the interface does not describe, and what they mean for the one courier. */

const NUMBER = ORDER.order_number;
const { fullname: contactName, phone: contactPhone, email: contactEmail } = ORDER.dropoff.contact;
const RECORD = { orderNumber: NUMBER, contactName, contactPhone, contactEmail, trackingURL: 'https://track.example/1' };
const OTHER_BUYER = { contactName: 'Zoila Quispe', contactPhone: '+51911222333', contactEmail: 'zoila@example.pe' };

async function accessTo(status: number, content: unknown): Promise<OperatorAccess> {
  const { url } = await serverSaying(status, content);
  return { baseUrl: url, token: TOKEN, pace: TEST_PACE.operator };
}

describe('a creation is looked up before anything else after', () => {
  it.each<[string, unknown]>([
    ['a status of refusal', { status: 'rejected', message: 'outside of our area' }],
    ['a result of refusal', { result: 'error', message: 'intente más tarde' }],
    ['a status of HTTP in the answer', { statusCode: 503, message: 'busy' }],
    ['such a status as a text', { code: '422', message: 'not today' }],
    ['a refusal in Spanish', { exito: false }],
    ['keys in capitals', { Success: false, Errors: ['sin cobertura'] }],
    ['the fault of a gateway', { fault: { faultstring: 'Rate limit quota violation' } }],
    ['a complaint as the only word', { message: 'The district is not served' }],
    ['a complaint in Spanish', { mensaje: 'No se pudo registrar el pedido' }],
    ['maintenance as text', 'Sistema en mantenimiento'],
    ['a list of nothing', [null]],
    ['the record of another buyer', { data: { deliveries: [{ ...RECORD, ...OTHER_BUYER }] } }],
    [
      'the record of another buyer, with another number',
      { data: { deliveries: [{ ...RECORD, ...OTHER_BUYER, orderNumber: 'sur-7' }] } },
    ],
  ])('%s', async (_what, content) => {
    const error = await failureOf(createOrder(await accessTo(200, content), ORDER));
    expect(knowledgeAfter(error.end)).toBe('may-have');
    expect(error.message).not.toContain('Zoila');
  });

  it('bytes that are no text', async () => {
    const server = await serverAnswering((response) => {
      response.writeHead(200, { 'Content-Encoding': 'zstd' }).end(gzipSync('{"success":false}'));
    });
    const access = { baseUrl: server.url, token: TOKEN, pace: TEST_PACE.operator };
    expect(await failureOf(createOrder(access, ORDER))).toMatchObject({ failure: 'unreadable' });
  });
});

describe('a creation counts as accepted with', () => {
  it.each<[string, unknown]>([
    ['the record under the name of an order', { success: true, data: { order: RECORD } }],
    ['the record in a result', { result: { deliveries: [RECORD] } }],
    ['JSON within a text', JSON.stringify(JSON.stringify({ data: [RECORD] }))],
    ['a record beside that of another buyer', [{ ...OTHER_BUYER, orderNumber: 'sur-7' }, RECORD]],
    ['another phone beside the same name', { ...RECORD, contactPhone: '+51900000000', contactEmail: null }],
    ['a part of the name alone', { ...RECORD, contactName: 'Íñigo Ñ.', contactPhone: null, contactEmail: null }],
  ])('%s', async (_what, content) => {
    const accepted = await createOrder(await accessTo(200, content), ORDER);
    expect(accepted).toEqual({ httpStatus: 200, trackingUrl: RECORD.trackingURL });
  });

  it.each<[string, unknown]>([
    ['a word that it is pending', { status: 'pending' }],
    ['a success in spite of its words', { success: true, message: 'No se pudo avisar al comprador' }],
    ['the number of the operator, which says nothing of the buyer', { orderNumber: 'OP-1' }],
  ])('%s', async (_what, content) => {
    expect(await createOrder(await accessTo(200, content), ORDER)).toEqual({ httpStatus: 200, trackingUrl: null });
  });
});

describe('a read', () => {
  it.each<[string, unknown]>([
    ['under the name of an order', { success: true, data: { order: RECORD } }],
    ['in results', { results: [RECORD] }],
    [
      'under the name of our own field',
      { data: { deliveries: [{ ...RECORD, orderNumber: null, order_number: NUMBER }] } },
    ],
  ])('finds a record %s', async (_where, content) => {
    expect(await findOrder(await accessTo(200, content), NUMBER)).toMatchObject({ kind: 'found' });
  });

  it('does not take the record of an order with another number under the name of our own field', async () => {
    const deliveries = [{ ...RECORD, orderNumber: undefined, order_number: 'sur-7' }];
    const call = findOrder(await accessTo(200, { success: true, data: { deliveries } }), NUMBER);
    expect(await failureOf(call)).toMatchObject({ failure: 'unreadable' });
  });

  it.each<[string, unknown]>([
    ['a null record', { success: true, data: { order: null } }],
    ['a list of a null record', { success: true, errors: null, data: { deliveries: [null] } }],
    ['no results', { ok: true, results: [] }],
  ])('does not find the order in a success with %s', async (_what, content) => {
    expect(await findOrder(await accessTo(200, content), NUMBER)).toMatchObject({ kind: 'not-found' });
  });

  it.each<[number, unknown]>([
    [200, { success: false, errors: ['label not found'], data: { deliveries: [RECORD] } }],
    [400, { success: false, message: 'Etiqueta no encontrada', data: [RECORD] }],
    [410, { message: 'courier no longer exists: not found', order: RECORD }],
    [
      422,
      { errors: ['no existe repartidor'], data: { deliveries: [{ orderNumber: NUMBER, last_state: 'ingresado' }] } },
    ],
  ])(
    'does not miss the order in a %d that misses something else, and holds its record: %j',
    async (status, content) => {
      const error = await failureOf(findOrder(await accessTo(status, content), NUMBER));
      expect(error).toMatchObject({ failure: 'unreadable', saysNothing: true });
    },
  );

  it.each<[number, unknown]>([
    [200, { success: false, order_number: NUMBER, message: 'El pedido no existe' }],
    [400, { order_number: NUMBER, message: 'Order not found' }],
  ])('does not find the order in a %d that repeats its number to say so: %j', async (status, content) => {
    expect(await findOrder(await accessTo(status, content), NUMBER)).toMatchObject({ kind: 'not-found' });
  });

  it.each<unknown>([
    { message: 'no Route matched with those values' },
    { message: 'The route order/norte-1001.1 could not be found.' },
    { message: 'Route GET:/order/norte-1001%2F1 not found', error: 'Not Found', statusCode: 404 },
    { statusCode: 404, message: 'Cannot GET /order/norte-1001.1', error: 'Not Found' },
    { status: 'error', code: 404, message: 'Application not found' },
    { message: 'Page not found' },
    'Cannot GET /order/norte-1001.1',
    'default backend - 404',
    'no healthy upstream',
    'The deployment could not be found.\n\nDEPLOYMENT_NOT_FOUND',
  ])('learns nothing of the order from the 404 of a gateway or framework: %j', async (content) => {
    const error = await failureOf(findOrder(await accessTo(404, content), NUMBER));
    expect(error).toMatchObject({ failure: 'refused', end: 'misdirected' });
  });
});

it.each([200, 400, 404, 500])(
  'a %d that is nested thousands of levels deep is a failure like any other',
  async (status) => {
    const deep = `${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const access = await accessTo(status, deep);
    expect((await failureOf(findOrder(access, NUMBER))).httpStatus).toBe(status);
    expect((await failureOf(checkToken(access).then(() => createOrder(access, ORDER)))).httpStatus).toBe(status);
  },
);

describe('a tracking URL beside the record', () => {
  const { trackingURL } = RECORD;
  const bare = { ...RECORD, trackingURL: undefined };
  const other = { ...bare, orderNumber: 'sur-7' };

  it.each<[string, unknown, string | null]>([
    ['data without a record', { success: true, errors: null, trackingURL, data: { id: 3 } }, trackingURL],
    ['empty data', { success: true, trackingURL, data: [] }, trackingURL],
    ['the record as data', { success: true, tracking_url: trackingURL, data: bare }, trackingURL],
    ['deliveries', { success: true, data: { trackingURL, deliveries: [bare] } }, trackingURL],
    [
      'a record with its own',
      { success: true, trackingURL: 'https://track.example/2', data: { deliveries: [RECORD] } },
      trackingURL,
    ],
    ['several records', { success: true, trackingURL, data: { deliveries: [bare, bare] } }, null],
    ['the record of another order', { success: true, trackingURL, data: { deliveries: [other] } }, null],
  ])('is read of a creation with %s: %j', async (_what, content, expected) => {
    expect(await createOrder(await accessTo(200, content), ORDER)).toEqual({ httpStatus: 200, trackingUrl: expected });
  });

  it.each<[string, unknown, string | null]>([
    ['one record', { success: true, trackingURL, data: { deliveries: [bare] } }, trackingURL],
    ['several records', { success: true, trackingURL, data: { deliveries: [bare, other] } }, null],
  ])('is read with %s', async (_what, content, trackingUrl) => {
    expect(await findOrder(await accessTo(200, content), NUMBER)).toMatchObject({ record: { trackingUrl } });
  });
});

describe('words about the token', () => {
  const WORDS: readonly (readonly [number, unknown])[] = [
    [200, { error: 'invalid_token', error_description: 'The access token expired' }],
    [200, { success: false, errors: ['Token inválido o expirado'] }],
    [200, { status: 'error', message: 'Credenciales incorrectas' }],
    [400, { message: 'JWT expired' }],
    [422, { message: 'Usuario no autorizado' }],
  ];

  it.each(WORDS)('in a %d count as a refusal of the token: %j', async (status, content) => {
    const access = await accessTo(status, content);
    const refused = { failure: 'account-refused', httpStatus: status };
    expect(await failureOf(createOrder(access, ORDER))).toMatchObject(refused);
    expect(await failureOf(findOrder(access, NUMBER))).toMatchObject(refused);
    expect(await checkToken(access)).toMatchObject({ kind: 'refused' });
  });

  it.each([
    [400, { message: 'Usuario no encontrado' }],
    [200, { success: false, errors: ['La empresa no existe'] }],
    [404, { message: 'User not found' }],
  ])('in a %d count on a read if the holder is missing, not on a creation: %j', async (status, content) => {
    const access = await accessTo(status, content);
    expect(await failureOf(findOrder(access, NUMBER))).toMatchObject({
      failure: 'account-refused',
      httpStatus: status,
    });
    expect(await failureOf(createOrder(access, ORDER))).toMatchObject({ failure: 'refused', httpStatus: status });
  });

  it.each<unknown>([
    { message: 'The user has no order with this number: not found' },
    { message: 'El pedido no existe en esta cuenta' },
  ])('do not count where the order is missing: %j', async (content) => {
    expect(await findOrder(await accessTo(400, content), NUMBER)).toMatchObject({ kind: 'not-found' });
  });

  it.each<[number, unknown]>([
    [400, { message: 'Unexpected token < in JSON at position 0' }],
    [422, { errors: { district: ['is not authorized'] } }],
  ])('do not count where a %d is about the order: %j', async (status, content) => {
    expect(await failureOf(createOrder(await accessTo(status, content), ORDER))).toMatchObject({ failure: 'refused' });
  });
});

describe('an answer is read', () => {
  const body = JSON.stringify({ success: true, errors: null, data: { deliveries: [RECORD] } });

  it.each<[string, string, Buffer | string]>([
    ['by its older name', 'x-gzip', gzipSync(body)],
    ['twice', 'gzip, br', brotliCompressSync(gzipSync(body))],
    ['with the header of zlib', 'deflate', deflateSync(body)],
    ['without the header of zlib', 'deflate', deflateRawSync(body)],
    ['in name alone', 'gzip', body],
  ])('that is compressed %s', async (_how, encoding, bytes) => {
    const server = await serverAnswering((response) => {
      response.writeHead(200, { 'Content-Encoding': encoding }).end(bytes);
    });
    const access = { baseUrl: server.url, token: TOKEN, pace: TEST_PACE.operator };
    expect(await findOrder(access, NUMBER)).toMatchObject({ kind: 'found' });
  });
});

describe('text that begins as JSON and is none', () => {
  const halves = [
    '{"success":false,"errors":[{"message":"order not fo',
    '[{"message":"no exi',
    '"not found',
    '{"data":',
  ];
  const statuses = [400, 404, 409, 410, 422, 423];
  it.each(statuses.flatMap((status) => halves.map((half) => [status, half] as const)))(
    'is no answer to either call, with %s: %s',
    async (status, half) => {
      const access = await accessTo(status, half);
      expect(await failureOf(findOrder(access, NUMBER))).toMatchObject({ failure: 'unreadable', saysNothing: true });
      expect(knowledgeAfter((await failureOf(createOrder(access, ORDER))).end)).toBe('may-have');
    },
  );
});

describe('a 404 with a page', () => {
  const page = (title: string) => `<!doctype html><html><body><h1>${title}</h1></body></html>`;

  it('is not found where the operator has the same page for a number that cannot exist', async () => {
    const server = await serverSaying(404, page('Order not found'), { 'Content-Type': 'text/html' });
    const found = await findOrder({ baseUrl: server.url, token: TOKEN, pace: TEST_PACE.operator }, NUMBER);
    expect(found).toEqual({ kind: 'not-found', httpStatus: 404, isPage: true });
    expect(server.requests.map(({ target }) => target)).toEqual([`/order/${NUMBER}`, '/order/handoff-connection-test']);
  });

  it.each<[string, number, unknown]>([
    ['words for it', 404, { success: false, errors: ['order does not exist'] }],
    ['another status', 502, page('Order not found')],
    ['another page', 404, page('Cannot GET /order/handoff-connection-test')],
  ])('says nothing where the operator has %s', async (_what, status, content) => {
    const server = await serverAnswering((response, { target }) => {
      const isTest = target.endsWith('handoff-connection-test');
      const body = typeof content === 'string' ? content : JSON.stringify(content);
      response.writeHead(isTest ? status : 404).end(isTest ? body : page('Order not found'));
    });
    const call = findOrder({ baseUrl: server.url, token: TOKEN, pace: TEST_PACE.operator }, NUMBER);
    expect(await failureOf(call)).toMatchObject({ saysNothing: true });
  });
});
