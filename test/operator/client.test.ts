import { describe, expect, it, type TestContext } from 'vitest';
import { knowledgeAfter, type CallEnd } from '../../app/domain/hand-over/knowledge.ts';
import { checkToken, createOrder, findOrder, type OperatorAccess } from '../../app/operator/client.ts';
import type { OperatorFailure } from '../../app/operator/operator-error.ts';
import type { Fault, FaultKind } from '../../sandbox/operator/misbehaviour/faults.ts';
import { ORDER, orderWith } from '../contract/an-order.ts';
import { operatorAccount, TOKEN } from '../contract/operator-account.ts';
import { serverAnswering, serverSaying } from './answering-server.ts';
import { failureOf } from './failure-of.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

const NUMBER = ORDER.order_number;

function accessTo({ url }: { readonly url: string }): OperatorAccess {
  return { baseUrl: url, token: TOKEN, pace: TEST_PACE.operator };
}

describe('a fault of the operator becomes', () => {
  interface Consequence {
    readonly create: OperatorFailure | 'accepted';
    readonly read: OperatorFailure | 'found' | 'not-found';
    /** Whether the operator carries a creation out all the same. */
    readonly isCarriedOut: boolean;
    readonly fault?: Omit<Fault, 'kind'>;
    readonly timeoutMs?: number;
    readonly retryAfterMs?: number;
    /** Of a creation that counts as accepted. */
    readonly httpStatus?: number;
  }

  /** The request is with the operator within this time, on a busy machine too. */
  const IMPATIENT_MS = 2_000;

  const spoilt = { create: 'accepted', read: 'found', isCarriedOut: true } as const;
  const both = (failure: OperatorFailure, isCarriedOut: boolean) => ({ create: failure, read: failure, isCarriedOut });

  const CONSEQUENCES: Readonly<Record<FaultKind, Consequence>> = {
    '400': both('refused', false),
    '401': both('account-refused', false),
    '403': both('account-refused', false),
    '404': { create: 'refused', read: 'not-found', isCarriedOut: false },
    '422': both('refused', false),
    '429': both('throttled', false),
    '429-retry-after': { ...both('throttled', false), retryAfterMs: 2_000 },
    '500': both('server-error', false),
    '503': both('server-error', false),
    '503-retry-after': { ...both('server-error', false), retryAfterMs: 2_000 },
    'success-false': both('refused', false),
    html: both('unreadable', false),
    redirect: both('unreadable', false),
    reset: both('no-answer', false),
    hang: { ...both('no-answer', false), timeoutMs: IMPATIENT_MS },
    '500-after-accepting': both('server-error', true),
    'html-after-accepting': both('unreadable', true),
    'reset-after-accepting': both('no-answer', true),
    'hang-after-accepting': { ...both('no-answer', true), timeoutMs: IMPATIENT_MS },
    'truncated-json': both('unreadable', true),
    huge: { ...both('unreadable', true), fault: { bytes: 1_048_576 } },
    empty: both('unreadable', true),
    slow: { ...spoilt, fault: { delayMs: 20 } },
    array: spoilt,
    'wrong-content-type': spoilt,
    'unknown-state': spoilt,
    'last-state-disagrees': spoilt,
    'one-readable-date': spoilt,
    drip: { ...spoilt, fault: { delayMs: 1, pieceBytes: 200 } },
    'other-encoding': spoilt,
    'empty-without-accepting': both('unreadable', false),
    'proxy-401': both('account-refused', false),
    'proxy-403': both('account-refused', false),
    // a read asks for the number that cannot exist as well, which the proxy answers alike
    'proxy-404': { ...both('refused', false), read: 'not-found' },
    'proxy-404-json': { ...both('refused', false), read: 'not-found' },
    'proxy-405': both('refused', false),
    'proxy-407': both('refused', false),
    'proxy-418': both('refused', false),
    'proxy-421': both('refused', false),
    'proxy-429': both('throttled', false),
    'proxy-502': both('server-error', false),
    'proxy-503': both('server-error', false),
    'proxy-redirect': both('unreadable', false),
    'proxy-html': both('unreadable', false),
    '400-after-accepting': both('refused', true),
    '401-after-accepting': both('account-refused', true),
    '403-after-accepting': both('account-refused', true),
    '404-after-accepting': { create: 'refused', read: 'not-found', isCarriedOut: true },
    '405-after-accepting': both('refused', true),
    '407-after-accepting': both('refused', true),
    '409-after-accepting': both('refused', true),
    '421-after-accepting': both('refused', true),
    '429-after-accepting': both('throttled', true),
    '429-retry-after-after-accepting': { ...both('throttled', true), retryAfterMs: 2_000 },
    '503-after-accepting': both('server-error', true),
    '503-retry-after-after-accepting': { ...both('server-error', true), retryAfterMs: 2_000 },
    'success-false-after-accepting': both('refused', true),
    'redirect-after-accepting': both('unreadable', true),
    'accepts-when-caller-gone': { ...both('no-answer', true), timeoutMs: IMPATIENT_MS },
  };

  async function accountWith(
    { onTestFinished }: TestContext,
    kind: string,
    { fault, timeoutMs }: Consequence,
    verb: 'create' | 'read',
  ) {
    const { operator, access } = await operatorAccount({}, onTestFinished);
    const inject = () => operator.injectFault({ ...fault, kind: kindNamed(kind), verb });
    return {
      operator,
      inject,
      access,
      impatient: { ...access, pace: { ...access.pace, ...(timeoutMs ? { timeoutMs } : {}) } },
    };
  }

  function kindNamed(name: string): FaultKind {
    const isKind = (text: string): text is FaultKind => text in CONSEQUENCES;
    if (!isKind(name)) throw new Error(`there is no fault ${name}`);
    return name;
  }

  function testConsequence(kind: string, consequence: Consequence): void {
    const { create, read, isCarriedOut, retryAfterMs = null, httpStatus = 201 } = consequence;

    it(`${create} on creation, which ${isCarriedOut ? 'a look-up finds' : 'took no effect'}`, async (context) => {
      const { operator, inject, access, impatient } = await accountWith(context, kind, consequence, 'create');
      inject();
      const call = createOrder(impatient, ORDER);
      if (create === 'accepted') {
        expect(await call).toMatchObject({ httpStatus });
      } else {
        const error = await failureOf(call);
        expect(error).toMatchObject({ failure: create, retryAfterMs });
        expect(error.message).not.toMatch(LEAK);
        if (isCarriedOut) expect(knowledgeAfter(error.end)).toBe('may-have');
      }
      expect(operator.requests()).toHaveLength(1);
      expect(await findOrder(access, NUMBER)).toMatchObject({ kind: isCarriedOut ? 'found' : 'not-found' });
    });

    it(`${read} on reading`, async (context) => {
      const { operator, inject, access, impatient } = await accountWith(context, kind, consequence, 'read');
      await createOrder(access, ORDER);
      inject();
      const call = findOrder(impatient, NUMBER);
      if (read === 'found') {
        expect(await call).toMatchObject({ kind: 'found', record: { orderNumber: NUMBER } });
      } else if (read === 'not-found') {
        expect(await call).toMatchObject({ kind: 'not-found', httpStatus: 404 });
      } else {
        const error = await failureOf(call);
        expect(error).toMatchObject({ failure: read, retryAfterMs });
        expect(error.message).not.toMatch(LEAK);
      }
      expect(operator.requests()).toHaveLength(kind === 'proxy-404' ? 3 : 2);
    });
  }

  const consequences = Object.entries(CONSEQUENCES);
  describe.each(consequences.filter(([, { timeoutMs }]) => !timeoutMs))('%s:', testConsequence);
  // each of these waits until its call has timed out
  describe.concurrent.each(consequences.filter(([, { timeoutMs }]) => timeoutMs))('%s:', testConsequence);
});

