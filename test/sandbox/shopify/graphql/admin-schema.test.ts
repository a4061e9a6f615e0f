import { validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { AdminSchemaError, loadAdminSchema } from '../../../../sandbox/shopify/graphql/admin-schema.ts';

test('is the whole published schema, with its scopes and protected fields', async () => {
  const { schema, offlineScopes, protectedFields } = await loadAdminSchema('2026-07');
  expect(validateSchema(schema)).toEqual([]);
  expect(Object.keys(schema.getTypeMap()).length).toBeGreaterThan(3000);
  expect(offlineScopes).toContainEqual({
    typeName: 'Mutation',
    fieldName: 'fulfillmentEventCreate',
    scopes: ['write_fulfillments'],
  });
  expect(protectedFields.get('MailingAddress.address1')).toBe('address');
  expect(protectedFields.get('FulfillmentOrderDestination.email')).toBe('email');
  expect(protectedFields.has('MailingAddress.city')).toBe(false);
});

test('is loaded once in a process', () => {
  expect(loadAdminSchema('2026-07')).toBe(loadAdminSchema('2026-07'));
});

test('says which version is missing', async () => {
  const failure = await loadAdminSchema('2019-04').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AdminSchemaError);
  expect(String(failure)).toContain('admin_2019-04.json.gz');
});
