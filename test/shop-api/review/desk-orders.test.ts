import { expect, it } from 'vitest';
import { deskOrders } from '../../../app/shop-api/review/desk-orders.ts';
import { deskKey } from '../../../app/pages/review/review-result.ts';
import { adminApiOf } from '../../shopify/sandbox-admin-api.ts';
import { SHOP, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { limaOrder } from '../../set-up/world/demo-order.ts';

it('asks the customer of two deliveries of one order what each of them needs', async () => {
  const sandbox = await startSandbox();
  const { adminApi } = adminApiOf(sandbox);
  const { id: orderId } = sandbox.enterOrder(SHOP, limaOrder({ customerLocale: 'en' }));
  const rows = ['phone-missing', 'attempt-failed'].map((code) => ({ orderId, code }));
  const { customers } = await deskOrders({ adminApi, domain: SHOP }, { rows });
  const [phone, attempt] = rows.map((row) => customers?.[deskKey(row)]?.message);
  expect(phone).toContain('Which number can they call?');
  expect(attempt).not.toContain('Which number can they call?');
  expect(attempt).toBeTruthy();
});

it('shows a customer without characters that nobody sees, and that turn the line around', async () => {
  const sandbox = await startSandbox();
  const { adminApi } = adminApiOf(sandbox);
  const { shippingAddress } = limaOrder();
  const written = {
    firstName: 'Ana\u202E',
    lastName: 'Ro\u200Bjas',
    address1: 'Av. Lima 12\u202E',
    phone: '12\u202E34',
  };
  const order = limaOrder({ shippingAddress: { ...shippingAddress, ...written } });
  const rows = [{ orderId: sandbox.enterOrder(SHOP, order).id, code: null }];
  const { customers } = await deskOrders({ adminApi, domain: SHOP }, { rows });
  const [customer] = Object.values(customers ?? {});
  expect(customer).toMatchObject({ name: 'Ana Rojas', phone: '1234' });
  expect(customer?.place).toMatch(/^Av\. Lima 12, /);
  expect(JSON.stringify(customer)).not.toMatch(/\p{Cf}/u);
});