describe('an order number', () => {
  it.each([
    ...[
      'norte 1001.1',
      'norte#1001.1',
      'norte/1001.1',
      '100%',
      '%2F',
      'ÑANDÚ-1',
      'Nandu\u0301-1',
      'a?b=c&d',
      'a+b',
      'a;b,c',
    ],
    ...['a:b@c', "a'b(c)*!~", 'a\\b', 'a"b<c>', 'a/../b', '名-😀', '1'.repeat(100)],
  ])('%j is one segment of the path, and read back as it was', async (orderNumber) => {
    const { operator, access } = await operatorAccount();
    await createOrder(access, orderWith({ order_number: orderNumber }));
    const found = await findOrder(access, orderNumber);
    expect(found).toMatchObject({ kind: 'found', record: { orderNumber } });
    const read = operator.requests().at(-1);
    expect(read).toMatchObject({ orderNumber, path: `/order/${encodeURIComponent(orderNumber)}` });
    expect(read?.path.split('/')).toHaveLength(3);
  });
});

describe('the answer of a creation', () => {
  it.each(['envelope', 'array', 'object'] as const)('as %s holds the tracking URL', async (createAnswer) => {
    const { operator, access } = await operatorAccount({ createAnswer });
    expect(await createOrder(access, ORDER)).toEqual({ httpStatus: 201, trackingUrl: `${operator.url}/tracking/1` });
  });

  it('as text is an acceptance without a tracking URL', async () => {
    const { access } = await operatorAccount({ createAnswer: 'text' });
    expect(await createOrder(access, ORDER)).toEqual({ httpStatus: 201, trackingUrl: null });
  });

  it.each<[string, number, unknown]>([
    ['an id alone', 200, { id: 7 }],
    ['a success without data', 200, { errors: null, success: true, data: null }],
    ['a success by its name', 200, { success: 'true', errors: '' }],
    ['a success with empty errors', 200, { errors: [], data: {} }],
    ['a success with a warning', 200, { success: true, errors: ['the district was guessed'] }],
    ['a number', 200, '42'],
    ['a word', 200, '"ok"'],
    ['accepted for later', 202, 'queued'],
    ['text', 201, 'Pedido creado'],
    ['a success by a number', 200, { success: 1 }],
    ['no error by its name', 200, { error: false, id: 7 }],
    ['no error by a flag', 200, { hasError: 'false', id: 7 }],
    ['a status in words', 200, { status: 'ingresado' }],
    ['a status of HTTP', 201, { status: 201, id: 7 }],
  ])('may be %s', async (_what, status, content) => {
    expect(await createOrder(accessTo(await serverSaying(status, content)), ORDER)).toEqual({
      httpStatus: status,
      trackingUrl: null,
    });
  });

  it.each([200, 201, 202, 204])('an empty %d leaves the outcome unknown', async (status) => {
    for (const content of status === 204 ? [''] : ['', ' ', 'null', '""', '{}', '[]']) {
      const call = createOrder(accessTo(await serverSaying(status, content)), ORDER);
      expect(await failureOf(call)).toMatchObject({ failure: 'unreadable', end: 'empty-answer', httpStatus: status });
    }
  });

  it.each([
    { success: 'False' },
    { success: 0 },
    { success: 'no', data: null },
    [{ success: false }],
    { ok: false },
    { status: 'error' },
    { status: 'FAILED', message: 'intente más tarde' },
    { status: 422 },
    { error: 'sin cobertura' },
    'false',
    '0',
    'Error: sin cobertura',
    'Pedido rechazado',
    'Unauthorized',
    'Falló la creación',
    ...['KO', 'NOK', 'no', '"false"'],
    { message: 'Comuna no encontrada' },
    { message: 'La comuna no existe' },
    { message: 'Bairro não atendido' },
    { mensaje: 'Saldo insuficiente' },
    ...['invalid_request', 'bad_request', 'NOT_FOUND', 'unprocessable_entity'].map((status) => ({ status })),
    { code: 'ERR_DISTRICT' },
    { orderNumber: NUMBER, estado: 'no ingresado' },
    { orderNumber: NUMBER, message: 'Comuna sin servicio' },
    'Notice: Undefined index: zone in /srv/order.php on line 3\n{"success":false,"message":"Comuna en revisión"}',
    'callback({"success":false})',
  ])('2xx with %j does not count as accepted', async (content) => {
    const error = await failureOf(createOrder(accessTo(await serverSaying(200, content)), ORDER));
    expect(knowledgeAfter(error.end)).toBe('may-have');
  });

  it.each<[string, number, unknown, CallEnd]>([
    [
      'a field in words',
      422,
      { errors: [{ field: 'dropoff.contact.phone', message: 'must be E.164' }] },
      'refused-by-field',
    ],
    ['a field as a key', 400, { errors: { district: ['is not served'] } }, 'refused-by-field'],
    ['a field in a success that is none', 200, { success: false, errors: 'packages: is empty' }, 'refused-by-field'],
    ['no field', 422, { errors: 'sin cobertura' }, 'refused'],
    ['the order number', 422, { errors: { order_number: ['is taken'] } }, 'refused'],
    ['an order that exists', 400, { errors: 'pickup: the order already exists' }, 'refused'],
    ['a repetition in Spanish', 422, { message: 'Pedido duplicado: mismo contact y address' }, 'refused'],
    ['an order from before', 400, { errors: { notes: ['Registrado anteriormente'] } }, 'refused'],
    ['a field, as a conflict', 409, { errors: { district: ['is locked'] } }, 'refused'],
    ['no word', 400, '', 'misdirected'],
    ['a page', 400, '<h1>Bad Request</h1>', 'misdirected'],
    ['404', 404, { message: 'no such route' }, 'misdirected'],
    ['405', 405, { message: 'method not allowed' }, 'misdirected'],
    ['418', 418, { message: 'teapot' }, 'misdirected'],
  ])('refused with %s', async (_what, status, content, end) => {
    const call = createOrder(accessTo(await serverSaying(status, content)), ORDER);
    expect(await failureOf(call)).toMatchObject({ failure: 'refused', end, httpStatus: status });
  });

  it('may hold a record beside a warning', async () => {
    const record = { orderNumber: NUMBER, trackingURL: 'https://track.example/1' };
    const server = await serverSaying(200, { errors: ['the district was guessed'], data: { deliveries: [record] } });
    expect(await createOrder(accessTo(server), ORDER)).toEqual({ httpStatus: 200, trackingUrl: record.trackingURL });
  });

  it('may hold the record of another order, which says nothing of ours', async () => {
    const record = { orderNumber: `${NUMBER}-2`, trackingURL: 'https://track.example/2' };
    const server = await serverSaying(200, { success: true, data: { deliveries: [record] } });
    expect(await createOrder(accessTo(server), ORDER)).toEqual({ httpStatus: 200, trackingUrl: null });
  });

  it.each<[string, unknown]>([
    ['success: false', { success: false, errors: 'sin cobertura', data: null }],
    ['its name', { success: 'false', errors: 'sin cobertura' }],
    [
      'success: false with a record',
      { success: false, errors: 'sin cobertura', data: { deliveries: [{ orderNumber: NUMBER }] } },
    ],
    ['success: false in the data', { data: { success: false, message: 'sin cobertura' } }],
    ['an error in the data', { data: { error: 'sin cobertura' } }],
    ['a status in the result', { result: { status: 'error', message: 'sin cobertura' } }],
    ['success: false in the response', { response: { success: false, message: 'sin cobertura' } }],
    ['ok: false in the result', { result: { ok: false, message: 'sin cobertura' } }],
    ['a status NOK', { status: 'NOK', mensaje: 'sin cobertura' }],
    ['the letter N', { success: 'N', message: 'sin cobertura' }],
    ['exitoso: false', { exitoso: false, message: 'sin cobertura' }],
    ['isSuccess: false', { isSuccess: false, message: 'sin cobertura' }],
    ['hasError: true', { hasError: true, message: 'sin cobertura' }],
    ['resultado: false', { resultado: false, message: 'sin cobertura' }],
    ['errors without a success', { errors: ['sin cobertura'], data: null }],
    ['errors by field', { errors: { district: 'sin cobertura' } }],
    ['sucesso: false', { sucesso: false, mensagem: 'sin cobertura' }],
    ['a key with an accent', { éxito: false, mensaje: 'sin cobertura' }],
    ['a key with an underscore', { is_success: false, message: 'sin cobertura' }],
    ['has_errors', { has_errors: true, message: 'sin cobertura' }],
    ['a key in Spanish', { errores: ['sin cobertura'] }],
    ['a key in Portuguese', { erro: 'sin cobertura' }],
    ['an error beside our number', { orderNumber: NUMBER, error: 'sin cobertura' }],
    ['a status beside our number', { order_number: NUMBER, status: 'error', message: 'sin cobertura' }],
    ['a status in the data', { data: { order_number: NUMBER, status: 'rejected', message: 'sin cobertura' } }],
    ['a state that is none of a delivery', { state: 'error', message: 'sin cobertura' }],
  ])('refuses by %s, in spite of a 2xx', async (_what, content) => {
    const error = await failureOf(createOrder(accessTo(await serverSaying(200, content)), ORDER));
    expect(error).toMatchObject({ failure: 'refused', httpStatus: 200 });
    expect(error.message).toMatch(/^(district: )?sin cobertura$/);
  });

  it.each([
    'El pedido ya existe',
    'Pedido duplicado',
    { message: 'Order number already exists' },
    { success: true, message: 'Duplicate order, ignored' },
    { mensaje: 'La orden ya fue ingresada' },
    { status: 'ok', mensaje: 'O pedido já foi cadastrado' },
    { orderNumber: NUMBER, message: 'Pedido ya registrado' },
    { code: 'DUPLICATE_ORDER' },
  ])(
    'that says in words that there is such an order is no acceptance, because it can be another: %j',
    async (content) => {
      const error = await failureOf(createOrder(accessTo(await serverSaying(200, content)), ORDER));
      expect(error).toMatchObject({ failure: 'refused', end: 'refused', httpStatus: 200 });
    },
  );

  it.each<[string, unknown]>([
    ['a page', '<!doctype html><p>Welcome</p>'],
    ['XML', '\n <?xml version="1.0"?><ok/>'],
    ['cut-off JSON', '{"success": true, "da'],
    ['a cut-off list', '[{"orderNumber":'],
    ['two answers', '{}{}'],
    ['a success around a refusal', { success: true, data: { success: false, message: 'sin cobertura' } }],
    ['a success around an error', { success: true, errors: null, result: { error: 'sin cobertura' } }],
    ['a success around a state of failure', { ok: true, data: { order_number: NUMBER, status: 'rejected' } }],
  ])('that is %s leaves the outcome unknown', async (_what, content) => {
    const error = await failureOf(createOrder(accessTo(await serverSaying(200, content)), ORDER));
    expect(error).toMatchObject({ failure: 'unreadable', httpStatus: 200 });
  });
});

