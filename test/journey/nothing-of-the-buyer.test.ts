import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderDraft } from '../../sandbox/shopify/orders/order-entry.ts';
import { callAsExtension, numberOf } from '../extension-api/extension-caller.ts';
import { readWholeDatabase } from '../set-up/database/database-text.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN, startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';
import { postWebhook } from '../set-up/webhook.ts';

const BUYER = {
  firstName: 'Zulmira',
  lastName: 'Quetzalcóatl Ñahuincopa',
  address1: 'Jirón Huachipáñez 7741',
  address2: 'Torre Azulmarina dpto 1903',
  phone: '+51 981 234 567',
} as const;
const EMAIL = 'zulmira.q@correo-privado.example';
const NOTE = 'Dejar con el portero Eustaquio';

/** Each mark as it may turn up: in any case, without accents, the phone with whatever between its digits. */
const MARKS: readonly RegExp[] = [
  ...['zulmira', 'quetzalcoatl', 'nahuincopa', 'huachipanez', 'azulmarina', 'correo-privado', 'eustaquio'].map(
    (word) => new RegExp(word, 'i'),
  ),
  new RegExp([...'981234567'].join('[^0-9a-z"]{0,3}'), 'i'),
];

const folded = (line: string) => line.normalize('NFD').replace(/\p{M}/gu, '');

/** An operator that repeats whatever it is told, in every form it can think of, with whatever status it is told to. */
function startRepeatingOperator() {
  const heard: string[] = [];
  const lookedUp = new Set<string>();
  let lastBody = '';
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      heard.push(body);
      if (body) lastBody = body;
      const words = `${lastBody} ${folded(lastBody).toUpperCase()} ${lastBody.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`;
      const status = request.method === 'POST' && heard.filter(Boolean).length % 3 === 0 ? 201 : 422;
      const url = request.url ?? '';
      const answer = request.method === 'POST' ? status : lookedUp.has(url) ? 404 : 500;
      if (request.method === 'GET') lookedUp.add(url);
      response.writeHead(answer, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: `cannot take ${words}`, errors: [{ field: words, message: words }] }));
    });
  });
  return { server, heard };
}

let world: OfflineWorld;
let program: Program;
let operator: ReturnType<typeof startRepeatingOperator>;

beforeAll(async () => {
  world = await startOfflineWorld();
  operator = startRepeatingOperator();
  operator.server.listen(0, '127.0.0.1');
  await once(operator.server, 'listening');
  const address = operator.server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  program = await world.start({ OPERATOR_BASE_URL: `http://127.0.0.1:${address.port}`, LOG_LEVEL: 'trace' });
  await world.setUpShop(program, { earlyWarning: 'hold' });
});

afterAll(async () => {
  await world.stop();
  operator.server.closeAllConnections();
  operator.server.close();
});

const markedOrder = (change: Partial<OrderDraft> = {}) =>
  limaOrder({
    email: EMAIL,
    note: NOTE,
    customer: { firstName: BUYER.firstName, lastName: BUYER.lastName, email: EMAIL },
    shippingAddress: { ...BUYER, city: 'Miraflores', province: 'Lima', zip: '15074' },
    ...change,
  });

const fulfill = (change: Partial<OrderDraft> = {}) =>
  world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, markedOrder(change)).id);

