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