it('an order that breaks the interface is not sent', async () => {
  const { operator, access } = await operatorAccount();
  const order = orderWith({ 'dropoff.contact.phone': '987 654 321', 'dropoff.contact.fullname': undefined });
  const error: unknown = await createOrder(access, order).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ZodError' });
  expect(String(error)).not.toContain('654');
  expect(operator.requests()).toEqual([]);
});

it('a repeated order number is refused with 409, and the first order stays', async () => {
  const { operator, access } = await operatorAccount();
  await createOrder(access, ORDER);
  expect(await failureOf(createOrder(access, ORDER))).toMatchObject({ failure: 'refused', httpStatus: 409 });
  expect(operator.orders()).toHaveLength(1);
});

describe('an unknown order number', () => {
  it.each([
    ['404', 404],
    ['unsuccessful', 200],
    ['no-deliveries', 200],
  ] as const)('answered as %s is not found', async (unknownOrderAnswer, httpStatus) => {
    const { access } = await operatorAccount({ unknownOrderAnswer });
    expect(await findOrder(access, NUMBER)).toEqual({ kind: 'not-found', httpStatus });
  });

  it.each<[number, unknown]>([
    [404, ''],
    [404, { message: 'gone' }],
    [200, []],
    [200, { deliveries: [] }],
    [200, { data: [] }],
    [200, { data: { deliveries: [] } }],
    [200, { data: { deliveries: null } }],
    [200, { errors: null, success: true, data: null }],
    [200, { errors: null, success: true, data: {} }],
    [200, { errors: ['Order not found'], success: true, data: { deliveries: [] } }],
    [200, { success: false, errors: 'ORDER_NOT_FOUND' }],
    [200, { success: false, errors: [{ message: 'No se encontró el pedido 123' }] }],
    [200, { success: false, errors: 'No se ha encontrado la orden' }],
    [200, { success: false, errors: 'El pedido no existe.' }],
    [200, { success: false, errors: 'Pedido não encontrado' }],
    [200, { success: false, message: "This order doesn't exist" }],
    [200, { errors: ['The order could not be found'], data: null }],
    [200, { success: false, errors: 'No order found' }],
    [400, { success: false, errors: 'order number does not exist' }],
    [410, { message: 'Orden inexistente' }],
    [422, { errors: { order_number: ['no such order'] } }],
    [200, { success: false, errors: null, data: { deliveries: [] } }],
    [200, { success: 'False', errors: [], data: [] }],
    [200, { success: 0, errors: 'Pedido no registrado' }],
    [200, { success: false, errors: 'No hay registros' }],
    [400, { message: 'Order not registered' }],
  ])('answered %d %j is not found', async (httpStatus, content) => {
    const access = accessTo(await serverSaying(httpStatus, content));
    expect(await findOrder(access, NUMBER)).toEqual({ kind: 'not-found', httpStatus });
  });
});

