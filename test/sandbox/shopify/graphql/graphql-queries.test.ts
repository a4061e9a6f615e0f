import { expect, test } from 'vitest';
import { z } from 'zod';
import { manualClock } from '../../../../sandbox/clock.ts';
import { ask, askData, askRaw, orderDraft, shop, SHOP, startSandbox } from '../sandbox-under-test.ts';

const orderPage = z.object({
  orders: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string() }),
    nodes: z.array(z.object({ id: z.string() })),
  }),
});

const READ_FULFILLMENT = `query ($id: ID!) {
  fulfillment(id: $id) {
    name status displayStatus totalQuantity requiresShipping
    location { name address { address1 city countryCode } }
    fulfillmentLineItems(first: 10) { nodes {
      quantity
      originalTotalSet { shopMoney { amount currencyCode } }
      discountedTotalSet { shopMoney { amount } }
      lineItem { sku name weight { value unit } originalUnitPriceSet { shopMoney { amount } } unfulfilledQuantity }
    } }
    fulfillmentOrders(first: 5) { nodes {
      status
      deliveryMethod { methodType presentedName }
      destination { firstName lastName address1 phone email countryCode }
      assignedLocation { name city location { id } }
      lineItems(first: 5) { nodes { totalQuantity remainingQuantity } }
    } }
    order { name displayFulfillmentStatus totalPriceSet { shopMoney { amount } } customer { displayName } }
  }
}`;

test('answers a fulfillment with what follows from its order', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const { id } = sandbox.fulfill(SHOP, order.id, { lineItems: [{ id: 0, quantity: 2 }] });
  expect(await askData(sandbox, READ_FULFILLMENT, { id })).toEqual({
    fulfillment: {
      name: '#1001.1',
      status: 'SUCCESS',
      displayStatus: 'FULFILLED',
      totalQuantity: 2,
      requiresShipping: true,
      location: { name: 'Bodega', address: { address1: 'Calle 80 # 10-20', city: 'Bogotá', countryCode: 'CO' } },
      fulfillmentLineItems: {
        nodes: [
          {
            quantity: 2,
            originalTotalSet: { shopMoney: { amount: '379800.0', currencyCode: 'COP' } },
            discountedTotalSet: { shopMoney: { amount: '367140.0' } },
            lineItem: {
              sku: 'BOT-1',
              name: 'Botas',
              weight: { value: 1200, unit: 'GRAMS' },
              originalUnitPriceSet: { shopMoney: { amount: '189900.0' } },
              unfulfilledQuantity: 1,
            },
          },
        ],
      },
      fulfillmentOrders: {
        nodes: [
          {
            status: 'IN_PROGRESS',
            deliveryMethod: { methodType: 'SHIPPING', presentedName: 'Envío nacional' },
            destination: {
              firstName: 'Nora',
              lastName: 'Peña',
              address1: 'Cra 15 # 93-60',
              phone: '300 111 2233',
              email: 'nora@example.com',
              countryCode: 'CO',
            },
            assignedLocation: {
              name: 'Bodega',
              city: 'Bogotá',
              location: { id: [...(sandbox.store.get(SHOP)?.locations.keys() ?? [])][0] },
            },
            lineItems: {
              nodes: [
                { totalQuantity: 3, remainingQuantity: 1 },
                { totalQuantity: 1, remainingQuantity: 1 },
              ],
            },
          },
        ],
      },
      order: {
        name: '#1001',
        displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
        totalPriceSet: { shopMoney: { amount: '572610.0' } },
        customer: { displayName: 'Nora Peña' },
      },
    },
  });
});

test('answers null for a record that is not there, and an error for what is no id', async () => {
  const sandbox = await startSandbox();
  const query = 'query ($id: ID!) { order(id: $id) { id } }';
  expect(await askData(sandbox, query, { id: 'gid://shopify/Order/1' })).toEqual({ order: null });
  const { errors } = await ask(sandbox, query, { id: '17' });
  expect(errors?.[0]?.message).toBe("Invalid global id '17'");
});

