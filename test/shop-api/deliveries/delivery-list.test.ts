import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '@prisma/client';
import { DELIVERY_TABS } from '../../../app/domain/lifecycle/delivery-tab.ts';
import {
  countInTab,
  everyDelivery,
  listDeliveries,
  pickupsOf,
} from '../../../app/shop-api/deliveries/delivery-list.ts';
import type { PagePosition } from '../../../app/pages/deliveries/read-delivery-query.ts';
import type { DeliveryPage } from '../../../app/pages/deliveries/delivery-list-view.ts';
import { pageStatement, type DeliveryFilter } from '../../../app/shop-api/deliveries/delivery-statements.ts';
import type { ShopRows } from '../../../app/shop-api/shop-context.ts';
import { scopeToShop } from '../../../app/shop-api/shop-scope.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'list.myshopify.com';
const OTHER = 'other.myshopify.com';
const COUNT = 23;
const SIZE = 5;

const { database } = await useDatabase();
let newestFirst: string[];

beforeAll(async () => {
  await database.shop.createMany({ data: [{ domain: SHOP }, { domain: OTHER }] });
  // Several share a moment, as those of one bulk fulfillment do: then the id decides.
  const rows = [SHOP, OTHER].flatMap((shopDomain) =>
    Array.from({ length: COUNT }, (_, index) => ({
      id: randomUUID(),
      shopDomain,
      fulfillmentId: `gid://shopify/Fulfillment/${index}`,
      orderId: `gid://shopify/Order/${index}`,
      createdAt: new Date(Date.UTC(2026, 10, 21, 12, Math.floor(index / 4))),
    })),
  );
  await database.delivery.createMany({ data: rows });
  newestFirst = rows
    .filter(({ shopDomain }) => shopDomain === SHOP)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
});

/** The shop as its merchants reach it. */
const own = (domain: string): ShopRows => ({
  domain,
  database: scopeToShop(database, domain, { sql: 'names-the-shop' }),
});

const idsOf = ({ deliveries }: DeliveryPage) => deliveries.map(({ id }) => id);
const list = (position: PagePosition = {}, ordering: 'newest' | 'oldest' = 'newest') =>
  listDeliveries(own(SHOP), { size: SIZE, position, ordering });

async function allPages(): Promise<DeliveryPage[]> {
  const pages = [await list()];
  for (let last = pages[0]; last?.hasNext; last = pages.at(-1)) {
    const after = last.deliveries.at(-1);
    pages.push(await list(after ? { after } : {}));
  }
  return pages;
}

it("turns the pages of the shop's own deliveries, newest first, each once", async () => {
  const pages = await allPages();
  expect(pages.map((page) => page.deliveries.length)).toEqual([5, 5, 5, 5, 3]);
  expect(pages.flatMap(idsOf)).toEqual(newestFirst);
  expect(pages.map(({ hasPrevious }) => hasPrevious)).toEqual([false, true, true, true, true]);
});

it('returns to the same pages', async () => {
  const pages = await allPages();
  const [fourth] = pages[4]?.deliveries ?? [];
  const back = await list(fourth ? { before: fourth } : {});
  expect(idsOf(back)).toEqual(newestFirst.slice(15, 20));
  expect(back).toMatchObject({ hasNext: true, hasPrevious: true });
});

it('comes back to the first page whole, however few are newer', async () => {
  const { deliveries } = await list();
  const third = deliveries[2];
  const back = await list(third ? { before: third } : {});
  expect(idsOf(back)).toEqual(newestFirst.slice(0, SIZE));
  expect(back.hasPrevious).toBe(false);
});