describe('an answer that is neither a record nor a clear absence does not count as an absence:', () => {
  it.each<[number, unknown, OperatorFailure]>([
    [404, '<p>404</p>', 'refused'],
    [404, '404 page not found', 'refused'],
    [404, `<h1>Not here</h1><p>${'The page that you look for has moved. '.repeat(20)}</p>`, 'refused'],
    [404, { errors: 'not found', data: { deliveries: [{ orderNumber: 'another' }] } }, 'unreadable'],
    [404, { data: { deliveries: [{ orderNumber: NUMBER }] } }, 'unreadable'],
    [405, '', 'refused'],
    [200, '', 'unreadable'],
    [200, 'not found', 'unreadable'],
    [200, '<h1>404 not found</h1>', 'unreadable'],
    [200, {}, 'unreadable'],
    [200, null, 'unreadable'],
    [200, { success: true }, 'unreadable'],
    [200, { data: null }, 'unreadable'],
    [200, { success: true, data: { deliveries: [{}] } }, 'unreadable'],
    [200, { success: true, data: { deliveries: [{ orderNumber: 'another' }] } }, 'unreadable'],
    [200, { success: false, errors: 'intente más tarde', data: { deliveries: [] } }, 'refused'],
    [200, { success: false, errors: null, data: null }, 'refused'],
    [200, { success: false, message: 'x '.repeat(3_000), data: { deliveries: [] } }, 'refused'],
    [200, { success: 'FALSE', errors: 'intente más tarde' }, 'refused'],
    [200, { errors: ['intente más tarde'], data: { deliveries: [] } }, 'refused'],
    [200, { success: true, errors: ['the search timed out'], data: { deliveries: [] } }, 'refused'],
    [200, { success: 'true', errors: { search: 'tiempo agotado' }, data: null }, 'refused'],
    [400, { errors: 'malformed' }, 'refused'],
    [500, { errors: 'order not found' }, 'server-error'],
    [403, { errors: 'order not found' }, 'account-refused'],
  ])('%d %j', async (status, content, failure) => {
    const access = accessTo(await serverSaying(status, content));
    expect(await failureOf(findOrder(access, NUMBER))).toMatchObject({ failure, httpStatus: status });
  });
});

