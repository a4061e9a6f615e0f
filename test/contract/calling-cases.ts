import { expect } from 'vitest';
import { checkToken, createOrder, findOrder, type OperatorAccess } from '../../app/operator/client.ts';
import type { OperatorFailure } from '../../app/operator/operator-error.ts';
import { serverAnswering, serverSaying } from '../operator/answering-server.ts';
import { failureOf } from '../operator/failure-of.ts';
import { ORDER, orderWith } from './an-order.ts';
import type { CasesOf, ContractCase } from './contract-case.ts';
import type { RowsOf } from '../../app/operator-check/interface-rows.ts';
import { operatorAccount, TOKEN } from './operator-account.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

/** §1 and 4-9: the calls, what they bear, and what their answers mean. */

const NUMBER = ORDER.order_number;
const RECORD = { orderNumber: NUMBER, notes: 'ours' };
const FOUND = { errors: null, success: true, data: { deliveries: [RECORD] } };

function accessTo({ url }: { readonly url: string }): OperatorAccess {
  return { baseUrl: url, token: TOKEN, pace: TEST_PACE.operator };
}

/** The requests that the three functions of the client make, as they arrive. */
async function requestsOfAll(basePath = '') {
  const server = await serverSaying(200, FOUND);
  const access = { ...accessTo(server), baseUrl: `${server.url}${basePath}` };
  await createOrder(access, ORDER);
  await findOrder(access, NUMBER);
  await failureOf(checkToken(access)); // this server knows our order under any number
  return server.requests;
}

async function isHeaderOf(index: number, name: string, value: string): Promise<void> {
  expect((await requestsOfAll())[index]?.headers[name]).toBe(value);
}

/** What a read that is answered so comes to. */
async function reading(status: number, content: unknown) {
  return findOrder(accessTo(await serverSaying(status, content)), NUMBER);
}

async function failureOfReading(status: number, content: unknown) {
  return failureOf(reading(status, content));
}

/** The words that a merchant reads of a creation that is refused so. */
async function wordsOf(content: unknown): Promise<string> {
  return (await failureOf(createOrder(accessTo(await serverSaying(422, content)), ORDER))).message;
}

const createsOne: ContractCase = async () => {
  const { operator, access } = await operatorAccount();
  await createOrder(access, ORDER);
  expect(operator.orders()).toMatchObject([{ orderNumber: NUMBER, account: TOKEN }]);
};