it('sorts by a column, and turns the pages of that order', async () => {
  const shop = 'sorted.myshopify.com';
  await database.shop.create({ data: { domain: shop } });
  const names = ['#999', '#1000', '#8', null, '#1001', '#10'];
  await database.delivery.createMany({
    data: names.map((orderName, index) => ({
      shopDomain: shop,
      orderName,
      fulfillmentId: `sorted-${index}`,
      orderId: `sorted-${index}`,
      createdAt: new Date(Date.UTC(2026, 10, 21, 12, index)),
    })),
  });
  const page = (ordering: 'order-up' | 'order-down', skip: number) =>
    listDeliveries(own(shop), { size: 4, ordering, position: { skip } });
  const first = await page('order-up', 0);
  const second = await page('order-up', 4);
  const shown = [...first.deliveries, ...second.deliveries].map(({ orderName }) => orderName);
  expect(shown).toEqual(['#8', '#10', '#999', '#1000', '#1001', null]);
  expect([first.hasNext, first.hasPrevious, second.hasNext, second.hasPrevious]).toEqual([true, false, false, true]);
  expect((await page('order-down', 0)).deliveries[0]?.orderName).toBe('#1001');
  for (const ordering of ['state-up', 'promise-down', 'number-up', 'problem-down'] as const) {
    const all = await listDeliveries(own(shop), { size: 10, ordering });
    expect(all.deliveries).toHaveLength(names.length);
  }
});

it('has an empty page for a shop without deliveries', async () => {
  const page = await listDeliveries(own('none.myshopify.com'), { size: SIZE });
  expect(page).toEqual({ deliveries: [], hasNext: false, hasPrevious: false });
});

it('turns the other way round, the oldest first', async () => {
  const first = await list({}, 'oldest');
  expect(idsOf(first)).toEqual(newestFirst.slice(-SIZE).reverse());
  const second = await list({ after: first.deliveries.at(-1) ?? null }, 'oldest');
  expect(idsOf(second)).toEqual(newestFirst.slice(-2 * SIZE, -SIZE).reverse());
  const back = await list({ before: second.deliveries[0] ?? null }, 'oldest');
  expect(idsOf(back)).toEqual(idsOf(first));
});