it.each([NUMBER.toUpperCase(), ` ${NUMBER} `, NUMBER.replace('-', ' - ')])(
  'a record whose number is written %j is of this order',
  async (orderNumber) => {
    const server = await serverSaying(200, { success: true, data: { deliveries: [{ orderNumber }] } });
    expect(await findOrder(accessTo(server), NUMBER)).toMatchObject({ kind: 'found' });
  },
);

describe('several deliveries', () => {
  it('under one number come to the newest of this number', async () => {
    const { operator, access } = await operatorAccount({ deliveriesPerNumber: 'several' });
    await createOrder(access, ORDER);
    expect(await findOrder(access, NUMBER)).toMatchObject({
      kind: 'found',
      record: { orderNumber: NUMBER, lastState: 'ingresado', trackingUrl: `${operator.url}/tracking/1` },
    });
  });

  it.each([
    [['old', 'new', 'undated', 'other']],
    [['undated', 'other', 'new', 'old']],
    [['new', 'undated', 'old', 'other']],
  ])('listed as %j come to the same one', async (listed) => {
    const created: Readonly<Record<string, string>> = {
      old: '2026-11-20T10:00:00Z',
      new: '2026-11-21T10:00:00Z',
      other: '2026-11-22T10:00:00Z',
    };
    const deliveries = listed.map((notes) => ({
      notes,
      created: created[notes],
      orderNumber: notes === 'other' ? `${NUMBER}-2` : NUMBER,
    }));
    const server = await serverSaying(200, { errors: null, success: true, data: { deliveries } });
    expect(await findOrder(accessTo(server), NUMBER)).toMatchObject({ record: { notes: 'new' } });
  });
});

