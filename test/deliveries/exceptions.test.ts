import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { exceptionsOf } from '../../app/domain/exceptions/exception.ts';
import { PHASES } from '../../app/domain/lifecycle/delivery-phase.ts';
import { PROBLEM_CODES } from '../../app/domain/problems/problem.ts';
import { STATE_GROUPS } from '../../app/domain/tracking/operator-state.ts';
import { FLAG_CODES } from '../../app/domain/tracking/promise-watch.ts';
import { stateTagOf } from '../../app/domain/order-data/state-tag.ts';
import { deliveriesOfOrders } from '../../app/deliveries/order-deliveries.ts';
import { orderMetafields } from '../../app/deliveries/write-back/order-metafields.ts';
import { tagsOfOrder } from '../../app/deliveries/write-back/publications.ts';
import { deliveryView } from '../../app/extension-api/delivery-view.ts';
import { noteUse } from '../../app/flow/send-triggers.ts';
import { deliveryList } from '../../app/pages/deliveries/delivery-list-view.ts';
import { deliveryPageView } from '../../app/pages/delivery/delivery-page-view.ts';
import { countInTab, listDeliveries } from '../../app/shop-api/deliveries/delivery-list.ts';
import { countDeliveries } from '../../app/shop-api/home/delivery-figures.ts';
import { deliveryCalled } from '../../app/deliveries/delivery-store.ts';
import { attentionGroups } from '../../app/shop-api/review/review-groups.ts';
import type { ShopRows } from '../../app/shop-api/shop-context.ts';
import { scopeToShop } from '../../app/shop-api/shop-scope.ts';
import { LOCALES } from '../../app/texts/locale.ts';
import { testEnvironment } from '../set-up/environment.ts';
import { BUILT_IN } from '../set-up/built-in-states.ts';
import { fc } from '../set-up/properties.ts';
import { useDatabase } from '../set-up/database/use-database.ts';

/** Whatever needs a person is the same everywhere, for any row that the database can hold. */

const SHOP = 'exceptions.myshopify.com';
const NOW = new Date('2026-05-08T15:00:00Z');
const { database } = await useDatabase();
const own: ShopRows = { domain: SHOP, database: scopeToShop(database, SHOP, { sql: 'names-the-shop' }) };

const rows = fc.sample(
  fc.record({
    phase: fc.constantFrom(...PHASES),
    stateGroup: fc.option(fc.constantFrom(...STATE_GROUPS)),
    problems: fc
      .uniqueArray(fc.constantFrom(...PROBLEM_CODES), { maxLength: 2 })
      .map((codes) => codes.map((code) => ({ code, field: null, details: {} }))),
    flags: fc
      .uniqueArray(fc.constantFrom(...FLAG_CODES), { maxLength: 2 })
      .map((codes) => codes.map((code) => ({ code, since: NOW.toISOString() }))),
  }),
  { numRuns: 150, seed: 44 },
);
// each code alone, whatever is drawn
const each = [
  ...PROBLEM_CODES.map((code) => ({ problems: [{ code, field: null, details: {} }], flags: [] })),
  ...FLAG_CODES.map((code) => ({ problems: [], flags: [{ code, since: NOW.toISOString() }] })),
].map((row) => ({ phase: 'in-delivery' as const, stateGroup: null, attentionSince: NOW, ...row }));
const all = [...rows, ...each].map((row, index) => {
  return { ...row, id: randomUUID(), orderId: `gid://shopify/Order/${index}`, attentionSince: NOW };
});
const needy = all.filter((row) => exceptionsOf(row).length > 0);

beforeAll(async () => {
  await database.shop.create({ data: { domain: SHOP, settings: { publish: { stateTags: true } } } });
  await noteUse({ database }, { shop: SHOP, definitionId: 'Delivery needs attention', isEnabled: true, at: NOW });
  for (const { id, orderId, phase, stateGroup, problems, flags } of all) {
    await database.delivery.create({ data: { id, shopDomain: SHOP, fulfillmentId: id, orderId, phase: 'waiting' } });
    const state = stateGroup === null ? null : 'a state';
    await database.delivery.update({ where: { id }, data: { phase, state, stateGroup, problems, flags } });
  }
});

const ids = (deliveries: readonly { readonly id: string }[]) => deliveries.map(({ id }) => id).sort();

it('both kinds are among the rows', () => {
  expect(needy.length).toBeGreaterThan(100);
  expect(all.length - needy.length).toBeGreaterThan(10);
});

it('the count on Home, the tab, its count and the groups have the same deliveries', async () => {
  const tab = await listDeliveries(own, { size: 1_000, filter: { tab: 'attention' } });
  expect(ids(tab.deliveries)).toEqual(ids(needy));
  expect((await countDeliveries(own, { today: NOW })).attention).toBe(needy.length);
  expect(await countInTab(own, { tab: 'attention', limit: 1_000 })).toBe(needy.length);
  const { groups } = await attentionGroups(own, { named: 1, now: NOW, limit: 1_000 });
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(needy.length);
});

