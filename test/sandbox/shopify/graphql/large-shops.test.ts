import { expect, test } from 'vitest';
import { z } from 'zod';
import { askData, orderDraft, SHOP, shop, startSandbox } from '../sandbox-under-test.ts';

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const names = z.object({ pageInfo, nodes: z.array(z.object({ name: z.string() })) });

test('a shop has as many locations as one says, in pages', async () => {
  const sandbox = await startSandbox({
    shops: [{ ...shop, locations: [...shop.locations, { name: 'Sucursal', copies: 120 }] }],
  });
  sandbox.addLocations(SHOP, [{ name: 'Punto', address: { city: 'Cali' }, copies: 30 }]);
  const query = `query ($after: String) { locations(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { name } } }`;
  const read = async (after: string | null) =>
    z.object({ locations: names }).parse(await askData(sandbox, query, { after })).locations;
  const first = await read(null);
  expect([first.nodes.length, first.pageInfo.hasNextPage]).toEqual([100, true]);
  const second = await read(first.pageInfo.endCursor);
  expect([second.nodes.length, second.pageInfo.hasNextPage]).toEqual([52, false]);
  const all = [...first.nodes, ...second.nodes].map(({ name }) => name);
  expect(new Set(all).size).toBe(152);
  expect(all).toEqual(expect.arrayContaining(['Bodega', 'Sucursal 1', 'Sucursal 120', 'Punto 30']));
});

test('an order has 250 lines, and so has its fulfillment', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    lineItems: [{ title: 'Taza', sku: 'TAZA', price: '10', quantity: 2, copies: 250 }],
  });
  expect(order.lineItems).toHaveLength(250);
  const { id } = sandbox.fulfill(SHOP, order.id);
  const query = `query ($id: ID!, $after: String) { fulfillment(id: $id) { totalQuantity
    fulfillmentLineItems(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor } nodes { lineItem { name sku } } } } }`;
  const lines = z.object({
    pageInfo,
    nodes: z.array(z.object({ lineItem: z.object({ name: z.string(), sku: z.string() }) })),
  });
  const answer = z.object({ fulfillment: z.object({ totalQuantity: z.number(), fulfillmentLineItems: lines }) });
  const read = async (after: string | null) => answer.parse(await askData(sandbox, query, { id, after })).fulfillment;
  const skus: string[] = [];
  for (let after: string | null = null, isMore = true; isMore;) {
    const { totalQuantity, fulfillmentLineItems } = await read(after);
    expect(totalQuantity).toBe(500);
    skus.push(...fulfillmentLineItems.nodes.map(({ lineItem }) => lineItem.sku));
    after = fulfillmentLineItems.pageInfo.endCursor;
    isMore = fulfillmentLineItems.pageInfo.hasNextPage;
  }
  expect(skus).toEqual(Array.from({ length: 250 }, (_, index) => `TAZA-${index + 1}`));
});