describe('a token', () => {
  it.each(['404', 'unsuccessful', 'no-deliveries'] as const)(
    'that is valid is accepted when unknown numbers are answered as %s',
    async (unknownOrderAnswer) => {
      const { operator, access } = await operatorAccount({ unknownOrderAnswer });
      expect(await checkToken(access)).toEqual({ kind: 'accepted' });
      expect(operator.requests()).toMatchObject([{ verb: 'read', account: TOKEN }]);
      expect(operator.orders()).toEqual([]);
    },
  );

  it('is accepted where the number of the check is refused for its form', async () => {
    const server = await serverSaying(422, { errors: { order_number: ['must be digits'] } });
    expect(await checkToken(accessTo(server))).toEqual({ kind: 'accepted' });
  });

  it('that the operator does not know is refused, in its words', async () => {
    const { access } = await operatorAccount();
    const unknown = { ...access, token: 'token-of-nobody' };
    expect(await checkToken(unknown)).toEqual({ kind: 'refused', message: 'the access token is unknown' });
  });

  it('that was revoked is refused, in its words', async () => {
    const { operator, access } = await operatorAccount();
    operator.revokeToken(TOKEN);
    expect(await checkToken(access)).toEqual({ kind: 'refused', message: 'the access token was revoked' });
  });

  it.each([
    ['429', 'throttled'],
    ['500', 'server-error'],
    ['html', 'unreadable'],
    ['redirect', 'unreadable'],
    ['reset', 'no-answer'],
  ] as const)('is not judged by %s', async (kind, failure) => {
    const { operator, access } = await operatorAccount();
    operator.injectFault({ kind });
    expect(await failureOf(checkToken(access))).toMatchObject({ failure });
  });

  it('is not judged when the operator is unreachable', async () => {
    const server = await serverSaying(200, {});
    await server.close();
    expect(await failureOf(checkToken(accessTo(server)))).toMatchObject({ failure: 'not-sent' });
  });
});

