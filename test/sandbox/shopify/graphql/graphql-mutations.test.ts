import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SandboxShopify } from '../../../../sandbox/shopify/server.ts';
import { API_KEY, ask, askData, orderDraft, SHOP, startSandbox } from '../sandbox-under-test.ts';

const TRACK = `mutation ($id: ID!, $tracking: FulfillmentTrackingInput!) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking) {
    fulfillment { trackingInfo(first: 5) { company number url } } userErrors { field message }
  }
}`;
const EVENT = `mutation ($event: FulfillmentEventInput!) {
  fulfillmentEventCreate(fulfillmentEvent: $event) { fulfillmentEvent { status happenedAt } userErrors { field message } }
}`;
const FULFILL = `mutation ($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { name status } userErrors { field message } }
}`;
const CANCEL = `mutation ($id: ID!) {
  fulfillmentCancel(id: $id) { fulfillment { status displayStatus } userErrors { field message } }
}`;
const SET = `mutation ($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    metafields { namespace key type value compareDigest } userErrors { field message code }
  }
}`;

async function startWithFulfillment() {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const fulfillment = sandbox.fulfill(SHOP, order.id);
  return { sandbox, order, fulfillment };
}

test('replaces the tracking, and keeps a given link whatever the company', async () => {
  const { sandbox, fulfillment } = await startWithFulfillment();
  const track = (tracking: object) => askData(sandbox, TRACK, { id: fulfillment.id, tracking });
  const answer = (...trackingInfo: object[]) => ({
    fulfillmentTrackingInfoUpdate: { fulfillment: { trackingInfo }, userErrors: [] },
  });
  expect(await track({ company: 'Correos', number: 'A 1', url: 'https://x.test/A' })).toEqual(
    answer({ company: 'Correos', number: 'A 1', url: 'https://x.test/A' }),
  );
  expect(await track({ company: 'Nobody', number: 'B' })).toEqual(
    answer({ company: 'Nobody', number: 'B', url: null }),
  );
  expect(await track({ company: 'UPS', number: '1Z' })).toEqual(
    answer({ company: 'UPS', number: '1Z', url: expect.stringContaining('www.ups.com') }),
  );
  expect(await track({ numbers: ['C', 'D'], urls: ['https://x.test/C'] })).toEqual(
    answer({ company: null, number: 'C', url: 'https://x.test/C' }, { company: null, number: 'D', url: null }),
  );
});

test.each([
  ['a link without a number', { url: 'https://x.test/1' }, ['trackingInfoInput', 'number'], 'number is required'],
  ['links without numbers', { urls: ['https://x.test/1'] }, ['trackingInfoInput', 'numbers'], 'numbers is required'],
  ['one number and several', { number: '1', numbers: ['2'] }, ['trackingInfoInput', 'numbers'], 'together'],
  [
    'one link and several',
    { number: '1', url: 'https://x.test/1', urls: [] },
    ['trackingInfoInput', 'urls'],
    'together',
  ],
])('refuses tracking with %s', async (_name, tracking, field, message) => {
  const { sandbox, fulfillment } = await startWithFulfillment();
  expect(await askData(sandbox, TRACK, { id: fulfillment.id, tracking })).toEqual({
    fulfillmentTrackingInfoUpdate: {
      fulfillment: null,
      userErrors: [{ field, message: expect.stringContaining(message) }],
    },
  });
  expect(fulfillment.trackingInfo).toEqual([]);
});

test('refuses a link that is none before the mutation runs', async () => {
  const { sandbox, fulfillment } = await startWithFulfillment();
  const { errors, data } = await ask(sandbox, TRACK, {
    id: fulfillment.id,
    tracking: { number: '1', url: 'x.test/1' },
  });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining("Invalid url 'x.test/1', missing scheme"),
    extensions: { code: 'INVALID_VARIABLE' },
  });
  expect(data).toBeUndefined();
});

