import { expect, it } from 'vitest';
import { findOrders, orderQuery } from '../../../app/shopify/reading/find-orders.ts';
import { limaOrder } from '../../set-up/world/demo-order.ts';
import { SHOP, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { adminApiOf } from '../sandbox-admin-api.ts';

it.each([
  ['a name, each word quoted', 'Ana  Soto', '"Ana" "Soto"'],
  ['an operator of the search as a word', 'NOT tag:vip', '"NOT" "tag:vip"'],
  ['quotes as nothing', 'Ana" OR "x', '"Ana" "OR" "x"'],
  ['an e-mail', 'ana@correo.example', '"ana@correo.example"'],
  ['a phone in all its forms', '987 654-321', '"987 654-321" OR "987654321" OR "+51987654321"'],
  ['a phone with its country', '+51 987654321', '"+51 987654321" OR "51987654321" OR "+51987654321"'],
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
  for (const text of ['rosa quispe', 'Quispe', 'ROSA@correo.example', '987654322', '987-654-322']) {
    expect(await find(text), text).toEqual(expect.arrayContaining(newestFirst));
    expect(await find(text), text).toHaveLength(2);
  }
  expect(await find('rosa mamani')).toEqual([]);
});