/** Of the token, the buyer and the buyer's file, whatever the case and without accents. */
const LEAK = /token-of-a-shop|7f3a|[ií]ñ?n?igo|[ñn]ahui|soto|example\.pe|987|654|[ñn]and[uú]es|345|402|timbre|receta/i;

describe('an operator that repeats what it was sent', () => {
  const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const { contact, location } = ORDER.dropoff;

  it.each<[string, (body: string, authorization: string) => unknown]>([
    ['whole', (body) => ({ errors: [{ message: body }] })],
    ['as an object', (body) => ({ message: JSON.parse(body) })],
    ['as the data', (body) => ({ success: false, data: JSON.parse(body) })],
    ['with its token', (_body, authorization) => ({ message: `no account for ${authorization}` })],
    ['in a page', (body) => `<html><body><pre>${body}</pre></body></html>`],
    ['in capitals', (body) => body.toUpperCase()],
    ['without accents', (body) => withoutAccents(body)],
    ['word by word', () => ({ errors: contact.fullname.split(' ').map((word) => `contact ${word} is wrong`) })],
    ['with the name alone', () => `el contacto SOTO, Íñigo no existe`],
    ['with a part of the address', () => `no route to Los Ñandúes 345 (dpto 402)`],
    ['with the address cut', () => `${location.address.slice(0, 20)}... is too long`],
    ['with a part of the notes', () => `notes "el timbre dos..." are too long`],
    ['with the phone as it is dialled', () => `987 654 321 is no phone; nor is 51987654321, nor (987) 654-321`],
    ['cut off', (body: string) => body.slice(0, 200)],
    ['with the file', () => `https://files.example.pe/f/81/receta.pdf is not there; receta.pdf is missing`],
  ])('%s never reaches a message', async (_how, repeat) => {
    const server = await serverAnswering((response, { body, headers }) => {
      const answer = repeat(body, String(headers.authorization));
      response.writeHead(422).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    const error = await failureOf(createOrder(accessTo(server), ORDER));
    expect(error).toMatchObject({ failure: expect.stringMatching(/refused|unreadable/), httpStatus: 422 });
    expect(error.message).not.toMatch(LEAK);
  });

  it('still says what is wrong', async () => {
    const server = await serverSaying(422, {
      errors: [
        { field: 'dropoff.location.district', message: 'Breña is not served' },
        { field: 'dropoff.contact.phone', message: `${contact.phone} of ${contact.fullname} is not mobile` },
      ],
    });
    expect((await failureOf(createOrder(accessTo(server), ORDER))).message).toBe(
      'dropoff.location.district: … is not served; dropoff.contact.phone: … of … is not mobile',
    );
  });

  it('on reading, where only the operator knows the buyer, is not quoted', async () => {
    const record = {
      orderNumber: NUMBER,
      contactName: contact.fullname,
      contactPhone: contact.phone,
      notes: ORDER.notes,
    };
    for (const content of [
      { success: false, errors: null, data: { deliveries: [record] } },
      { success: false, errors: null, deliveries: [record] },
      { success: false, ...record },
    ]) {
      const error = await failureOf(findOrder(accessTo(await serverSaying(200, content)), NUMBER));
      expect(error).toMatchObject({ failure: 'refused' });
      expect(error.message).not.toMatch(LEAK);
    }
  });
});