export const callingCases: CasesOf<RowsOf<'1' | '4.1' | '4.2' | '5' | '6' | '7' | '8' | '9'>> = {
  '1 base address': {
    'is what the paths are put behind': async () => {
      expect((await requestsOfAll('/api/reparto')).map(({ target }) => target)).toEqual([
        ...['/api/reparto/order', `/api/reparto/order/${NUMBER}`, '/api/reparto/order/handoff-connection-test'],
      ]);
    },
  },
  '1 bodies': {
    'are JSON': async () => {
      const { operator, access } = await operatorAccount();
      await createOrder(access, ORDER);
      expect(JSON.parse(operator.requests()[0]?.body ?? '')).toEqual(ORDER);
      expect(await findOrder(access, NUMBER)).toMatchObject({ record: { orderNumber: NUMBER } });
    },
  },
  '1 Content-Type': {
    'is sent with every request': async () => {
      expect((await requestsOfAll()).map(({ headers }) => headers['content-type'])).toEqual(
        Array(3).fill('application/json'),
      );
    },
  },
  '1 create': { 'is what createOrder does': createsOne },
  '1 read': {
    'is what findOrder does': async () => {
      const { access } = await operatorAccount();
      await createOrder(access, ORDER);
      await createOrder(access, orderWith({ order_number: 'another', notes: 'another' }));
      expect(await findOrder(access, NUMBER)).toMatchObject({ record: { orderNumber: NUMBER, notes: ORDER.notes } });
    },
  },
  '1 pickup shapes': {
    'are both taken': async () => {
      const { operator, access } = await operatorAccount();
      const location = { name: 'Bodega', address: 'Jr. Callao 12', district: 'Lima' };
      await createOrder(access, ORDER);
      await createOrder(access, orderWith({ order_number: 'by address', 'pickup.location': location }));
      expect(operator.orders().map(({ order }) => order.pickup.location)).toEqual([{ id: 101 }, location]);
    },
  },

  '4.1 method and path': {
    'are POST /order': async () => {
      expect((await requestsOfAll())[0]).toMatchObject({ method: 'POST', target: '/order' });
    },
  },
  '4.1 Content-Type': { 'is sent': () => isHeaderOf(0, 'content-type', 'application/json') },
  '4.1 Authorization': { 'is sent': () => isHeaderOf(0, 'authorization', `Bearer ${TOKEN}`) },
  '4.1 request body': {
    'is the order object and nothing around it': async () => {
      const [creation] = await requestsOfAll();
      expect(JSON.parse(creation?.body ?? '')).toEqual(ORDER);
    },
  },
  '4.1 effect': {
    'is an order in the state ingresado': async () => {
      const { access } = await operatorAccount();
      await createOrder(access, ORDER);
      expect(await findOrder(access, NUMBER)).toMatchObject({
        record: { lastState: 'ingresado', history: [{ status: 'ingresado' }] },
      });
    },
  },
  '4.1 tracking URL': {
    'is in the response when url_tracking is true': async () => {
      const { operator, access } = await operatorAccount();
      expect(await createOrder(access, ORDER)).toMatchObject({ trackingUrl: `${operator.url}/tracking/1` });
    },
    'is not there when it is false': async () => {
      const { access } = await operatorAccount();
      expect(await createOrder(access, orderWith({ url_tracking: false }))).toMatchObject({ trackingUrl: null });
    },
  },
  '4.1 response body': {
    'may be an envelope, an array, an object or text: all are acceptances': async () => {
      for (const createAnswer of ['envelope', 'array', 'object', 'text'] as const) {
        const { operator, access } = await operatorAccount({ createAnswer });
        const told = createAnswer === 'text' ? null : `${operator.url}/tracking/1`;
        expect(await createOrder(access, ORDER)).toEqual({ httpStatus: 201, trackingUrl: told });
        expect(await findOrder(access, NUMBER)).toMatchObject({
          record: { trackingUrl: `${operator.url}/tracking/1` },
        });
      }
    },
    'that is empty leaves the outcome unknown: a look-up tells': async () => {
      const { access } = await operatorAccount({ createAnswer: 'empty' });
      expect(await failureOf(createOrder(access, ORDER))).toMatchObject({ failure: 'unreadable', end: 'empty-answer' });
      expect(await findOrder(access, NUMBER)).toMatchObject({ kind: 'found' });
    },
    'that says no is a refusal': async () => {
      const server = await serverSaying(200, { success: false, errors: 'sin cobertura' });
      expect(await failureOf(createOrder(accessTo(server), ORDER))).toMatchObject({ failure: 'refused' });
    },
    'that is markup or cut off leaves the outcome unknown': async () => {
      for (const content of ['<html></html>', '{"success": tr']) {
        const server = await serverSaying(200, content);
        expect(await failureOf(createOrder(accessTo(server), ORDER))).toMatchObject({ failure: 'unreadable' });
      }
    },
  },
  '4.1 repetition': {
    'does not happen by itself, whatever the call ends in': async () => {
      for (const kind of ['500', '503-retry-after', '429', 'reset', 'reset-after-accepting', 'html'] as const) {
        const { operator, access } = await operatorAccount();
        operator.injectFault({ kind, times: 1 });
        await failureOf(createOrder(access, ORDER));
        expect(operator.requests()).toHaveLength(1);
      }
    },
    'after an unknown outcome is a read': async () => {
      const { operator, access } = await operatorAccount();
      operator.injectFault({ kind: 'reset-after-accepting', times: 1 });
      expect(await failureOf(createOrder(access, ORDER))).toMatchObject({ failure: 'no-answer' });
      expect(await findOrder(access, NUMBER)).toMatchObject({ kind: 'found' });
      expect(operator.orders()).toHaveLength(1);
    },
  },

  '4.2 method and path': {
    'are GET /order/{order_number}': async () => {
      expect((await requestsOfAll())[1]).toMatchObject({ method: 'GET', target: `/order/${NUMBER}` });
    },
  },
  '4.2 order_number': {
    'is one segment of the path, whatever it holds': async () => {
      for (const orderNumber of ['norte 1001', '#1001', '1001/2', '100%', 'ÑANDÚ 7', 'a?b&c=d']) {
        const { operator, access } = await operatorAccount();
        await createOrder(access, orderWith({ order_number: orderNumber }));
        expect(await findOrder(access, orderNumber)).toMatchObject({ record: { orderNumber } });
        expect(operator.requests()[1]?.path).toBe(`/order/${encodeURIComponent(orderNumber)}`);
      }
    },
  },
  '4.2 Content-Type': { 'is sent': () => isHeaderOf(1, 'content-type', 'application/json') },
  '4.2 Authorization': { 'is sent': () => isHeaderOf(1, 'authorization', `Bearer ${TOKEN}`) },
  '4.2 request body': {
    'is none': async () => {
      const [, read] = await requestsOfAll();
      expect(read?.body).toBe('');
      expect(read?.headers).not.toHaveProperty('transfer-encoding');
      expect(read?.headers['content-length'] ?? '0').toBe('0');
    },
  },
  '4.2 errors': {
    'is null on success': async () => {
      expect(await reading(200, FOUND)).toMatchObject({ kind: 'found' });
    },
    'is a failure otherwise': async () => {
      const error = await failureOfReading(200, { errors: ['sin servicio'], data: null });
      expect(error).toMatchObject({ failure: 'refused', message: expect.not.stringContaining('sin servicio') });
    },
  },
  '4.2 success': {
    'is true on success': async () => {
      expect(await reading(200, { ...FOUND, success: true })).toMatchObject({ kind: 'found' });
    },
    'is false on failure, whatever else is there': async () => {
      expect(await failureOfReading(200, { ...FOUND, success: false })).toMatchObject({ failure: 'refused' });
    },
  },
  '4.2 data': {
    'is where the deliveries are': async () => {
      expect(await reading(200, FOUND)).toMatchObject({ kind: 'found', record: { notes: 'ours' } });
    },
    'that is not there is no answer': async () => {
      expect(await failureOfReading(200, { errors: null, success: true })).toMatchObject({ failure: 'unreadable' });
    },
  },
  '4.2 data.deliveries': {
    'holds the record': async () => {
      const { access } = await operatorAccount();
      await createOrder(access, ORDER);
      expect(await findOrder(access, NUMBER)).toMatchObject({ httpStatus: 200, record: { orderNumber: NUMBER } });
    },
    'that holds no record of the order is no answer': async () => {
      const deliveries = [{ orderNumber: 'another' }];
      const error = await failureOfReading(200, { ...FOUND, data: { deliveries } });
      expect(error).toMatchObject({ failure: 'unreadable' });
    },
  },
  '4.2 several deliveries': {
    'come to the newest of our number': async () => {
      const { operator, access } = await operatorAccount({ deliveriesPerNumber: 'several' });
      await createOrder(access, ORDER);
      expect(await findOrder(access, NUMBER)).toMatchObject({
        record: { orderNumber: NUMBER, lastState: 'ingresado', trackingUrl: `${operator.url}/tracking/1` },
      });
    },
  },

  '5 Authorization': {
    'is sent with every call': async () => {
      const requests = await requestsOfAll();
      expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${TOKEN}`));
    },
  },
  '5 token': {
    'is tried with the read of an order that cannot exist': async () => {
      const { operator, access } = await operatorAccount();
      expect(await checkToken(access)).toEqual({ kind: 'accepted' });
      expect(operator.requests()).toMatchObject([
        { method: 'GET', path: '/order/handoff-connection-test', status: 404 },
      ]);
    },
    'that is not known (401) or no longer good (403) is refused, on every call': async () => {
      const { operator, access } = await operatorAccount();
      operator.revokeToken(TOKEN);
      for (const [token, httpStatus] of [
        ['unknown', 401],
        [TOKEN, 403],
      ] as const) {
        const other = { ...access, token };
        expect(await checkToken(other)).toMatchObject({ kind: 'refused' });
        const refused = { failure: 'account-refused', httpStatus };
        expect(await failureOf(createOrder(other, ORDER))).toMatchObject(refused);
        expect(await failureOf(findOrder(other, NUMBER))).toMatchObject(refused);
      }
      expect(operator.orders()).toEqual([]);
    },
  },

  '6 events': {
    'are not waited for: the next read tells': async () => {
      const { operator, access } = await operatorAccount();
      await createOrder(access, ORDER);
      expect(await findOrder(access, NUMBER)).toMatchObject({ record: { lastState: 'ingresado' } });
      operator.advanceTo(NUMBER, 'entregado');
      expect(await findOrder(access, NUMBER)).toMatchObject({ record: { lastState: 'entregado' } });
      expect(operator.requests().map(({ verb }) => verb)).toEqual(['create', 'read', 'read']);
    },
  },

  '7 envelope': {
    'is read with success and errors': async () => {
      const error = await failureOfReading(200, { success: false, errors: 'sin servicio', data: null });
      expect(error).toMatchObject({ failure: 'refused', message: expect.not.stringContaining('sin servicio') });
    },
  },
  '7 success': {
    'is errors: null and success: true': async () => {
      expect(await reading(200, { errors: null, success: true, data: { deliveries: [RECORD] } })).toMatchObject({
        kind: 'found',
      });
    },
  },
  '7 error object shape': {
    'may be any: its words are taken': async () => {
      expect(await wordsOf({ success: false, errors: 'sin cobertura' })).toBe('sin cobertura');
      expect(await wordsOf({ errors: ['uno', { message: 'otro' }] })).toBe('uno; otro');
      expect(await wordsOf({ errors: [{ field: 'tags', message: 'mal' }] })).toBe('tags: mal');
      expect(await wordsOf({ errors: { tags: ['mal'] } })).toBe('tags: mal');
      expect(await wordsOf({ message: 'mal' })).toBe('mal');
      expect(await wordsOf('<h1>Mal</h1>')).toBe('Mal');
      expect(await wordsOf('')).toBe('');
    },
    'does not tell the token, nor what was sent of the buyer': async () => {
      const { fullname, email, phone } = ORDER.dropoff.contact;
      const { address } = ORDER.dropoff.location;
      const words = await wordsOf({ errors: [`${TOKEN}: ${fullname}, ${email}, ${phone}, ${address} - mal`] });
      expect(words).toBe('… - mal');
    },
  },
  '7 error codes': {
    'do not matter': async () => {
      for (const code of ['E42', 42, null]) {
        const content = { success: false, errors: [{ code, message: 'sin cobertura' }] };
        const error = await failureOf(createOrder(accessTo(await serverSaying(200, content)), ORDER));
        expect(error).toMatchObject({ failure: 'refused', message: 'sin cobertura' });
      }
    },
  },
  '7 HTTP status codes': {
    'mean what HTTP says': async () => {
      const MEANINGS: readonly (readonly [number, OperatorFailure])[] = [
        ...([
          [400, 'refused'],
          [401, 'account-refused'],
          [403, 'account-refused'],
          [408, 'no-answer'],
        ] as const),
        ...([
          [409, 'refused'],
          [422, 'refused'],
          [429, 'throttled'],
          [500, 'server-error'],
        ] as const),
        ...([
          [502, 'server-error'],
          [503, 'server-error'],
          [504, 'server-error'],
          [302, 'unreadable'],
        ] as const),
      ];
      for (const [httpStatus, failure] of MEANINGS) {
        const access = accessTo(await serverSaying(httpStatus, { message: 'mal' }));
        expect(await failureOf(createOrder(access, ORDER))).toMatchObject({ failure, httpStatus });
        expect(await failureOf(findOrder(access, NUMBER))).toMatchObject({ failure, httpStatus });
      }
    },
    'of a success count by the content': async () => {
      const access = accessTo(await serverSaying(202, FOUND));
      expect(await createOrder(access, ORDER)).toMatchObject({ httpStatus: 202 });
      expect(await findOrder(access, NUMBER)).toMatchObject({ kind: 'found', httpStatus: 202 });
    },
  },
  '7 unknown order number': {
    'is a 404, a success without a delivery, or words that name the absence': async () => {
      for (const unknownOrderAnswer of ['404', 'no-deliveries', 'unsuccessful'] as const) {
        const { access } = await operatorAccount({ unknownOrderAnswer });
        expect(await findOrder(access, NUMBER)).toMatchObject({ kind: 'not-found' });
      }
      expect(await reading(400, { errors: 'No se encontró el pedido' })).toEqual({
        kind: 'not-found',
        httpStatus: 400,
      });
    },
    'is nothing else': async () => {
      for (const content of ['', 'not found', '<p>not found</p>', {}, { success: true }, { data: null }]) {
        expect(await failureOfReading(200, content)).toMatchObject({ failure: 'unreadable' });
      }
      expect(await failureOfReading(200, { success: false, errors: 'mal' })).toMatchObject({ failure: 'refused' });
      expect(await failureOfReading(500, { errors: 'not found' })).toMatchObject({ failure: 'server-error' });
    },
  },
  '7 invalid body': {
    'is not sent': async () => {
      const { operator, access } = await operatorAccount();
      await expect(createOrder(access, orderWith({ packages: [] }))).rejects.toMatchObject({ name: 'ZodError' });
      expect(operator.requests()).toEqual([]);
    },
    'is refused in the words of the operator, when it alone knows what is wrong': async () => {
      const { operator, access } = await operatorAccount();
      const error = await failureOf(createOrder(access, orderWith({ 'pickup.location.id': 999 })));
      expect(error).toMatchObject({ failure: 'refused', httpStatus: 422 });
      expect(error.message).toMatch(/^pickup\.location\.id: .*999 is not a branch registered for this account$/);
      expect(operator.orders()).toEqual([]);
    },
  },

  '8 rate limits': {
    'are kept by the pause that is asked for': async () => {
      const { access } = await operatorAccount({ rateLimit: 1 });
      await createOrder(access, ORDER);
      expect(await failureOf(findOrder(access, NUMBER))).toMatchObject({ failure: 'throttled', retryAfterMs: null });
      const server = await serverSaying(429, '', { 'Retry-After': '7' });
      expect(await failureOf(findOrder(accessTo(server), NUMBER))).toMatchObject({ retryAfterMs: 7_000 });
    },
  },
  '8 size limits': {
    'of the operator are refusals, and nothing is cut to fit': async () => {
      const { operator, access } = await operatorAccount({ bodyLimitBytes: 1_000 });
      const long = orderWith({ notes: 'x'.repeat(1_000) });
      expect(await failureOf(createOrder(access, long))).toMatchObject({ failure: 'refused', httpStatus: 413 });
      expect(operator.orders()).toEqual([]);
    },
    'of an answer are 1 MiB': async () => {
      const answer = (bytes: number) => JSON.stringify(FOUND).padEnd(bytes, ' ');
      expect(await reading(200, answer(1_048_576))).toMatchObject({ kind: 'found' });
      expect(await failureOfReading(200, answer(1_048_577))).toMatchObject({ failure: 'unreadable' });
    },
  },
  '8 number of packages and files': {
    'is whatever an order has': async () => {
      const { operator, access } = await operatorAccount();
      const order = orderWith({
        packages: Array.from({ length: 1_000 }, (_, index) => ({ ...ORDER.packages[0], code: `SKU-${index}` })),
        files: Array.from({ length: 100 }, (_, index) => ({ ...ORDER.files?.[0], name: `${index}.pdf` })),
      });
      await createOrder(access, order);
      expect(JSON.parse(operator.orders()[0]?.rawBody ?? '')).toEqual(order);
    },
  },
  '8 field lengths': {
    'are whatever a text has': async () => {
      const { operator, access } = await operatorAccount();
      const texts = ['notes', 'dropoff.contact.fullname', 'dropoff.location.address', 'packages.0.name', 'tags.brand'];
      const order = orderWith(Object.fromEntries(texts.map((path) => [path, `${path} ${'ñ'.repeat(5_000)}`])));
      await createOrder(access, order);
      expect(JSON.parse(operator.orders()[0]?.rawBody ?? '')).toEqual(order);
    },
  },

  '9 paths': {
    'are /order and below': async () => {
      for (const { target } of await requestsOfAll()) expect(target).toMatch(/^\/order(\/[^/]+)?$/);
    },
  },
  '9 scheme': {
    'is not needed: fields that come to be are passed over': async () => {
      const server = await serverAnswering((response) => {
        response.end(
          JSON.stringify({ ...FOUND, version: 2, data: { deliveries: [{ ...RECORD, colour: 'x' }], page: 1 } }),
        );
      });
      expect(await findOrder(accessTo(server), NUMBER)).toEqual(await reading(200, FOUND));
    },
    'may be part of the base address': async () => {
      expect((await requestsOfAll('/v2'))[0]?.target).toBe('/v2/order');
    },
  },
};