describe('filters', () => {
  const shop = 'filters.myshopify.com';
  const problem = { code: 'cancelled-after-hand-over', field: null, details: {} };
  const rows = {
    needy: { phase: 'needs-attention' },
    called: { phase: 'in-delivery', problems: [problem] },
    waits: { phase: 'waiting' },
    sends: { phase: 'handing-over' },
    rides: {
      phase: 'in-delivery',
      flags: [{ code: 'late', since: '' }],
      stateGroup: 'on-the-way',
      service: 'Sameday',
      pickup: '101',
    },
    goes: { phase: 'in-delivery' },
    done: { phase: 'delivered', service: 'Nextday', pickup: 'gid://shopify/Location/5' },
    lost: { phase: 'failed', pickup: '102' },
    skips: { phase: 'skipped' },
    gone: { phase: 'cancelled' },
  };

  beforeAll(async () => {
    await database.shop.create({ data: { domain: shop } });
    await database.delivery.createMany({
      data: Object.entries(rows).map(([name, row], index) => ({
        shopDomain: shop,
        fulfillmentId: name,
        orderId: name,
        ...row,
        fulfillmentName: name,
        orderName: `#10%_${index}`,
        orderNumber: `Prefix-10${index}-F1`,
        createdAt: new Date(Date.UTC(2026, 10, 1 + index)),
      })),
    });
  });

  const found = async (filter: DeliveryFilter) => {
    const { deliveries } = await listDeliveries(own(shop), { size: 50, filter, ordering: 'oldest' });
    return deliveries.map(({ fulfillmentName }) => fulfillmentName);
  };

  it.each([
    ['attention', ['needy', 'called', 'rides']],
    ['waiting', ['waits', 'sends']],
    ['on-the-way', ['goes']],
    ['delivered', ['done']],
    ['ended-badly', ['lost']],
    ['skipped', ['skips', 'gone']],
  ] as const)('the tab %s', async (tab, names) => {
    expect(await found({ tab })).toEqual(names);
    expect(await countInTab(own(shop), { tab, limit: 100 })).toBe(names.length);
  });

  it('counts no further than it is told', async () => {
    expect(await countInTab(own(shop), { tab: 'attention', limit: 1 })).toBe(1);
  });

  it('every delivery stands in one tab', async () => {
    const tabs = await Promise.all(DELIVERY_TABS.map((tab) => found({ tab })));
    expect(tabs.flat().sort()).toEqual(Object.keys(rows).sort());
  });

  it.each<[string, DeliveryFilter, readonly string[]]>([
    ['state', { stateGroup: 'on-the-way' }, ['rides']],
    ['service', { service: 'Nextday' }, ['done']],
    ['pickup', { pickup: 'gid://shopify/Location/5' }, ['done']],
    ['a flag', { flag: 'late' }, ['rides']],
    ['another flag', { flag: 'stuck' }, []],
    ['any flag', { flag: 'any' }, ['rides']],
    ['first day', { from: new Date('2026-11-09') }, ['skips', 'gone']],
    ['last day', { before: new Date('2026-11-02') }, ['needy']],
    ['an order with its #', { text: '#10%_4' }, ['rides']],
    ['orders that were found', { orderIds: ['rides', 'nobody'] }, ['rides']],
    ['no order', { orderIds: [] }, []],
    ['an order without it', { text: ' 10%_4 ' }, ['rides']],
    ['an order number in another case', { text: 'prefix-104' }, ['rides']],
    ['no pattern', { text: '1%4' }, []],
    ['what does not begin so', { text: '04' }, []],
    ['all of it together', { tab: 'attention', text: 'PREFIX', service: 'Sameday', pickup: '101' }, ['rides']],
    ['nothing together', { tab: 'delivered', service: 'Sameday' }, []],
  ])('by %s', async (_, filter, names) => {
    expect(await found(filter)).toEqual(names);
  });

  it('knows the pickups that were used', async () => {
    expect(await pickupsOf(own(shop), { limit: 50 })).toEqual(['101', '102', 'gid://shopify/Location/5']);
    expect(await pickupsOf(own(OTHER), { limit: 50 })).toEqual([]);
  });

  it('goes through all of them in batches', async () => {
    const batches: number[] = [];
    for await (const batch of everyDelivery(own(shop), { filter: {}, batch: 4 })) batches.push(batch.length);
    expect(batches).toEqual([4, 4, 2]);
  });
});

it.each<[string, DeliveryFilter, string]>([
  ['all', {}, 'Delivery_shopDomain_createdAt_id_idx'],
  ['a tab', { tab: 'attention' }, 'Delivery_list_attention'],
  ['a state', { stateGroup: 'delivered' }, 'Delivery_list_state'],
  ['a service', { service: 'Nextday' }, 'Delivery_list_service'],
  ['a pickup', { pickup: '101' }, 'Delivery_list_pickup'],
])('seeks in the index for a page of %s in the middle, and sorts nothing', async (_, filter, index) => {
  const after = (await allPages())[2]?.deliveries.at(-1) ?? null;
  for (const ordering of ['newest', 'oldest'] as const) {
    const statement = pageStatement(SHOP, { filter, ordering, after, limit: 6 });
    const plan = await explain(statement);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Sort');
  }
});

it('seeks in the indexes for what is searched', async () => {
  const given = { ordering: 'newest', after: null, limit: 6 } as const;
  const plan = await explain(pageStatement(SHOP, { ...given, filter: { text: '#1001' } }));
  expect(plan).toContain('Delivery_search_order');
  expect(plan).toContain('Delivery_search_number');
});

async function explain(statement: Prisma.Sql): Promise<string> {
  const plan = await database.$transaction(async (transaction) => {
    // the table of the test is small, and the planner's figures of it come at any time
    await transaction.$executeRaw`SELECT set_config(name, 'off', true)
      FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) AS name`;
    return transaction.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${statement}`);
  });
  return plan.map((line) => line['QUERY PLAN']).join('\n');
}
