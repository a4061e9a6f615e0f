import { Prisma } from '@prisma/client';
import { expect, it } from 'vitest';
import { GAUGES } from '../../app/persistence/gauges.ts';
import { countInTab } from '../../app/shop-api/deliveries/delivery-list.ts';
import { scopeToShop } from '../../app/shop-api/shop-scope.ts';
import { useDatabase } from '../set-up/database/use-database.ts';

const { database } = await useDatabase();
const NOW = new Date('2026-11-28T12:00:00Z');

const read = (name: string) => {
  const gauge = GAUGES.find((each) => each.name === name);
  if (!gauge) throw new Error(`no gauge ${name}`);
  return database.$queryRaw<object[]>(gauge.read(NOW));
};

it('counts what needs a person as merchants do: before, at and after the hand-over, and each delivery once', async () => {
  const domain = 'gauge.myshopify.com';
  await database.shop.create({ data: { domain } });
  const problem = (code: string) => ({ code, field: null, details: {} });
  const rows = [
    { phase: 'needs-attention', problems: [problem('phone-missing'), problem('street-missing')], attentionSince: NOW },
    { phase: 'in-delivery', problems: [problem('attempt-failed')], attentionSince: NOW },
    { phase: 'in-delivery', flags: [{ code: 'late', since: NOW.toISOString() }], attentionSince: NOW },
    { phase: 'failed', problems: [problem('not-delivered')], attentionSince: NOW },
    { phase: 'in-delivery' },
  ];
  await database.delivery.createMany({
    data: rows.map((row, index) => ({
      shopDomain: domain,
      fulfillmentId: `gid://shopify/Fulfillment/${index}`,
      orderId: `gid://shopify/Order/${index}`,
      ...row,
    })),
  });
  const counted = await read('handoff_deliveries_needing_attention');
  expect(counted).toHaveLength(4);
  expect(counted).toEqual(
    expect.arrayContaining(
      ['phone-missing', 'attempt-failed', 'late', 'not-delivered'].map((code) => ({ problem: code, value: 1 })),
    ),
  );
  const own = { domain, database: scopeToShop(database, domain, { sql: 'names-the-shop' }) };
  expect(await countInTab(own, { tab: 'attention', limit: 100 })).toBe(4);
  const indexes = await database.$queryRaw<object[]>(
    Prisma.sql`SELECT indexname AS "name" FROM pg_indexes WHERE indexname IN ('Delivery_needs_person', 'Delivery_attention')`,
  );
  expect(indexes).toEqual([{ name: 'Delivery_needs_person' }]);
});
