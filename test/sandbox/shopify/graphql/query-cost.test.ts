import { expect, test } from 'vitest';
import { manualClock } from '../../../../sandbox/clock.ts';
import { ask, orderDraft, shop, SHOP, startSandbox } from '../sandbox-under-test.ts';

test.each([
  ['an object', '{ shop { name } }', 1],
  ['scalars alone', '{ __typename }', 0],
  ['a connection', '{ orders(first: 10) { pageInfo { hasNextPage } nodes { id name } } }', 2 + 10],
  ['edges', '{ orders(first: 10) { edges { cursor node { id } } } }', 2 + 10],
  ['a list in a connection', '{ orders(first: 10) { nodes { fulfillments(first: 3) { id } } } }', 2 + 10 * (1 + 3)],
  [
    'a connection in a connection',
    '{ orders(first: 5) { nodes { lineItems(first: 4) { nodes { id } } } } }',
    2 + 5 * (1 + 2 + 4),
  ],
  [
    'a fragment',
    '{ orders(first: 3) { ...page } } fragment page on OrderConnection { nodes { customer { id } } }',
    2 + 3 * 2,
  ],
  [
    'an interface: its dearest kind',
    '{ node(id: "gid://shopify/Order/1") { ... on Order { customer { id } } ... on Location { address { city } metafield(key: "x") { id } } } }',
    1 + 2,
  ],
  ['what is skipped', '{ shop @skip(if: true) { name } }', 0],
])('asks for the published points for %s', async (_name, query, points) => {
  const sandbox = await startSandbox();
  expect((await ask(sandbox, query)).extensions?.cost.requestedQueryCost).toBe(points);
});

test('reads the size of a page from variables and their defaults', async () => {
  const sandbox = await startSandbox();
  const query = 'query ($n: Int = 7) { orders(first: $n) { nodes { id } } }';
  expect((await ask(sandbox, query)).extensions?.cost.requestedQueryCost).toBe(9);
  expect((await ask(sandbox, query, { n: 20 })).extensions?.cost.requestedQueryCost).toBe(22);
});

test('takes ten points for a mutation, and what a query really returned', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const tag = await ask(
    sandbox,
    `mutation { tagsAdd(id: "${order.id}", tags: ["a"]) { node { id } userErrors { field } } }`,
  );
  expect(tag.extensions?.cost).toMatchObject({ requestedQueryCost: 10, actualQueryCost: 10 });
  const orders = await ask(sandbox, '{ orders(first: 100) { nodes { id lineItems(first: 5) { nodes { id } } } } }');
  expect(orders.extensions?.cost).toMatchObject({ requestedQueryCost: 2 + 100 * 8, actualQueryCost: 2 + 1 + 2 + 2 });
});

test('refuses a query that asks for more than a thousand points', async () => {
  const sandbox = await startSandbox();
  const query = '{ orders(first: 25) { nodes { fulfillments(first: 20) { trackingInfo(first: 1) { number } } } } }';
  const { errors, data } = await ask(sandbox, query);
  expect(errors).toEqual([
    {
      message: 'Query cost is 1027, which exceeds the single query max cost limit (1000).',
      extensions: expect.objectContaining({ code: 'MAX_COST_EXCEEDED', cost: 1027, maxCost: 1000 }),
    },
  ]);
  expect(data).toBeUndefined();
  const roomy = await startSandbox({ shops: [{ ...shop, limits: { maxQueryCost: 1100 } }] });
  expect((await ask(roomy, query)).errors).toBeUndefined();
});

test('throttles with HTTP 200 when the bucket is empty, and the clock fills it', async () => {
  const clock = manualClock(new Date('2026-05-04T12:00:00Z'));
  const sandbox = await startSandbox({ clock, shops: [{ ...shop, limits: { maximum: 100, restoreRate: 10 } }] });
  const query = '{ orders(first: 30) { nodes { id } } }';
  expect((await ask(sandbox, query)).extensions?.cost.throttleStatus).toEqual({
    maximumAvailable: 100,
    currentlyAvailable: 98,
    restoreRate: 10,
  });
  sandbox.drainBucket(SHOP);
  clock.advance(3100);
  const throttled = await ask(sandbox, query);
  expect(throttled).toMatchObject({
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: { cost: { requestedQueryCost: 32, actualQueryCost: null, throttleStatus: { currentlyAvailable: 31 } } },
  });
  expect(throttled.data).toBeUndefined();
  clock.advance(100);
  expect((await ask(sandbox, query)).errors).toBeUndefined();
  clock.advance(3_600_000);
  expect((await ask(sandbox, '{ __typename }')).extensions?.cost.throttleStatus.currentlyAvailable).toBe(100);
});
