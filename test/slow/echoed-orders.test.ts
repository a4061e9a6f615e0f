import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBenchDatabase } from '../../bench/harness/server.ts';
import { readWholeDatabase } from '../set-up/database/database-text.ts';
import { limaOrder, SHOP, TEST_SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';

const ORDERS = 200;
/** So many of them are placed once more with a phone that cannot be used, and are not fulfilled. */
const OPEN = 20;
/** Of a plan that fits so many orders: Shopify's budget is not what is tried here. */
const LIMITS = { maximum: 1e6, restoreRate: 1e5 };
/** Stands in every word of every buyer. */
const STEM = 'zulqx';

/** Words of one buyer that no other has. */
const markOf = (index: number) =>
  [...String(index).padStart(3, '0')].map((digit) => 'bdfgkmprtv'.charAt(Number(digit))).join('a');

const buyerOf = (index: number) => {
  const word = (end: string) => `${STEM}${markOf(index)}${end}`;
  return {
    firstName: `Íñ${word('a')}`,
    lastName: `Ñ${word('on')} ${word('ez')}`,
    address1: `Jirón ${word('al')} ${1_000 + index}`,
    address2: `Torre ${word('or')}`,
    city: `Villa ${word('ul')}`,
    phone: `+51 987 1${String(10_000 + index).replace(/^(\d\d)(\d{3})$/, '$1 $2')}`,
    email: `${word('e')}@correo-${word('m')}.example`,
    note: `Dejar con ${word('p')}`,
  };
};

const folded = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '');
const wordsIn = (sent: string) => sent.match(/[\p{L}\p{M}\p{N}@.+-]{3,}/gu) ?? [];

/** What an operator may make of what it was sent: the body of its answer. */
const SHAPES: readonly ((sent: string) => string | Buffer)[] = [
  (sent) => JSON.stringify({ message: `cannot take ${sent}`, errors: [{ field: sent, message: sent }] }),
  (sent) => JSON.stringify({ status: 'error', request: { order: JSON.parse(sent || '{}'), echo: [sent] } }),
  (sent) => JSON.stringify(wordsIn(sent).map((word) => `no existe ${word}`)),
  (sent) => JSON.stringify(Object.fromEntries(wordsIn(sent).map((word) => [word, [`invalid ${word}`]]))),
  (sent) => `<html><body><h1>422</h1><pre>${sent}</pre></body></html>`,
  (sent) => `X-Request-Body: ${sent}\r\nX-Buyer: ${wordsIn(sent).join('; ')}`,
  (sent) => JSON.stringify({ message: folded(sent).toUpperCase(), detail: wordsIn(sent).slice(5, 12).join(' ') }),
  (sent) => JSON.stringify({ error: encodeURIComponent(sent), detail: Buffer.from(sent).toString('base64') }),
  (sent) =>
    JSON.stringify({ errors: wordsIn(sent).map((word) => [...word].join(' ')), detail: wordsIn(sent).join('') }),
  (sent) => Buffer.from(`\ufeff${JSON.stringify({ message: sent, errors: wordsIn(sent) })}`, 'utf16le'),
];
const STATUSES = [422, 400, 500, 201, 200, 404, 409] as const;

/** Answers each order, and each question about it, in the shape and with the status that its buyer has. */
function startEchoingOperator() {
  const heard: string[] = [];
  const bodies = new Map<string, { body: string; place: number }>();
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const number =
        /"order_number":"([^"]+)"/.exec(body)?.[1] ??
        decodeURIComponent(request.url ?? '')
          .split('/')
          .at(-1) ??
        '';
      const known = bodies.get(number) ?? { body, place: bodies.size };
      bodies.set(number, known);
      if (body) heard.push(body);
      const echo = SHAPES[known.place % SHAPES.length]?.(known.body) ?? '';
      const status = STATUSES[known.place % STATUSES.length] ?? 422;
      response.writeHead(request.method === 'POST' ? status : status === 201 ? 200 : 422, { 'X-Echo': 'sent' });
      response.end(echo);
    });
  });
  return { server, heard };
}

let world: OfflineWorld;
let program: Program;
let dataDirectory: string;
const operator = startEchoingOperator();

beforeAll(async () => {
  const own = await startBenchDatabase();
  dataDirectory = own.variables.DATA_DIR ?? '';
  world = await startOfflineWorld({}, { url: own.url, drop: () => own.stop() });
  world.shopify.addShop({ ...TEST_SHOP, limits: LIMITS });
  operator.server.listen(0, '127.0.0.1');
  await once(operator.server, 'listening');
  const address = operator.server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  program = await world.start({
    OPERATOR_BASE_URL: `http://127.0.0.1:${address.port}`,
    LOG_LEVEL: 'trace',
    LOOK_UP_HORIZON_MINUTES: '0.03',
  });
  await world.setUpShop(program);
});

