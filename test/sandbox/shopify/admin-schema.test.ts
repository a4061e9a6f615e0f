import { validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { AdminSchemaError, loadAdminSchema } from '../../../scripts/admin-schema.ts';

test('is the whole published schema, with its scopes and protected fields', async () => {
  const { schema, offlineScopes, protectedFields } = await loadAdminSchema('2026-07');
  expect(validateSchema(schema)).toEqual([]);
  expect(Object.keys(schema.getTypeMap()).length).toBeGreaterThan(3000);
  expect(offlineScopes).toContainEqual({
    typeName: 'Mutation',
    fieldName: 'fulfillmentEventCreate',
    scopes: ['write_fulfillments'],
  });
  expect(protectedFields).toContain('MailingAddress.address1');
  expect(protectedFields).not.toContain('MailingAddress.city');
});

test('is loaded once in a process', () => {
  expect(loadAdminSchema('2026-07')).toBe(loadAdminSchema('2026-07'));
});

test('says which version is missing', async () => {
  await expect(loadAdminSchema('2019-04')).rejects.toThrow(AdminSchemaError);
  await expect(loadAdminSchema('2019-04')).rejects.toThrow('admin_2019-04.json.gz');
});
