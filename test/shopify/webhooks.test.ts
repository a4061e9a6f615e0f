import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { isSignedByShopify, parseWebhook } from '../../app/shopify/webhooks.ts';

const SECRET = 'shpss_secret';
const sign = (body: Buffer, secret = SECRET) => createHmac('sha256', secret).update(body).digest('base64');

describe('isSignedByShopify', () => {
  const body = Buffer.from('{"id":1,"note":"Ñandú"}');

  it('takes the signature of the raw body', () => {
    expect(isSignedByShopify(body, sign(body), SECRET)).toBe(true);
  });

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['an empty one', ''],
    ['one under another secret', sign(body, 'other')],
    ['one of another body', sign(Buffer.from('{"id":1, "note":"Ñandú"}'))],
    ['one that is not base64', '%%%'],
    ['one that is cut off', sign(body).slice(0, 20)],
    ['the hexadecimal one', createHmac('sha256', SECRET).update(body).digest('hex')],
  ])('refuses %s', (_what, signature) => {
    expect(isSignedByShopify(body, signature, SECRET)).toBe(false);
  });
});

const headers = {
  'x-shopify-topic': 'fulfillments/create',
  'x-shopify-shop-domain': 'Tienda-Lima.myshopify.com',
  'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  'x-shopify-event-id': 'e1',
  'x-shopify-triggered-at': '2026-11-21T15:00:00.123456789Z',
};
const parse = (body: string, change: Record<string, string | undefined> = {}) =>
  parseWebhook({ ...headers, ...change }, Buffer.from(body));

describe('parseWebhook', () => {
  it('keeps ids, times, the name and the status, and nothing of the buyer', () => {
    const body = {
      id: 123456,
      admin_graphql_api_id: 'gid://shopify/Fulfillment/123456',
      order_id: 5361240244438,
      name: '#1001.1',
      status: 'success',
      email: 'buyer@example.com',
      destination: { address1: 'Av. Larco 345' },
    };
    const parsed = parse(JSON.stringify(body));
    expect(parsed).toEqual({
      ok: true,
      webhook: {
        shop: 'tienda-lima.myshopify.com',
        topic: 'fulfillments/create',
        webhookId: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
        eventId: 'e1',
        triggeredAt: new Date('2026-11-21T15:00:00.123Z'),
        body: {
          subjectId: 'gid://shopify/Fulfillment/123456',
          orderId: 'gid://shopify/Order/5361240244438',
          status: 'success',
          name: '#1001.1',
          orderIds: [],
        },
      },
    });
  });

  it.each([
    ['fulfillments/create', '{"id":7,"order_id":8}', 'gid://shopify/Fulfillment/7'],
    ['fulfillments/update', '{"id":820982911946154508,"order_id":8}', 'gid://shopify/Fulfillment/820982911946154508'],
    ['orders/updated', '{"id":"9"}', 'gid://shopify/Order/9'],
    ['orders/updated', '{"id":9,"admin_graphql_api_id":"gid://shopify/Order/10"}', 'gid://shopify/Order/10'],
    ['fulfillments/create', '{"id":"no number"}', null],
    ['app/uninstalled', '{"id":1}', null],
  ])('%s finds its record in %s', (topic, body, subjectId) => {
    const parsed = parse(body, { 'x-shopify-topic': topic });
    expect(parsed).toMatchObject({ ok: true, webhook: { body: { subjectId } } });
  });

  it('keeps every digit of an id beyond 2^53', () => {
    const parsed = parse('{"admin_graphql_api_id":"gid://shopify/Fulfillment/1","order_id":820982911946154508}');
    expect(parsed.ok && parsed.webhook.body?.orderId).toBe('gid://shopify/Order/820982911946154508');
  });

  it('turns the order ids of a privacy topic into gids', () => {
    const parsed = parse('{"orders_to_redact":[299938,820982911946154508]}', { 'x-shopify-topic': 'customers/redact' });
    expect(parsed.ok && parsed.webhook.body?.orderIds).toEqual([
      ...['gid://shopify/Order/299938', 'gid://shopify/Order/820982911946154508'],
    ]);
  });

  it.each(['{"cut":', '{"a":"b"} ]'])('has no body when it is %j', (body) => {
    const parsed = parse(body);
    expect(parsed.ok && parsed.webhook.body).toBeNull();
  });

  it('visits each value of a body only for the sake of a large id', () => {
    const read = vi.spyOn(JSON, 'parse');
    const lines = '{"quantity":1,"note":"1234567890123456789"},'.repeat(100);
    parse(`{"id":7,"order_id":5361240244438,"lines":[${lines}1]}`);
    expect(read.mock.calls.filter(([, reviver]) => reviver)).toEqual([]);
    parse(`{"id":7,"order_id":820982911946154508,"lines":[${lines}1]}`);
    expect(read.mock.calls.filter(([, reviver]) => reviver)).toHaveLength(1);
    read.mockRestore();
  });

  it.each<[string, string | undefined]>([
    ['x-shopify-topic', undefined],
    ['x-shopify-topic', 'nonsense'],
    ['x-shopify-shop-domain', 'shop.example.com'],
    ['x-shopify-shop-domain', 'a.myshopify.com.evil.example'],
    ['x-shopify-webhook-id', ''],
  ])('names the header %s when it is %j', (name, value) => {
    const parsed = parse('{}', { [name]: value });
    expect(parsed).toEqual({ ok: false, reason: `missing or malformed: ${name}` });
  });

  it('does without the optional headers', () => {
    const parsed = parse('{}', { 'x-shopify-event-id': undefined, 'x-shopify-triggered-at': 'yesterday' });
    expect(parsed.ok && parsed.webhook).toMatchObject({ eventId: null, triggeredAt: null });
  });
});

it.each([
  ...['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0\n'],
  ...['embedded=1&host=YWRtaW4&shop=a.myshopify.com&timestamp=1', 'shop=a.myshopify.com'],
  // a parameter that a merchant adds is sorted before the others
  ...['!=1&embedded=1&shop=a.myshopify.com', '%7B%22id%22=1&shop=a.myshopify.com', '"id"=1&shop=a.myshopify.com'],
  ...['', 'no JSON', '[1,2]', 'null', '"text"'],
])('parseWebhook refuses what the same secret signs and is no webhook: %j', (body) => {
  expect(parse(body)).toEqual({ ok: false, reason: 'the body is not a JSON object' });
});

it.each([
  ['x-shopify-topic', `a/${'b'.repeat(63)}`],
  ['x-shopify-shop-domain', `${'a'.repeat(250)}.myshopify.com`],
  ['x-shopify-webhook-id', 'a'.repeat(256)],
])('parseWebhook refuses a %s beyond its bound', (name, value) => {
  expect(parse('{}', { [name]: value })).toEqual({ ok: false, reason: `missing or malformed: ${name}` });
});

it.each(['#1001\0.1', '#1001\uD83D.1'])('parseWebhook keeps no name that the database cannot store: %j', (name) => {
  const parsed = parse(JSON.stringify({ order_id: 1, name }));
  expect(parsed.ok && parsed.webhook.body).toMatchObject({ orderId: 'gid://shopify/Order/1', name: null });
});

it('parseWebhook says that a privacy webhook names more orders than are taken in', () => {
  const naming = (count: number) => parse(JSON.stringify({ orders_to_redact: Array(count).fill(1) }));
  expect(naming(10_000)).toMatchObject({ webhook: { body: { orderIds: { length: 10_000 } } } });
  expect(naming(10_001)).toMatchObject({ webhook: { body: { orderIds: null } } });
});
