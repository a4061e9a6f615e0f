import { expect, it, test } from 'vitest';
import {
  findOrders,
  isOrderInReach,
  orderQuery,
  readOrder,
  readOrders,
  withAllFulfillments,
} from '../../../app/shopify/reading/read-orders.ts';
import { orderDraft, SHOP, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { adminApiOf } from '../sandbox-admin-api.ts';
import { limaOrder } from '../../set-up/world/demo-order.ts';

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

test('an order is read with its note, its attributes and every line, 250 of them too', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, {
    ...orderDraft,
    note: 'Tocar el timbre',
    customAttributes: [{ key: 'Fecha', value: '2026-05-08' }],
    lineItems: [{ title: 'Taza', price: '10', quantity: 2, copies: 250 }],
  });
  const order = await readOrder(adminApiOf(sandbox).adminApi, SHOP, id);
  expect(order).toMatchObject({
    note: 'Tocar el timbre',
    attributes: [{ key: 'Fecha', value: '2026-05-08' }],
    withheld: [],
  });
  expect(order?.lines).toHaveLength(250);
  expect(order?.lines.every(({ currentQuantity }) => currentQuantity === 2)).toBe(true);
});

test('what Shopify refuses to show of an order is named', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  sandbox.withhold(SHOP, 'fields-with-errors', ['phone', 'email']);
  const order = await readOrder(adminApiOf(sandbox).adminApi, SHOP, id);
  expect(order?.withheld.toSorted()).toEqual(['email', 'phone']);
  expect(order?.shippingAddress).toMatchObject({ lastName: 'Peña', phone: null });
});

test('an order of more than 60 days is out of reach, as is one that was deleted', async () => {
  const sandbox = await startSandbox();
  const { adminApi } = adminApiOf(sandbox);
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  expect(await isOrderInReach(adminApi, SHOP, id)).toBe(true);
  sandbox.changeOrder(SHOP, id, { createdAt: new Date(Date.now() - 61 * 86_400_000).toISOString() });
  expect(await isOrderInReach(adminApi, SHOP, id)).toBe(false);
  expect(await isOrderInReach(adminApi, SHOP, 'gid://shopify/Order/1')).toBe(false);
});

it.each([
  ['a name, each word quoted', 'Ana  Soto', '"Ana" "Soto"'],
  ['an operator of the search as a word', 'NOT tag:vip', '"NOT" "tag:vip"'],
  ['quotes as nothing', 'Ana" OR "x', '"Ana" "OR" "x"'],
  ['an e-mail', 'ana@correo.example', '"ana@correo.example"'],
  ['a phone in all its forms', '987 654-321', '"987 654-321" OR "987654321" OR "+51987654321"'],
  ['a phone with its country', '+51 987654321', '"+51 987654321" OR "51987654321" OR "+51987654321" OR "987654321"'],
  ['one letter as nobody', 'a', null],
  ['nothing as nobody', ' " ', null],
])('asks for %s', (_what, typed, query) => {
  expect(orderQuery(typed, 'PE')).toBe(query);
});

it('finds the orders of a customer by name, e-mail and phone, newest first', async () => {
  const sandbox = await startSandbox();
  const { adminApi } = adminApiOf(sandbox);
  const address = { ...limaOrder().shippingAddress, firstName: 'Rosa', lastName: 'Quispe', phone: '987 654 322' };
  const person = { email: 'rosa@correo.example', customer: null, shippingAddress: address };
  sandbox.enterOrder(SHOP, limaOrder());
  const orders = [sandbox.enterOrder(SHOP, limaOrder(person)), sandbox.enterOrder(SHOP, limaOrder(person))];
  const find = (text: string) => findOrders(adminApi, SHOP, { text, country: 'PE', limit: 50 });
  const newestFirst = orders.map(({ id }) => id).reverse();
  for (const text of ['rosa quispe', 'Quispe', 'ROSA@correo.example', '987654322', '987-654-322', '+51 987 654 322']) {
    expect(await find(text), text).toEqual(expect.arrayContaining(newestFirst));
    expect(await find(text), text).toHaveLength(2);
  }
  expect(await find('rosa mamani')).toEqual([]);
});
