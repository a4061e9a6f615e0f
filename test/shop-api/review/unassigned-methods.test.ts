import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { METHOD_WITHOUT_SERVICE } from '../../../app/domain/planning/delivery-plan.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { unassignedMethods } from '../../../app/shop-api/review/review-page.ts';
import { scopeToShop } from '../../../app/shop-api/shop-scope.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'methods.myshopify.com';
const OTHER = 'other.myshopify.com';
const BY_DEFAULT = { field: 'delivery_service', source: 'settings.service.default' };
const PHONE = { field: 'dropoff.contact.phone', source: 'order.shippingAddress.phone' };

const { database } = await useDatabase();

beforeAll(async () => {
  await database.shop.createMany({ data: [{ domain: SHOP }, { domain: OTHER }] });
  const decided = (shopDomain: string, decisions: object[]) => ({
    shopDomain,
    decisions,
    fulfillmentId: randomUUID(),
    orderId: 'gid://shopify/Order/1',
  });
  await database.delivery.createMany({
    data: [
      decided(SHOP, [METHOD_WITHOUT_SERVICE, PHONE]),
      decided(SHOP, [PHONE, METHOD_WITHOUT_SERVICE]),
      decided(SHOP, [BY_DEFAULT]),
      decided(OTHER, [BY_DEFAULT]),
    ],
  });
});

const ask = (shop: string, service: object) =>
  unassignedMethods(
    { domain: shop, database: scopeToShop(database, shop, { sql: 'names-the-shop' }) },
    shopSettingsSchema.parse({ service }),
  );
const methods = { Recojo: 'Express' };

it('counts the deliveries whose method has no service, and names the methods that rules and settings know', async () => {
  const rules = [{ name: 'Hoy', when: { shippingMethods: ['Rápido'] }, use: 'Sameday' }];
  expect(await ask(SHOP, { methods, rules })).toEqual({ count: 2, named: ['Recojo', 'Rápido'] });
});

it('is silent where no delivery lacks one, or where no method has one', async () => {
  expect(await ask(OTHER, { methods })).toBeNull();
  expect(await ask(SHOP, {})).toBeNull();
});
