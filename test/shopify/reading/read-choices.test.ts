import { expect, test } from 'vitest';
import { readLocations, readRecentChoices } from '../../../app/shopify/reading/read-choices.ts';
import { limaOrder, MARKED } from '../../set-up/world/demo-order.ts';
import { SHOP, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { adminApiOf } from '../sandbox-admin-api.ts';

test('every location can be chosen: more than a page of them, and those of fulfillment services', async () => {
  const sandbox = await startSandbox();
  sandbox.addLocations(SHOP, [
    { name: 'Sucursal', copies: 230 },
    { name: 'Cerrada', isActive: false },
  ]);
  const names = (await readLocations(adminApiOf(sandbox).adminApi, SHOP))?.map(({ name }) => name) ?? [];
  expect(names).toHaveLength(233);
  expect(names).toEqual(expect.arrayContaining(['Bodega', 'Operador externo', 'Sucursal 1', 'Sucursal 230']));
  expect(names).not.toContain('Cerrada');
});

test('the shipping methods and tags of recent orders, the most used first, and nothing of a buyer', async () => {
  const sandbox = await startSandbox();
  const enter = (title: string, tags: string[]) =>
    sandbox.enterOrder(SHOP, limaOrder({ shippingLine: { title, code: `${title}-1`, price: '5.00' }, tags }));
  enter('Recojo', ['regalo']);
  for (const title of ['Despacho rápido', 'despacho RAPIDO']) enter(title, ['vip', 'regalo']);
  const recent = await readRecentChoices(adminApiOf(sandbox).adminApi, SHOP);
  expect(recent?.methods.slice(0, 1)).toEqual([expect.objectContaining({ orders: 2 })]);
  expect(recent?.methods).toContainEqual({ title: 'Recojo', code: 'Recojo-1', orders: 1 });
  expect(recent?.tags).toEqual(['regalo', 'vip']);
  for (const mark of MARKED) expect(JSON.stringify(recent)).not.toMatch(mark);
});

test('nothing is offered while Shopify does not answer', async () => {
  const sandbox = await startSandbox();
  sandbox.setFaults(SHOP, [{ kind: 'http', status: 500, match: 'RecentChoices' }]);
  expect(await readRecentChoices(adminApiOf(sandbox).adminApi, SHOP)).toBeNull();
});