it('whoever was called is waited for, unless the delivery has needed a person again since', async () => {
  const [{ id } = { id: '' }] = needy;
  const { attentionSince } = await database.delivery.findUniqueOrThrow({ where: { id } });
  const now = attentionSince ?? NOW;
  const waitedFor = async (hours: number) => {
    const until = new Date(now.getTime() + hours * 3_600_000);
    await deliveryCalled(database, { shop: SHOP, deliveryId: id, until });
    const { groups } = await attentionGroups(own, { named: 1_000, now, limit: 1_000 });
    return groups.flatMap(({ named }) => named).find((each) => each.id === id)?.calledUntil ?? null;
  };
  expect(await waitedFor(3)).not.toBeNull();
  expect(await waitedFor(1)).toBeNull();
  expect(await deliveryCalled(database, { shop: 'other.myshopify.com', deliveryId: id, until: null })).toBe(false);
});

const app = { database, environment: testEnvironment(), now: () => NOW };
const reader = {
  locale: 'en',
  country: null,
  supportUrl: 'https://support.example',
  now: NOW,
  timeZone: null,
  horizonMs: 0,
  states: BUILT_IN,
} as const;

it('its row, its page, the block, the metafields and the tag agree on each delivery', async () => {
  const { deliveries } = await listDeliveries(own, { size: 1_000 });
  const listed = new Map(
    deliveryList({ deliveries, hasNext: false, hasPrevious: false }, reader).rows.map((row) => [row.id, row]),
  );
  for (const row of all) {
    const exceptions = exceptionsOf(row);
    const [delivery] = await deliveriesOfOrders(database, { shop: SHOP, orderIds: [row.orderId] });
    if (!delivery) throw new Error('no delivery');
    const page = deliveryPageView(delivery, [], reader);
    expect(listed.get(row.id)?.tab === 'attention').toBe(exceptions.length > 0);
    expect(page.exceptions).toHaveLength(exceptions.length);
    const block = deliveryView(delivery, reader);
    expect(block.problems.length + block.flags.length).toBe(exceptions.length);
    expect(page.exceptions.every(({ since, nextStep }) => since !== null && nextStep !== '')).toBe(true);
    expect(listed.get(row.id)?.problem?.sentence).toBe(
      exceptions.length > 0
        ? page.exceptions[0]?.sentence
        : row.phase === 'skipped'
          ? page.skipped?.sentence
          : undefined,
    );
    const isOffered = block.actions.includes('dismiss-problem') || block.actions.includes('stop');
    // what is still waiting or never will be sent has no problem that a person could say is taken care of
    if (!['waiting', 'skipped', 'cancelled'].includes(row.phase)) expect(isOffered).toBe(exceptions.length > 0);
    const written = await orderMetafields(app, { shop: SHOP, orderId: row.orderId });
    expect(written.deliveries).toMatchObject({ [row.id]: { exceptions: exceptions.map(({ code }) => ({ code })) } });
    expect(written.fields.needs_person).toBe(String(exceptions.length > 0));
    const tag = stateTagOf(await tagsOfOrder(database, { shop: SHOP, orderId: row.orderId }), 'handoff');
    expect(tag === 'handoff:needs-attention').toBe(exceptions.length > 0);
  }
});

it('Flow is told of each, and the metafield and the tag of each are to be written', async () => {
  const told = await database.flowTrigger.findMany({ where: { kind: 'needs-attention' } });
  const named = needy.filter(({ problems, flags }) => problems.length + flags.length > 0);
  expect(told.map(({ deliveryId }) => deliveryId).sort()).toEqual(ids(named));
  for (const kind of ['order-metafield', 'state-tag']) {
    const queued = await database.publication.findMany({ where: { kind } });
    expect(queued.map(({ deliveryId }) => deliveryId).sort()).toEqual(ids(needy));
  }
  expect(await database.orderOutbox.count()).toBe(needy.length);
});

describe('a remedy that leads to the end', () => {
  it.each(each.map((row) => [[...row.problems, ...row.flags][0]?.code, row] as const))(
    'of %s is named: who acts, what ends it, and what to do, in each language',
    (_, row) => {
      const [exception] = exceptionsOf(row);
      if (!exception) throw new Error('no exception');
      expect(exception.code).not.toBeNull();
      // what passes by itself needs no link; what is corrected or told has one
      if (exception.end === 'fix' || exception.end === 'state') expect(exception.remedies).not.toEqual([]);
      const delivery = { ...blank, ...row };
      const pages = LOCALES.map((locale) => deliveryPageView(delivery, [], { ...reader, locale }).exceptions[0]);
      expect(new Set(pages.map((page) => page?.sentence)).size).toBe(LOCALES.length);
      expect(new Set(pages.map((page) => page?.nextStep)).size).toBe(LOCALES.length);
    },
  );
});

it('when the last one ends, so does the attention, and the order is written again', async () => {
  await database.delivery.updateMany({
    where: { id: { in: ids(needy) } },
    data: { phase: 'delivered', problems: [], flags: [] },
  });
  expect(await countInTab(own, { tab: 'attention', limit: 1_000 })).toBe(0);
  expect(await database.delivery.count({ where: { attentionSince: { not: null } } })).toBe(0);
  expect(await database.publication.count({ where: { kind: 'state-tag' } })).toBe(2 * needy.length);
});

const blank = {
  ...(await blankDelivery()),
  operatorAccount: null,
  stateEntries: [],
};

/** A row as the database fills it in. */
async function blankDelivery() {
  const domain = 'blank.myshopify.com';
  await database.shop.create({ data: { domain } });
  return database.delivery.create({
    data: { shopDomain: domain, fulfillmentId: 'blank', orderId: 'gid://shopify/Order/1' },
  });
}