test.each([
  ['a field that Shopify does not have', '{ shop { zeit } }', 'Cannot query field "zeit"'],
  ['a field that the sandbox does not hold', '{ shop { richTextEditorUrl } }', 'does not hold Shop.richTextEditorUrl'],
  ['a query that is none', '{ shop {', 'Syntax Error'],
  ['a connection without a size', '{ locations { nodes { id } } }', 'you must provide one of first or last'],
  ['a page that is too large', '{ locations(first: 251) { nodes { id } } }', 'between 0 and 250'],
  [
    'a filter by an unknown field',
    '{ orders(first: 1, query: "weather:rain") { nodes { id } } }',
    'cannot search by weather',
  ],
])('refuses %s, with HTTP 200', async (_name, query, message) => {
  const sandbox = await startSandbox();
  const { errors } = await ask(sandbox, query);
  expect(errors?.[0]?.message).toContain(message);
});

test('refuses a variable of the wrong type before anything is executed', async () => {
  const sandbox = await startSandbox();
  const answer = await ask(sandbox, 'query ($n: Int!) { locations(first: $n) { nodes { id } } }', { n: 'many' });
  expect(answer.errors?.[0]?.extensions?.code).toBe('INVALID_VARIABLE');
  expect(answer).not.toHaveProperty('data');
});

test('pages through orders by their last change, and shifts nothing when one changes meanwhile', async () => {
  const sandbox = await startSandbox();
  const entered = [5, 4, 3, 2, 1].map((hour) =>
    sandbox.enterOrder(SHOP, {
      ...orderDraft,
      createdAt: new Date(Date.now() - hour * 3_600_000).toISOString().replace(/\.\d+/, ''),
    }),
  );
  const page = `query ($after: String) { orders(first: 2, after: $after, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor } nodes { id } } }`;
  const read = async (after: string | null) => {
    const { orders } = orderPage.parse(await askData(sandbox, page, { after }));
    return { ids: orders.nodes.map(({ id }) => id), ...orders.pageInfo };
  };
  const first = await read(null);
  expect(first).toMatchObject({ ids: [entered[0]?.id, entered[1]?.id], hasNextPage: true });
  sandbox.changeOrder(SHOP, entered[0]?.id ?? '', { note: 'changed while somebody pages' });
  const second = await read(first.endCursor);
  expect(second).toMatchObject({ ids: [entered[2]?.id, entered[3]?.id], hasNextPage: true });
  const third = await read(second.endCursor);
  expect(third).toMatchObject({ ids: [entered[4]?.id, entered[0]?.id], hasNextPage: false });
});

test('loses none of the orders that changed in the same second', async () => {
  const sandbox = await startSandbox({ clock: manualClock(new Date()) });
  const entered = [1, 2, 3].map(() => sandbox.enterOrder(SHOP, orderDraft).id);
  const page = `query ($after: String) { orders(first: 1, after: $after, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor } nodes { id } } }`;
  const found: (string | undefined)[] = [];
  for (let after: string | null = null, isMore = true; isMore;) {
    const { orders } = orderPage.parse(await askData(sandbox, page, { after }));
    found.push(orders.nodes[0]?.id);
    after = orders.pageInfo.endCursor;
    isMore = orders.pageInfo.hasNextPage;
  }
  expect(found).toEqual(entered);
});

test('finds orders as the search syntax says', async () => {
  const sandbox = await startSandbox();
  const [old, fulfilled, tagged] = [
    sandbox.enterOrder(SHOP, { ...orderDraft, createdAt: new Date(Date.now() - 5 * 86_400_000).toISOString() }),
    sandbox.enterOrder(SHOP, orderDraft),
    sandbox.enterOrder(SHOP, { ...orderDraft, tags: ['Urgente'], test: true, number: 2077 }),
  ];
  sandbox.fulfill(SHOP, fulfilled.id);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const find = async (q: string) => {
    const query =
      'query ($q: String) { orders(first: 9, query: $q) { pageInfo { hasNextPage endCursor } nodes { id } } }';
    const { orders } = orderPage.parse(await askData(sandbox, query, { q }));
    return orders.nodes.map(({ id }) => id);
  };
  expect(await find(`created_at:<'${yesterday}'`)).toEqual([old.id]);
  expect(await find(`updated_at:>='${yesterday}' AND fulfillment_status:fulfilled`)).toEqual([fulfilled.id]);
  expect(await find('fulfillment_status:unfulfilled tag:urgente')).toEqual([tagged.id]);
  expect(await find('name:#2077 OR (tag:urgente AND test:false)')).toEqual([tagged.id]);
  expect(await find(`-name:2077 NOT fulfillment_status:fulfilled`)).toEqual([old.id]);
  expect(await find('2077')).toEqual([tagged.id]);
});

