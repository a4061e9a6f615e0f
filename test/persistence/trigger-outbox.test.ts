import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteUse } from '../../app/flow/send-triggers.ts';
import {
  claimDueTriggers,
  putTriggerOff,
  queueOrderTrigger,
  settleTrigger,
} from '../../app/persistence/trigger-outbox.ts';
import type { Database } from '../../app/persistence/database.ts';
import { useDatabase } from '../set-up/database/use-database.ts';

const SHOP = 'flow.myshopify.com';
const OTHER = 'without-flow.myshopify.com';
const NOW = new Date('2026-05-08T15:00:00Z');

const { database } = await useDatabase();

const use = (isEnabled: boolean, at: Date = NOW, definitionId = 'Delivery status changed') =>
  noteUse({ database }, { shop: SHOP, definitionId, isEnabled, at });

beforeAll(async () => {
  await database.shop.createMany({ data: [{ domain: SHOP }, { domain: OTHER }] });
});

beforeEach(async () => {
  await database.flowTrigger.deleteMany();
  await database.flowUse.deleteMany();
  await use(true);
});

const open = (shopDomain = SHOP) =>
  database.delivery.create({
    data: { shopDomain, fulfillmentId: randomUUID(), orderId: 'gid://shopify/Order/1', phase: 'in-delivery' },
  });
const change = (id: string, data: Parameters<Database['delivery']['update']>[0]['data']) =>
  database.delivery.update({ where: { id }, data });
const kinds = async () => (await database.flowTrigger.findMany({ orderBy: { id: 'asc' } })).map(({ kind }) => kind);
const problem = (code: string) => ({ code, field: null, details: { district: 'Marked-Chosica' } });