test('follows the events: the latest that happened decides, whenever it was reported', async () => {
  const { sandbox, fulfillment } = await startWithFulfillment();
  const report = (status: string, happenedAt: string) =>
    askData(sandbox, EVENT, { event: { fulfillmentId: fulfillment.id, status, happenedAt } });
  expect(await report('OUT_FOR_DELIVERY', '2026-05-02T10:00:00.789-05:00')).toEqual({
    fulfillmentEventCreate: {
      fulfillmentEvent: { status: 'OUT_FOR_DELIVERY', happenedAt: '2026-05-02T15:00:00Z' },
      userErrors: [],
    },
  });
  await report('IN_TRANSIT', '2026-05-02T08:00:00-05:00');
  const query = `query ($id: ID!) { fulfillment(id: $id) {
    displayStatus inTransitAt deliveredAt events(first: 5, reverse: true) { nodes { status } } } }`;
  expect(await askData(sandbox, query, { id: fulfillment.id })).toEqual({
    fulfillment: {
      displayStatus: 'OUT_FOR_DELIVERY',
      inTransitAt: '2026-05-02T13:00:00Z',
      deliveredAt: null,
      events: { nodes: [{ status: 'OUT_FOR_DELIVERY' }, { status: 'IN_TRANSIT' }] },
    },
  });
});

test('changes nothing on a fulfillment that is unknown or cancelled', async () => {
  const { sandbox, fulfillment } = await startWithFulfillment();
  const attempt = async (id: string) => [
    await askData(sandbox, TRACK, { id, tracking: { number: '1' } }),
    await askData(sandbox, EVENT, { event: { fulfillmentId: id, status: 'DELIVERED' } }),
    await askData(sandbox, CANCEL, { id }),
  ];
  const refused = (message: string) => [
    { fulfillmentTrackingInfoUpdate: { fulfillment: null, userErrors: [{ field: ['fulfillmentId'], message }] } },
    {
      fulfillmentEventCreate: {
        fulfillmentEvent: null,
        userErrors: [{ field: ['fulfillmentEvent', 'fulfillmentId'], message }],
      },
    },
  ];
  expect((await attempt('gid://shopify/Fulfillment/1')).slice(0, 2)).toEqual(refused('Fulfillment does not exist.'));
  sandbox.cancelFulfillment(SHOP, fulfillment.id);
  const [track, event, cancel] = await attempt(fulfillment.id);
  expect([track, event]).toEqual(refused('Fulfillment is cancelled.'));
  expect(cancel).toMatchObject({ fulfillmentCancel: { fulfillment: null, userErrors: [{ field: ['id'] }] } });
  expect(fulfillment).toMatchObject({ trackingInfo: [], events: [], status: 'CANCELLED' });
});

async function fulfillmentOrders(sandbox: SandboxShopify, id: string) {
  const query = `query ($id: ID!) { order(id: $id) { displayFulfillmentStatus fulfillmentOrders(first: 9) { nodes {
    id status lineItems(first: 9) { nodes { id totalQuantity remainingQuantity } } } } } }`;
  const line = z.object({ id: z.string(), totalQuantity: z.number(), remainingQuantity: z.number() });
  const node = z.object({ id: z.string(), status: z.string(), lineItems: z.object({ nodes: z.array(line) }) });
  const shape = z.object({
    order: z.object({ displayFulfillmentStatus: z.string(), fulfillmentOrders: z.object({ nodes: z.array(node) }) }),
  });
  const { order } = shape.parse(await askData(sandbox, query, { id }));
  return { status: order.displayFulfillmentStatus, all: order.fulfillmentOrders.nodes };
}

