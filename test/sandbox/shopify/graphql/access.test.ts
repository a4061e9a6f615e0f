import { expect, test } from 'vitest';
import { z } from 'zod';
import { ask, askData, orderDraft, SCOPES, SHOP, startSandbox } from '../sandbox-under-test.ts';

const without = (...scopes: string[]) => SCOPES.filter((scope) => !scopes.includes(scope));

interface Ids {
  readonly order: string;
  readonly fulfillment: string;
}

test.each<[string, string[], (ids: Ids) => string]>([
  ['order', ['read_orders', 'write_orders'], ({ order }) => `{ order(id: "${order}") { id } }`],
  ['node', ['read_orders', 'write_orders'], ({ order }) => `{ node(id: "${order}") { id } }`],
  ['locations', ['read_locations'], () => '{ locations(first: 1) { nodes { name } } }'],
  [
    'Order.fulfillmentOrders',
    ['read_merchant_managed_fulfillment_orders', 'write_merchant_managed_fulfillment_orders'],
    ({ order }) => `{ order(id: "${order}") { fulfillmentOrders(first: 1) { nodes { id } } } }`,
  ],
  ['Order.customer', ['read_customers'], ({ order }) => `{ order(id: "${order}") { customer { id } } }`],
  [
    'fulfillmentEventCreate',
    ['write_fulfillments'],
    ({ fulfillment }) =>
      `mutation { fulfillmentEventCreate(fulfillmentEvent: { fulfillmentId: "${fulfillment}", status: DELIVERED }) { userErrors { message } } }`,
  ],
  [
    'fulfillmentTrackingInfoUpdate',
    ['write_merchant_managed_fulfillment_orders'],
    ({ fulfillment }) =>
      `mutation { fulfillmentTrackingInfoUpdate(fulfillmentId: "${fulfillment}", trackingInfoInput: { number: "1" }) { userErrors { message } } }`,
  ],
  [
    'fulfillmentCancel',
    ['write_merchant_managed_fulfillment_orders'],
    ({ fulfillment }) => `mutation { fulfillmentCancel(id: "${fulfillment}") { userErrors { message } } }`,
  ],
  [
    'metafieldsSet on an order',
    ['write_orders'],
    ({ order }) =>
      `mutation { metafieldsSet(metafields: [{ ownerId: "${order}", key: "deliveries", value: "{}" }]) { userErrors { message } } }`,
  ],
  [
    'tagsAdd on an order',
    ['write_orders'],
    ({ order }) => `mutation { tagsAdd(id: "${order}", tags: ["a"]) { userErrors { message } } }`,
  ],
])('%s takes a scope of those Shopify publishes', async (_name, needed, document) => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const query = document({ order: order.id, fulfillment: sandbox.fulfill(SHOP, order.id).id });
  sandbox.grantScopes(SHOP, without(...needed));
  expect((await ask(sandbox, query)).errors?.[0]).toMatchObject({
    message: expect.stringContaining('Access denied for'),
    extensions: { code: 'ACCESS_DENIED', requiredAccess: expect.stringContaining('access scope') },
  });
  sandbox.grantScopes(SHOP, SCOPES);
  expect((await ask(sandbox, query)).errors).toBeUndefined();
});

test('whoever may write orders may read them', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  sandbox.grantScopes(SHOP, without('read_orders'));
  expect(await askData(sandbox, `{ order(id: "${id}") { name } }`)).toEqual({ order: { name: '#1001' } });
});

test('keeps the fulfillment orders of a third party for those who have its scopes', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, { ...orderDraft, location: 'Operador externo' });
  const query = `{ order(id: "${order.id}") { fulfillmentOrders(first: 1) { nodes { assignedLocation { name } } } } }`;
  const cancel = `mutation { fulfillmentCancel(id: "${sandbox.fulfill(SHOP, order.id).id}") { userErrors { message } } }`;
  expect(await askData(sandbox, query)).toEqual({ order: { fulfillmentOrders: { nodes: [] } } });
  expect((await ask(sandbox, cancel)).errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED');
  sandbox.grantScopes(SHOP, [...SCOPES, 'write_third_party_fulfillment_orders']);
  expect(await askData(sandbox, query)).toEqual({
    order: { fulfillmentOrders: { nodes: [{ assignedLocation: { name: 'Operador externo' } }] } },
  });
  expect((await ask(sandbox, cancel)).errors).toBeUndefined();
});

test('shows sixty days of orders without read_all_orders', async () => {
  const sandbox = await startSandbox();
  const createdAt = new Date(Date.now() - 61 * 86_400_000).toISOString();
  const { id } = sandbox.enterOrder(SHOP, { ...orderDraft, createdAt });
  const query = `{ order(id: "${id}") { id } orders(first: 5) { nodes { id } } }`;
  expect(await askData(sandbox, query)).toEqual({ order: null, orders: { nodes: [] } });
  sandbox.grantScopes(SHOP, [...SCOPES, 'read_all_orders']);
  expect(await askData(sandbox, query)).toEqual({ order: { id }, orders: { nodes: [{ id }] } });
});