describe('a change of a delivery', () => {
  it('of its state and phase is reported in order, once each', async () => {
    const { id } = await open();
    await change(id, { state: 'ingresado', stateGroup: 'accepted' });
    await change(id, { lastReadAt: NOW, state: 'ingresado', stateGroup: 'accepted' });
    await change(id, { state: 'entregado', stateGroup: 'delivered', phase: 'delivered' });
    expect(await kinds()).toEqual(['state-changed', 'state-changed', 'delivered']);
  });

  it('of the state within its group is reported', async () => {
    const { id } = await open();
    await change(id, { state: 'ingresado', stateGroup: 'accepted' });
    await change(id, { state: 'aceptado', stateGroup: 'accepted' });
    expect(await kinds()).toEqual(['state-changed', 'state-changed']);
  });

  it('of its end, its date and its lateness is reported', async () => {
    const { id } = await open();
    await change(id, { operatorDate: '2026-05-11' });
    await change(id, { flags: [{ code: 'stuck', since: NOW.toISOString() }] });
    await change(id, { flags: [{ code: 'late', since: NOW.toISOString() }] });
    await change(id, {
      flags: [
        { code: 'late', since: NOW.toISOString() },
        { code: 'silent', since: NOW.toISOString() },
      ],
    });
    await change(id, { phase: 'failed', endedAt: NOW, operatorDate: null });
    const flagged = ['needs-attention', 'running-late', 'needs-attention', 'needs-attention'];
    expect(await kinds()).toEqual(['promised-date-changed', ...flagged, 'not-delivered']);
  });

  it('that adds a problem is reported with the code alone', async () => {
    const { id } = await open();
    await change(id, { phase: 'needs-attention', problems: [problem('district-not-served')] });
    await change(id, { problems: [problem('district-not-served'), problem('phone-missing')] });
    await change(id, { problems: [problem('phone-missing')] });
    expect(await kinds()).toEqual(['needs-attention', 'needs-attention']);
    const [first, second] = await database.flowTrigger.findMany({ orderBy: { id: 'asc' } });
    expect(first?.facts).toMatchObject({ problems: ['district-not-served'] });
    expect(second?.facts).toMatchObject({ problems: ['phone-missing'] });
    expect(JSON.stringify(first?.facts)).not.toMatch(/marked/i);
  });

  it('that is rolled back is not reported', async () => {
    const { id } = await open();
    const failing = database.$transaction(async (transaction) => {
      await transaction.delivery.update({ where: { id }, data: { state: 'ingresado', stateGroup: 'accepted' } });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await kinds()).toEqual([]);
  });

  it('is not reported for a shop without a workflow', async () => {
    const { id } = await open(OTHER);
    await change(id, { state: 'ingresado', stateGroup: 'accepted' });
    await queueOrderTrigger(database, {
      shop: OTHER,
      orderId: 'gid://shopify/Order/2',
      orderName: '#2',
      codes: ['phone-missing'],
    });
    await use(false, new Date(NOW.getTime() + 1));
    const { id: own } = await open();
    await change(own, { state: 'ingresado', stateGroup: 'accepted' });
    expect(await kinds()).toEqual([]);
  });
});

it('an order that would not go out is reported', async () => {
  await queueOrderTrigger(database, {
    shop: SHOP,
    orderId: 'gid://shopify/Order/2',
    orderName: '#2',
    codes: ['phone-missing'],
  });
  expect(await database.flowTrigger.findMany()).toMatchObject([
    { kind: 'would-not-go-out', deliveryId: null, facts: { orderName: '#2', problems: ['phone-missing'] } },
  ]);
});

describe('whether a shop uses Flow', () => {
  it('is what the newest message says, whatever the order of their arrival', async () => {
    await use(false, new Date(NOW.getTime() - 1));
    expect(await database.flowUse.findMany()).toMatchObject([{ isEnabled: true }]);
    await use(false, new Date(NOW.getTime() + 1));
    expect(await database.flowUse.findMany()).toMatchObject([{ isEnabled: false }]);
  });

  it('is refused for a shop that is not known', async () => {
    expect(
      await noteUse({ database }, { shop: 'nobody.myshopify.com', definitionId: 'x', isEnabled: true, at: NOW }),
    ).toBe(false);
  });

  it('is kept for a bounded number of triggers', async () => {
    for (let count = 0; count < 60; count += 1) await use(true, NOW, `trigger ${count}`);
    expect(await database.flowUse.count()).toBe(50);
  });
});

describe('the outbox', () => {
  const claim = () => claimDueTriggers(database, { leaseMs: 60_000, limit: 100 });

  it('gives one trigger of a delivery at a time, in order', async () => {
    const { id } = await open();
    await change(id, { state: 'ingresado', stateGroup: 'accepted' });
    await change(id, { state: 'entregado', stateGroup: 'delivered', phase: 'delivered' });
    const seen: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const [trigger, ...more] = await claim();
      expect(more).toEqual([]);
      expect(await claim()).toEqual([]);
      if (!trigger) throw new Error('nothing is due');
      seen.push(trigger.kind);
      await settleTrigger(database, { id: trigger.id, outcome: 'sent', now: NOW });
    }
    expect(seen).toEqual(['state-changed', 'state-changed', 'delivered']);
    expect(await claim()).toEqual([]);
  });

  it('says whether a trigger may have arrived', async () => {
    const { id } = await open();
    await change(id, { state: 'ingresado', stateGroup: 'accepted' });
    const again = async (mayHaveArrived: boolean) => {
      const [trigger] = await claim();
      if (!trigger) throw new Error('nothing is due');
      await putTriggerOff(database, { id: trigger.id, delayMs: 0, mayHaveArrived, isTry: true });
      return [trigger.mayHaveArrived, trigger.tries];
    };
    expect(await again(false)).toEqual([false, 1]);
    expect(await again(true)).toEqual([false, 2]);
    expect(await again(false)).toEqual([true, 3]);
    expect(await again(false)).toEqual([false, 4]);
  });

  it('two claims at once never take two triggers of one lane', async () => {
    for (let count = 0; count < 40; count += 1) {
      const { id } = await open();
      await change(id, { state: 'ingresado', stateGroup: 'accepted' });
    }
    const claimed = (await Promise.all([claim(), claim(), claim()])).flat();
    const lanes = claimed.map(({ lane }) => lane);
    expect(new Set(lanes).size).toBe(lanes.length);
    expect(lanes.length).toBeGreaterThan(4);
  });

  it('leaves the triggers of a shop that has uninstalled', async () => {
    const { id } = await open();
    await change(id, { state: 'ingresado', stateGroup: 'accepted' });
    await database.shop.update({ where: { domain: SHOP }, data: { uninstalledAt: NOW } });
    expect(await claim()).toEqual([]);
    await database.shop.update({ where: { domain: SHOP }, data: { uninstalledAt: null } });
    expect(await claim()).toHaveLength(1);
  });
});