test('fulfills in parts, cancels, and fulfills again', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  const [open] = (await fulfillmentOrders(sandbox, id)).all;
  const fulfill = (lines: { id: string | undefined; quantity: number }[] | null) =>
    askData(sandbox, FULFILL, {
      fulfillment: {
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: open?.id, fulfillmentOrderLineItems: lines }],
      },
    });
  const [boots] = open?.lineItems.nodes ?? [];
  expect(await fulfill([{ id: boots?.id, quantity: 2 }])).toEqual({
    fulfillmentCreate: { fulfillment: { name: '#1001.1', status: 'SUCCESS' }, userErrors: [] },
  });
  expect(await fulfillmentOrders(sandbox, id)).toMatchObject({
    status: 'PARTIALLY_FULFILLED',
    all: [{ status: 'IN_PROGRESS' }],
  });
  const refusal = (field: string[], message: string) => ({
    fulfillmentCreate: { fulfillment: null, userErrors: [{ field, message }] },
  });
  expect(await fulfill([{ id: boots?.id, quantity: 2 }])).toEqual(
    refusal(['fulfillment'], 'Invalid fulfillment order line item quantity requested.'),
  );
  expect(await fulfill([{ id: boots?.id, quantity: 0 }])).toEqual(
    refusal(
      ['fulfillment', 'lineItemsByFulfillmentOrder', '0', 'fulfillmentOrderLineItems', '0', 'quantity'],
      'Quantity must be greater than 0',
    ),
  );

  await fulfill(null);
  expect(await fulfillmentOrders(sandbox, id)).toMatchObject({ status: 'FULFILLED', all: [{ status: 'CLOSED' }] });
  expect(await fulfill(null)).toMatchObject({ fulfillmentCreate: { fulfillment: null } });

  const [first] = [...(sandbox.store.get(SHOP)?.fulfillments.keys() ?? [])];
  expect(await askData(sandbox, CANCEL, { id: first })).toEqual({
    fulfillmentCancel: { fulfillment: { status: 'CANCELLED', displayStatus: 'CANCELED' }, userErrors: [] },
  });
  const again = await fulfillmentOrders(sandbox, id);
  expect(again).toMatchObject({
    status: 'PARTIALLY_FULFILLED',
    all: [{ status: 'CLOSED' }, { status: 'OPEN', lineItems: { nodes: [{ totalQuantity: 2, remainingQuantity: 2 }] } }],
  });
  expect(sandbox.fulfill(SHOP, id).name).toBe('#1001.3');
});

test('gives back to a fulfillment order that is still open', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  const part = sandbox.fulfill(SHOP, id, { lineItems: [{ id: 0, quantity: 1 }] });
  await askData(sandbox, CANCEL, { id: part.id });
  const { status, all } = await fulfillmentOrders(sandbox, id);
  expect(status).toBe('UNFULFILLED');
  expect(all).toMatchObject([
    { status: 'OPEN', lineItems: { nodes: [{ remainingQuantity: 3 }, { remainingQuantity: 1 }] } },
  ]);
});

test('fulfills what travels the same way together, and the rest apart', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    lineItems: [
      { title: 'Botas', price: '10' },
      { title: 'Recogida', price: '10', delivery: { method: 'PICK_UP' } },
      { title: 'Otra caja', price: '10', location: 'Local' },
    ],
  });
  const titles = () =>
    sandbox.fulfill(SHOP, id).lineItems.map(({ lineItemId }) => sandbox.store.get(SHOP)?.lineItem(lineItemId).title);
  expect([titles(), titles(), titles()]).toEqual([['Botas'], ['Recogida'], ['Otra caja']]);
  expect(titles).toThrow('at least one line item');
});

test('fulfills no more than is left at one location', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    lineItems: [
      { title: 'Botas', price: '10', quantity: 2 },
      { title: 'Otra caja', price: '10', location: 'Local' },
    ],
  });
  const fulfill = (...lineItems: { id: number; quantity: number }[]) => sandbox.fulfill(SHOP, id, { lineItems });
  expect(() => fulfill({ id: 0, quantity: 3 })).toThrow('Invalid fulfillment order line item quantity');
  expect(() => fulfill({ id: 0, quantity: 1 }, { id: 1, quantity: 1 })).toThrow('Invalid fulfillment order line item');
  expect(() => sandbox.fulfill(SHOP, id, { lineItems: [{ id: 0, quantity: 1 }], location: 'Local' })).toThrow(
    'Invalid',
  );
  expect(fulfill({ id: 1, quantity: 1 }).lineItems).toMatchObject([{ quantity: 1 }]);
});