afterAll(async () => {
  await world.stop();
  operator.server.closeAllConnections();
  operator.server.close();
});

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
}

/** How a word may be written, so that it is found in any encoding. */
function writings(word: string): Buffer[] {
  const bytes = Buffer.from(word);
  const shifted = ['', ' ', '  '].map((before) => {
    const whole = Buffer.from(before + word)
      .toString('base64')
      .replace(/=+$/, '');
    return whole.slice(before === '' ? 0 : before.length + 1, -2); // what depends on its neighbours is left out
  });
  return [
    bytes,
    Buffer.from(word, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    ...shifted.map((each) => Buffer.from(each)),
  ];
}

/** The places in a text where something of a buyer stands, as it is or in another writing. */
function tracesIn(content: string): string[] {
  const plain = folded(content).toLowerCase();
  const squeezed = plain.replace(/[^a-z0-9]+/g, '');
  const digits = plain.replace(/(?<=\d)[ ().+/-]{1,3}(?=\d)/g, '');
  const phones = digits.match(/(?<![\da-f-])(51)?9871\d{5}(?!\d)/g) ?? [];
  const marks = Array.from({ length: ORDERS }, (_, index) => `qx${markOf(index)}`).filter((mark) =>
    squeezed.includes(mark),
  );
  const encoded = [STEM, STEM.toUpperCase()]
    .flatMap(writings)
    .filter((writing) => content.includes(writing.toString('latin1')));
  return [
    ...phones,
    ...marks,
    ...(squeezed.includes(STEM) ? [STEM] : []),
    ...encoded.map((each) => each.toString('latin1')),
  ];
}

it('two hundred orders that are echoed in ten shapes leave nothing in the database, the log or a file', async () => {
  for (let index = 0; index < ORDERS; index += 1) {
    const { email, note, ...address } = buyerOf(index);
    const { firstName, lastName } = address;
    const order = limaOrder({
      email,
      note,
      customer: { firstName, lastName, email },
      lineItems: [{ title: 'Taza', sku: 'TAZA', price: '35.00' }],
      shippingAddress: { ...address, province: 'Lima', zip: '15074' },
    });
    world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, order).id);
    const shippingAddress = { ...address, phone: `${address.phone.slice(0, 6)} ${lastName}`, province: 'Lima' };
    if (index < OPEN) world.shopify.enterOrder(SHOP, { ...order, shippingAddress });
  }
  await until('every order answered, and looked for where it was not taken', async () => {
    const answered = await world.database.delivery.findMany({
      include: { attempts: { where: { outcome: { not: null } }, take: 2 } },
      take: ORDERS,
    });
    const isDone = ({ phase, attempts }: (typeof answered)[number]) =>
      attempts.length === 2 || (phase === 'in-delivery' && attempts.length > 0) || phase === 'needs-attention';
    return answered.filter(isDone).length === ORDERS;
  });
  await until('every order that is not fulfilled read', async () => {
    return (await world.database.openOrder.count({ where: { verdict: 'warned' } })) === OPEN;
  });
  await program.stop();

  const heard = folded(operator.heard.join('\n'));
  const told = Array.from({ length: ORDERS }, (_, index) => markOf(index)).filter((mark) =>
    heard.includes(`${STEM}${mark}`),
  );
  expect(told, 'the operator was told of every buyer').toHaveLength(ORDERS);
  expect(tracesIn(operator.heard[0] ?? '').length, 'traces are found where there are some').toBeGreaterThan(2);

  const rows = await readWholeDatabase(world.database);
  expect(rows.length).toBeGreaterThan(5 * ORDERS);
  expect(tracesIn(rows.join('\n')), 'in the database').toEqual([]);
  expect(tracesIn(program.lines.join('\n')), 'in the log').toEqual([]);
  await world.database.$executeRaw`CHECKPOINT`;
  const files = await filesIn(dataDirectory);
  expect(files.length).toBeGreaterThan(100);
  const needles = [STEM, STEM.toUpperCase()].flatMap(writings);
  const hits: string[] = [];
  for (const file of files) {
    const bytes = await readFile(file).catch(() => Buffer.alloc(0)); // of the server, which goes on
    if (needles.some((needle) => bytes.includes(needle))) hits.push(path.relative(dataDirectory, file));
  }
  expect(hits, 'in the files').toEqual([]);
});