test('shows what belongs to an order with the order, and null when sixty days have gone by', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const { id } = sandbox.fulfill(SHOP, order.id);
  const ids = [id, order.fulfillmentOrders[0]?.id, order.lineItems[0]?.id];
  const query = 'query ($id: ID!, $ids: [ID!]!) { fulfillment(id: $id) { name } nodes(ids: $ids) { id } }';
  const seen = { fulfillment: { name: '#1001.1' }, nodes: ids.map((each) => ({ id: each })) };
  expect(await askData(sandbox, query, { id, ids })).toEqual(seen);
  const createdAt = new Date(Date.now() - 61 * 86_400_000).toISOString();
  sandbox.changeOrder(SHOP, order.id, { createdAt });
  expect(await askData(sandbox, query, { id, ids })).toEqual({ fulfillment: null, nodes: [null, null, null] });
  sandbox.grantScopes(SHOP, [...SCOPES, 'read_all_orders']);
  expect(await askData(sandbox, query, { id, ids })).toEqual(seen);
});

const BUYER = `{ orders(first: 1) { nodes { name email
  shippingAddress { name address1 city province phone formatted latitude }
  customer { displayName defaultEmailAddress { emailAddress } }
  fulfillmentOrders(first: 1) { nodes { destination { firstName address1 city email } } } } } }`;

test('withholds protected customer data as null, and leaves the rest', async () => {
  const sandbox = await startSandbox();
  sandbox.enterOrder(SHOP, orderDraft);
  sandbox.withhold(SHOP, 'fields');
  expect(await askData(sandbox, BUYER)).toEqual({
    orders: {
      nodes: [
        {
          name: '#1001',
          email: null,
          shippingAddress: {
            name: null,
            address1: null,
            city: 'Bogotá',
            province: null,
            phone: null,
            formatted: [],
            latitude: null,
          },
          customer: { displayName: '', defaultEmailAddress: { emailAddress: '' } },
          fulfillmentOrders: { nodes: [{ destination: { firstName: null, address1: null, city: null, email: null } }] },
        },
      ],
    },
  });
});

test('withholds with an error for each field, or whole objects', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  const query = `{ order(id: "${id}") { name email shippingAddress { city address1 } } }`;
  sandbox.withhold(SHOP, 'fields-with-errors');
  const fields = await ask(sandbox, query);
  expect(fields.data).toEqual({
    order: { name: '#1001', email: null, shippingAddress: { city: 'Bogotá', address1: null } },
  });
  expect(fields.errors).toMatchObject([
    { message: expect.stringContaining('not approved to use the email field'), path: ['order', 'email'] },
    { message: expect.stringContaining('not approved to use the address1 field') },
  ]);
  sandbox.withhold(SHOP, 'objects');
  expect(await ask(sandbox, query)).toMatchObject({
    data: { order: null },
    errors: [{ message: expect.stringContaining('not approved to access the Order object') }],
  });
});

const CONTENTS = `query ($id: ID!) { order(id: $id) { email phone shippingAddress { name firstName address1 latitude phone city }
  customer { displayName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } } } }`;
const ADDRESS = { latitude: 4.67, longitude: -74.05 };

test.each([
  [
    'name' as const,
    { shippingAddress: { name: null, firstName: null, city: 'Bogotá' }, customer: { displayName: '' } },
    ['shippingAddress.name', 'shippingAddress.firstName', 'customer.displayName'],
  ],
  [
    'address' as const,
    { shippingAddress: { address1: null, latitude: null, city: 'Bogotá' } },
    ['shippingAddress.address1', 'shippingAddress.latitude'],
  ],
  [
    'phone' as const,
    { phone: null, shippingAddress: { phone: null }, customer: { defaultPhoneNumber: { phoneNumber: '' } } },
    ['phone', 'shippingAddress.phone', 'customer.defaultPhoneNumber.phoneNumber'],
  ],
  [
    'email' as const,
    { email: null, customer: { defaultEmailAddress: { emailAddress: '' } } },
    ['email', 'customer.defaultEmailAddress.emailAddress'],
  ],
])('withholds the %s alone, as null or with errors', async (content, withheld, fields) => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    shippingAddress: { ...orderDraft.shippingAddress, ...ADDRESS },
  });
  const read = () => ask(sandbox, CONTENTS, { id });
  const whole = await read();
  expect(whole.errors).toBeUndefined();
  sandbox.withhold(SHOP, 'fields', [content]);
  const asNull = await read();
  expect(asNull.errors).toBeUndefined();
  expect(asNull.data).toMatchObject({ order: withheld });
  // what is not withheld is answered as before
  expect(fieldsThatDiffer(whole.data, asNull.data).toSorted()).toEqual(fields.toSorted());

  sandbox.withhold(SHOP, 'fields-with-errors', [content]);
  const { errors = [] } = await read();
  expect(errors.map(({ path }) => z.array(z.string()).parse(path).slice(1).join('.')).toSorted()).toEqual(
    fields.toSorted(),
  );
  sandbox.withhold(SHOP, 'nothing');
  expect((await read()).data).toEqual(whole.data);
});

/** Paths below the order whose values are not the same. */
function fieldsThatDiffer(one: unknown, other: unknown, path: readonly string[] = []): string[] {
  const fieldsOf = z.record(z.string(), z.unknown());
  const fields = fieldsOf.safeParse(one).data;
  if (!fields) return Object.is(one, other) ? [] : [path.slice(1).join('.')];
  const others = fieldsOf.parse(other);
  return Object.entries(fields).flatMap(([name, value]) => fieldsThatDiffer(value, others[name], [...path, name]));
}