test('does not fulfill from two locations at once, nor what is on hold', async () => {
  const sandbox = await startSandbox();
  const two = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    lineItems: [
      { title: 'Uno', price: '1' },
      { title: 'Dos', price: '1', location: 'Local' },
    ],
  });
  const byOrder = (id: string) => ({ fulfillmentOrderId: id });
  const both = await askData(sandbox, FULFILL, {
    fulfillment: { lineItemsByFulfillmentOrder: two.fulfillmentOrders.map(({ id }) => byOrder(id)) },
  });
  expect(both).toMatchObject({ fulfillmentCreate: { fulfillment: null, userErrors: [{ field: ['fulfillment'] }] } });
  const held = sandbox.enterOrder(SHOP, { ...orderDraft, onHold: true });
  const answer = await askData(sandbox, FULFILL, {
    fulfillment: { lineItemsByFulfillmentOrder: held.fulfillmentOrders.map(({ id }) => byOrder(id)) },
  });
  expect(answer).toMatchObject({
    fulfillmentCreate: { userErrors: [{ message: expect.stringContaining('unfulfillable status= on_hold') }] },
  });
});

test('sets metafields in the reserved namespace of the app, under optimistic locking', async () => {
  const { sandbox, order } = await startWithFulfillment();
  const set = async (fields: object) => {
    const data = await askData(sandbox, SET, { metafields: [{ ownerId: order.id, key: 'deliveries', ...fields }] });
    return z
      .object({
        metafieldsSet: z.object({
          metafields: z.array(z.looseObject({ compareDigest: z.string() })).nullable(),
          userErrors: z.array(z.unknown()),
        }),
      })
      .parse(data).metafieldsSet;
  };
  const first = await set({ value: '{"a": 1}', compareDigest: null });
  expect(first).toMatchObject({
    metafields: [{ namespace: `app--${API_KEY}`, key: 'deliveries', type: 'json', value: '{"a":1}' }],
    userErrors: [],
  });
  const stale = [{ field: ['metafields', '0'], code: 'STALE_OBJECT', message: expect.any(String) }];
  expect(await set({ value: '{"a":2}', compareDigest: null })).toEqual({ metafields: null, userErrors: stale });
  const digest = first.metafields?.[0]?.compareDigest;
  expect((await set({ value: '{"a":2}', compareDigest: digest })).userErrors).toEqual([]);
  expect(await set({ value: '{"a":3}', compareDigest: digest })).toEqual({ metafields: null, userErrors: stale });
  expect((await set({ value: '{"a":4}' })).userErrors).toEqual([]);
  const query = `query ($id: ID!) { order(id: $id) {
    metafield(key: "deliveries") { value jsonValue ownerType }
    same: metafield(namespace: "$app", key: "deliveries") { value }
    other: metafield(namespace: "custom", key: "deliveries") { value }
    metafields(first: 5, keys: ["$app.deliveries", "custom.none"]) { nodes { key } }
  } }`;
  expect(await askData(sandbox, query, { id: order.id })).toEqual({
    order: {
      metafield: { value: '{"a":4}', jsonValue: { a: 4 }, ownerType: 'ORDER' },
      same: { value: '{"a":4}' },
      other: null,
      metafields: { nodes: [{ key: 'deliveries' }] },
    },
  });
});

test.each([
  ['a value that is not of its type', { type: 'json', value: '{' }, 'INVALID_VALUE', 'value'],
  ['a type other than the definition says', { type: 'single_line_text_field', value: 'x' }, 'INVALID_TYPE', 'type'],
  ['no type where nothing defines one', { namespace: 'custom', value: 'x' }, 'BLANK', 'type'],
  ['an unknown owner', { ownerId: 'gid://shopify/Order/1', value: '{}' }, 'INVALID', 'ownerId'],
  ["another app's namespace", { namespace: 'app--other', type: 'json', value: '{}' }, 'APP_NOT_AUTHORIZED', null],
])('refuses a metafield with %s, and all that came with it', async (_name, fields, code, at) => {
  const { sandbox, order } = await startWithFulfillment();
  const good = { ownerId: order.id, namespace: 'custom', key: 'note', type: 'multi_line_text_field', value: 'good' };
  const bad = { ownerId: order.id, key: 'deliveries', ...fields };
  expect(await askData(sandbox, SET, { metafields: [good, bad] })).toEqual({
    metafieldsSet: {
      metafields: null,
      userErrors: [{ field: ['metafields', '1', ...(at === null ? [] : [at])], code, message: expect.any(String) }],
    },
  });
  expect(sandbox.metafields(SHOP, order.id)).toEqual([]);
});

const SIZED = { key: 'size', type: 'single_line_text_field', value: 'large' };
const FOUND = `query ($query: String!) { orders(first: 5, query: $query) { nodes { id } } }`;

