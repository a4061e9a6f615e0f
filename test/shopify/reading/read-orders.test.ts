import { expect, test } from 'vitest';
import { readOrders, withAllFulfillments } from '../../../app/shopify/reading/read-orders.ts';
import { orderDraft, SHOP, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { adminApiOf } from '../sandbox-admin-api.ts';

const MANY = 260;

test('an order with more fulfillments than Shopify lists at once is read whole', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    lineItems: [{ title: 'Taza', price: '10', quantity: MANY }],
  });
  const [line] = order.lineItems;
  if (!line) throw new Error('the order has no line');
  const ids = Array.from({ length: MANY }, () => {
    return sandbox.fulfill(SHOP, order.id, { lineItems: [{ id: line.id, quantity: 1 }] }).id;
  }).sort();
  const { adminApi } = adminApiOf(sandbox);
  const read = (await readOrders(adminApi, SHOP, [order.id])).get(order.id);
  expect(read?.fulfillments.map(({ id }) => id).sort()).toEqual(ids);
  const listed = { id: order.id, fulfillments: ids.slice(0, 4).map((id) => ({ id })) };
  const [whole] = await withAllFulfillments(adminApi, SHOP, [listed], 4);
  expect(whole?.fulfillments).toHaveLength(MANY);
});
