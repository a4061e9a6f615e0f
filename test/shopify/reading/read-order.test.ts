import { expect, test } from 'vitest';
import { isOrderInReach, readOrder } from '../../../app/shopify/reading/read-order.ts';
import { orderDraft, SHOP, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { adminApiOf } from '../sandbox-admin-api.ts';

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