test('takes the choices of a definition, days and times as such, and nothing else', async () => {
  const { sandbox, order } = await startWithFulfillment();
  const set = (...metafields: object[]) =>
    askData(sandbox, SET, { metafields: metafields.map((each) => ({ ownerId: order.id, ...each })) });
  const refused = (code: string) => ({ metafieldsSet: { metafields: null, userErrors: [{ code }] } });
  expect(await set({ ...SIZED, value: 'huge' })).toMatchObject(refused('INCLUSION'));
  const day = { key: 'day', type: 'date', value: '2026-02-30' };
  expect(await set(day)).toMatchObject(refused('INVALID_VALUE'));
  const time = { key: 'time', type: 'date_time', value: 'yesterday' };
  expect(await set(time)).toMatchObject(refused('INVALID_VALUE'));
  expect(
    await set(SIZED, { ...day, value: '2026-02-28' }, { ...time, value: '2026-02-28T10:00:00.123-05:00' }),
  ).toMatchObject({
    metafieldsSet: {
      metafields: [{ value: 'large' }, { value: '2026-02-28' }, { value: '2026-02-28T15:00:00Z' }],
      userErrors: [],
    },
  });
});

test('finds orders by a metafield that may be filtered by, and by no other', async () => {
  const { sandbox, order } = await startWithFulfillment();
  sandbox.enterOrder(SHOP, orderDraft);
  const found = async (query: string) => askData(sandbox, FOUND, { query });
  await askData(sandbox, SET, { metafields: [{ ownerId: order.id, ...SIZED }] });
  const [some, none] = [[{ id: order.id }], []].map((nodes) => ({ orders: { nodes } }));
  expect(await found('metafields.$app.size:large')).toEqual(some);
  expect(await found(`metafields.app--${API_KEY}.size:"large" AND status:open`)).toEqual(some);
  expect(await found('metafields.$app.size:*')).toEqual(some);
  expect(await found('metafields.$app.size:Large')).toEqual(none);
  expect(await found('metafields.$app.size:small')).toEqual(none);
  const { errors } = await ask(sandbox, FOUND, { query: 'metafields.$app.deliveries:x' });
  expect(errors?.[0]?.message).toContain('not admin filterable');
});

test('deletes metafields, and takes one that is not there for deleted', async () => {
  const { sandbox, order } = await startWithFulfillment();
  const DELETE = `mutation ($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) {
      deletedMetafields { ownerId namespace key } userErrors { field message } } }`;
  await askData(sandbox, SET, { metafields: [{ ownerId: order.id, ...SIZED }] });
  const size = { ownerId: order.id, namespace: '$app', key: 'size' };
  const remove = (...metafields: object[]) => askData(sandbox, DELETE, { metafields });
  expect(await remove(size, { ...size, namespace: 'app--other' })).toMatchObject({
    metafieldsDelete: { deletedMetafields: null, userErrors: [{ field: ['metafields', '1'] }] },
  });
  expect(await remove(size, { ...size, key: 'none' })).toEqual({
    metafieldsDelete: {
      deletedMetafields: [{ ownerId: order.id, namespace: `app--${API_KEY}`, key: 'size' }, null],
      userErrors: [],
    },
  });
  expect(sandbox.metafields(SHOP, order.id)).toEqual([]);
});

test('adds tags once', async () => {
  const { sandbox, order } = await startWithFulfillment();
  const query = `mutation ($id: ID!, $tags: [String!]!) {
    tagsAdd(id: $id, tags: $tags) { node { ... on Order { tags } } userErrors { field message } } }`;
  await askData(sandbox, query, { id: order.id, tags: ['Zona sur', 'frágil'] });
  expect(await askData(sandbox, query, { id: order.id, tags: ['FRÁGIL', ' a tiempo '] })).toEqual({
    tagsAdd: { node: { tags: ['Zona sur', 'a tiempo', 'frágil'] }, userErrors: [] },
  });
  expect(await askData(sandbox, query, { id: 'gid://shopify/Order/1', tags: ['x'] })).toMatchObject({
    tagsAdd: { node: null, userErrors: [{ field: ['id'] }] },
  });
});
