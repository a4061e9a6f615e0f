import { expect, test } from 'vitest';
import { startSandboxShopify } from '../../../../sandbox/shopify/server.ts';
import { API_KEY, API_SECRET } from '../sandbox-under-test.ts';

test('the demo shops come with orders of every kind, on the configuration of the project', async () => {
  const sandbox = await startSandboxShopify({ apiKey: API_KEY, apiSecret: API_SECRET, appUrl: 'http://127.0.0.1:9' });
  try {
    const shops = [...sandbox.store.values()];
    expect(
      shops.map(({ handle, record, installation }) => [handle, record.currencyCode, installation !== null]),
    ).toEqual([
      ['tienda-lima', 'PEN', true],
      ['almacen-santiago', 'CLP', true],
      ['libreria-barranco', 'PEN', false],
    ]);
    const orders = shops.flatMap((shop) => [...shop.orders.values()]);
    expect(orders.length).toBeGreaterThanOrEqual(25);
    const some = (what: string, test: (order: (typeof orders)[number]) => boolean) =>
      expect(orders.some(test), `an order with ${what}`).toBe(true);
    some('an invisible word joiner', ({ shippingAddress }) => shippingAddress?.address1?.includes('\u2060') ?? false);
    some(
      'no phone at its address',
      ({ shippingAddress }) => shippingAddress !== null && shippingAddress.phone === null,
    );
    some(
      'a company alone',
      ({ shippingAddress }) => shippingAddress?.company != null && shippingAddress.lastName === null,
    );
    some(
      'two locations',
      ({ fulfillmentOrders }) => new Set(fulfillmentOrders.map((each) => each.locationId)).size > 1,
    );
    some('a gift card', ({ lineItems }) => lineItems.some(({ isGiftCard }) => isGiftCard));
    some('nothing to ship', ({ lineItems }) => lineItems.every(({ requiresShipping }) => !requiresShipping));
    some('a discount', ({ lineItems }) => lineItems.some(({ discount }) => discount !== '0'));
    some('a high risk', ({ risk }) => risk.assessments[0]?.riskLevel === 'HIGH');
    some('a test', ({ test: isTest }) => isTest);
    for (const method of ['LOCAL', 'NONE', 'PICK_UP', 'SHIPPING'])
      some(method, ({ fulfillmentOrders }) =>
        fulfillmentOrders.some((each) => each.deliveryMethod?.methodType === method),
      );
    for (const order of orders) {
      const { host } = new URL(`https://${order.email?.split('@')[1]}`);
      expect(host).toMatch(/example\.com$/);
      expect(Date.parse(order.createdAt)).toBeLessThan(Date.now());
    }
  } finally {
    await sandbox.close();
  }
});
