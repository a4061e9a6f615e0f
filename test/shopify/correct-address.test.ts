import { expect, it } from 'vitest';
import { parsePhone } from '../../app/domain/mapping/dropoff/phone.ts';
import { orderAddress } from '../../app/shopify/admin-api/operations.ts';
import { correctAddress } from '../../app/shopify/admin-api/publish.ts';
import { SHOP, startSandbox } from '../sandbox/shopify/sandbox-under-test.ts';
import { limaOrder } from '../set-up/world/demo-order.ts';
import { adminApiOf } from './sandbox-admin-api.ts';

it('reads a corrected phone in the country of the order’s address', async () => {
  const sandbox = await startSandbox(); // of a shop in Peru
  const { adminApi } = adminApiOf(sandbox);
  const shippingAddress = { ...limaOrder().shippingAddress, country: 'Chile', countryCode: 'CL', phone: '12' };
  const { id: orderId } = sandbox.enterOrder(SHOP, limaOrder({ shippingAddress }));
  const correct = (typed: string) =>
    correctAddress(adminApi, SHOP, { orderId, field: 'phone', valueIn: (country) => parsePhone(typed, country) });
  expect(await correct('9 1234')).toBe('invalid');
  expect(await correct('987 654 321')).toBe('written');
  const { order } = await adminApi.request(SHOP, orderAddress, { id: orderId });
  expect(order?.shippingAddress?.phone).toBe('+56987654321');
});
