import { expect, it } from 'vitest';
import { DELIVERY_STATUSES, ORDER_FIELDS } from '../../app/domain/order-data/order-fields.ts';
import { readAppConfig } from '../../sandbox/shopify/app-config.ts';

it('shopify.app.toml declares the fields that the program writes, and lets merchants filter by each', async () => {
  const { orderMetafields } = await readAppConfig('shopify.app.toml');
  const declared = Object.fromEntries(orderMetafields);
  const choices = (key: string) => (key === 'delivery_status' ? DELIVERY_STATUSES : null);
  expect(declared).toEqual({
    deliveries: { type: 'json', choices: null, isAdminFilterable: false },
    ...Object.fromEntries(
      ORDER_FIELDS.map(({ key, type }) => [key, { type, choices: choices(key), isAdminFilterable: true }]),
    ),
  });
});