test('lists locations, the shop and the installation; not the subscriptions of the configuration file', async () => {
  const sandbox = await startSandbox();
  const data = await askData(
    sandbox,
    `{ shop { name myshopifyDomain ianaTimezone currencyCode timezoneOffset }
       locations(first: 9) { nodes { name isActive } }
       everywhere: locations(first: 9, includeLegacy: true) { nodes { name } }
       currentAppInstallation { accessScopes { handle } }
       webhookSubscriptions(first: 9) { nodes { id } } }`,
  );
  expect(data).toMatchObject({
    shop: { name: shop.name, myshopifyDomain: SHOP, ianaTimezone: 'America/Bogota', timezoneOffset: '-0500' },
    locations: { nodes: [{ name: 'Bodega' }, { name: 'Local' }] },
    everywhere: { nodes: [{ name: 'Bodega' }, { name: 'Local' }, { name: 'Operador externo' }] },
    currentAppInstallation: {
      accessScopes: expect.arrayContaining([{ handle: 'read_orders' }, { handle: 'write_orders' }]),
    },
    webhookSubscriptions: { nodes: [] },
  });
});

test('finds nodes by their ids, each as what it is', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const fulfillment = sandbox.fulfill(SHOP, order.id);
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Order { name } ... on Fulfillment { totalQuantity } } }`;
  expect(await askData(sandbox, query, { ids: [order.id, fulfillment.id, 'gid://shopify/Order/1'] })).toEqual({
    nodes: [
      { __typename: 'Order', id: order.id, name: '#1001' },
      { __typename: 'Fulfillment', id: fulfillment.id, totalQuantity: 4 },
      null,
    ],
  });
});

test('keeps each line on its location and way of delivery', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    lineItems: [
      { title: 'Botas', price: '10' },
      { title: 'Molde', price: '10', requiresShipping: false },
      { title: 'Recogida', price: '10', location: 'Local', delivery: { method: 'PICK_UP' } },
      { title: 'Tarjeta', price: '50', isGiftCard: true },
    ],
  });
  const query = `query ($id: ID!) { order(id: $id) {
    displayFulfillmentStatus
    fulfillments(first: 5) { service { handle } }
    fulfillmentOrders(first: 9) { nodes { status deliveryMethod { methodType } destination { address1 location { name } } } }
  } }`;
  expect(await askData(sandbox, query, { id })).toEqual({
    order: {
      displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
      fulfillments: [{ service: { handle: 'gift_card' } }],
      fulfillmentOrders: {
        nodes: [
          {
            status: 'OPEN',
            deliveryMethod: { methodType: 'SHIPPING' },
            destination: { address1: 'Cra 15 # 93-60', location: null },
          },
          { status: 'IN_PROGRESS', deliveryMethod: { methodType: 'NONE' }, destination: null },
          {
            status: 'OPEN',
            deliveryMethod: { methodType: 'PICK_UP' },
            destination: { address1: null, location: { name: 'Local' } },
          },
        ],
      },
    },
  });
});

test('knows no other version, and no token of another shop', async () => {
  const sandbox = await startSandbox({ shops: [shop, { ...shop, domain: 'otra.myshopify.com' }] });
  const query = { query: '{ shop { id } }' };
  const token = sandbox.accessToken(SHOP);
  expect((await askRaw(sandbox, query, token, { version: '2025-10' })).status).toBe(404);
  expect((await askRaw(sandbox, query, token, { domain: 'nadie.myshopify.com' })).status).toBe(404);
  const foreign = await askRaw(sandbox, query, token, { domain: 'otra.myshopify.com' });
  expect(foreign.status).toBe(401);
  expect(await foreign.json()).toEqual({
    errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
  });
});

test('answers 400 for a body that is no JSON', async () => {
  const sandbox = await startSandbox();
  expect((await askRaw(sandbox, '{ shop', sandbox.accessToken(SHOP))).status).toBe(400);
});
