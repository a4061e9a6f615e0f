import { expect, test } from 'vitest';
import { readLocations } from '../../../app/shopify/reading/read-choices.ts';
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