async function postAsMerchant(path: string, body: object): Promise<string> {
  const answer = await fetch(`${program.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${world.shopify.idToken(SHOP)}`,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  return answer.text();
}

const searchAsMerchant = (text: string) => postAsMerchant('/app/deliveries/search', { text });

it('stores and reveals nothing about the buyer, whatever the operator, Shopify and the shop send', async () => {
  const bodies: string[] = [];
  const keep = async (answer: Response) => void bodies.push(await answer.text());

  const address = { ...BUYER, city: 'Miraflores', province: 'Lima', zip: '15074' };
  const fulfillments = [
    ...[fulfill(), fulfill(), fulfill(), fulfill()],
    fulfill({ shippingAddress: { ...address, phone: `${BUYER.phone} ext. zulmira` } }),
    fulfill({ shippingAddress: { ...address, city: '', province: '', zip: BUYER.phone } }),
    fulfill({ email: `${EMAIL} roto`, customer: null }),
  ];
  const place = (change: Partial<OrderDraft>) => world.shopify.enterOrder(SHOP, markedOrder(change));
  const open = [
    place({}),
    place({ shippingAddress: { ...address, phone: `${BUYER.phone} ext. zulmira` } }),
    place({ shippingAddress: { ...address, city: '', province: '', zip: BUYER.phone } }),
  ];
  const settled = ['needs-attention', 'in-delivery', 'skipped'];
  for (const { id } of fulfillments) {
    await until('the hand-over at an end', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId: id, phase: { in: settled } } }),
    );
  }
  for (const document of ['labels', 'sheet', 'pick-list']) {
    const orders = fulfillments.map(({ orderId }) => numberOf(orderId)).join(',');
    const printed = await callAsExtension(program, `/print/${document}?orders=${orders}&format=a4`, {
      token: world.shopify.idToken(SHOP),
    });
    const text = folded(await printed.text()); // for the merchant as well
    expect(printed.status).toBe(200);
    if (document === 'labels') expect(text).toMatch(/zulmira[^]*huachipanez/i);
  }
  await until('the orders that are not fulfilled read, and held', async () => {
    const orderId = { in: open.map(({ id }) => id) };
    const warned = { orderId, verdict: 'warned', holds: { array_contains: [{ phase: 'held' }] }, lookAt: null };
    const ready = { orderId, verdict: 'ready' };
    return (await world.database.openOrder.count({ where: { OR: [warned, ready] } })) === open.length;
  });
  const [first] = fulfillments;
  const orderNumber = numberOf(first?.orderId ?? '');
  const search = await searchAsMerchant(`${BUYER.firstName} ${BUYER.lastName}`);
  const orders = JSON.parse(search) as unknown;
  expect(orders).toMatchObject({ kind: 'found', orders: expect.stringContaining(orderNumber) as string });
  bodies.push(search, await searchAsMerchant(BUYER.phone), await searchAsMerchant(EMAIL));
  world.shopify.setFaults(SHOP, [{ kind: 'internal-error', times: 1, match: 'OrdersFound' }]);
  const failed = await searchAsMerchant(BUYER.lastName);
  expect(failed).toBe('{"kind":"not-asked"}');
  bodies.push(await searchAsMerchant(`${NOTE}\u0000`.repeat(100)));
  const at = { orderId: first?.orderId, code: 'phone-unusable' };
  const desk = await postAsMerchant('/app/review/orders', { rows: [at] }); // for the merchant, who may see it
  expect(folded(desk)).toMatch(/zulmira[^]*huachipanez/i);
  const correction = { ...at, deliveryId: null, field: 'phone', value: BUYER.phone };
  bodies.push(await postAsMerchant('/app/review/orders', correction));
  world.shopify.setFaults(SHOP, [{ kind: 'internal-error', times: 1, match: 'ChangeOrderAddress' }]);
  bodies.push(await postAsMerchant('/app/review/orders', correction));
  bodies.push(await postAsMerchant('/app/review/orders', { ...correction, field: 'address1', value: `${NOTE}\u0000` }));
  world.shopify.setFaults(SHOP, [{ kind: 'internal-error', times: 2 }]);
  const own = { token: world.shopify.idToken(SHOP) };
  await callAsExtension(program, `/api/orders/${orderNumber}/preview`, own); // for the merchant, who may see it
  await keep(await callAsExtension(program, `/print/labels?orders=${EMAIL}`, own));
  await keep(await callAsExtension(program, `/api/orders/${EMAIL}/deliveries?${NOTE}=${BUYER.lastName}`, own));
  await keep(await callAsExtension(program, '/api/orders/hand-over', { ...own, method: 'POST', body: `{"${EMAIL}"` }));
  await keep(await fetch(`${program.url}/nowhere/${BUYER.firstName}?phone=${encodeURIComponent(BUYER.phone)}`));

  const customer = { id: 1, email: EMAIL, phone: BUYER.phone, first_name: BUYER.firstName };
  const body = {
    ...customer,
    customer,
    shipping_address: BUYER,
    note: NOTE,
    orders_requested: [1],
    orders_to_redact: [1],
  };
  const whole = { admin_graphql_api_id: 'gid://shopify/Fulfillment/77', order_id: 7, status: BUYER.lastName, ...body };
  for (const topic of ['fulfillments/create', 'fulfillments/update', 'orders/create']) {
    await keep(await postWebhook(program.url, { topic, shop: SHOP, body: whole }));
  }
  for (const topic of ['customers/data_request', 'customers/redact']) {
    await keep(await postWebhook(program.url, { topic, shop: SHOP, body }));
  }
  await keep(await postWebhook(program.url, { topic: 'fulfillments/create', shop: SHOP, body: `{"${EMAIL}": ` }));
  const unsigned = { 'X-Shopify-Hmac-Sha256': 'bm8=' };
  await keep(await postWebhook(program.url, { topic: 'orders/create', shop: SHOP, body, headers: unsigned }));
  await keep(await postWebhook(program.url, { topic: EMAIL, shop: SHOP, body }));
  for (const path of ['/metrics', '/healthz', '/readyz']) await keep(await fetch(`${program.url}${path}`));
  await until('every webhook handled', async () => {
    return (await world.database.webhookReceipt.count({ where: { outcome: null } })) === 0;
  });

  const heard = operator.heard.map(folded).join('\n');
  for (const mark of MARKS) expect(heard, 'the operator was told').toMatch(mark);
  const rows = await readWholeDatabase(world.database);
  expect(await world.database.attempt.count({ where: { message: { not: null } } })).toBeGreaterThan(0);
  const secrets = [new RegExp(OPERATOR_TOKEN), /shpat_|shprt_/, /test-api-secret/];
  for (const [where, lines] of Object.entries({ database: rows, log: program.lines, answers: bodies })) {
    for (const mark of [...MARKS, ...secrets]) {
      const leaks = lines.filter((line) => mark.test(folded(line)));
      expect(leaks, `${String(mark)} in the ${where}`).toEqual([]);
    }
  }
});
