import { randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { beforeAll, expect, it } from 'vitest';
import { findOrderDelivery } from '../../../app/deliveries/order-deliveries.ts';
import type { Hold } from '../../../app/domain/lifecycle/hold.ts';
import { deliveryPageView } from '../../../app/pages/delivery/delivery-page-view.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';
import { BUILT_IN } from '../../set-up/built-in-states.ts';

const SHOP = 'checked.myshopify.com';
const NOON = new Date('2026-03-02T12:00:00Z');
const LATER = new Date('2026-03-02T12:05:00Z');

const { database } = await useDatabase();

beforeAll(async () => {
  await database.shop.create({ data: { domain: SHOP } });
});

async function viewOf(data: Partial<Prisma.DeliveryUncheckedCreateInput>, shopHold: Hold | null = null) {
  const { id: deliveryId } = await database.delivery.create({
    data: { shopDomain: SHOP, fulfillmentId: randomUUID(), orderId: 'o', sendAt: LATER, ...data },
  });
  const delivery = await findOrderDelivery(database, { shop: SHOP, deliveryId });
  if (!delivery) throw new Error('no delivery');
  return deliveryPageView(delivery, [], {
    locale: 'en',
    country: null,
    supportUrl: null,
    timeZone: 'UTC',
    now: NOON,
    horizonMs: 900_000,
    states: BUILT_IN,
    shopHold,
  });
}

it('one that the operator may have says when it is looked for next, and can be sent again with a warning', async () => {
  const view = await viewOf({ phase: 'handing-over', possiblySentAt: NOON });
  expect(view.checksAgainAt).toContain('12:05');
  expect(view.canSendAgain).toBe('mayBeThere');
  expect(view.sendAt).toBeNull();
  expect(view.checking).toMatch(/^It may have been sent at .*12:00.*\. Until 12:15.PM Handoff checks/);
});

it('one whose time to be looked for is over says no such time', async () => {
  const view = await viewOf({ phase: 'handing-over', possiblySentAt: new Date(NOON.getTime() - 900_000) });
  expect(view.checking).toBeNull();
});

it('one whose look-ups say nothing can be sent again after the merchant was told', async () => {
  const problems = [{ code: 'outcome-unknown', field: null, details: {} }];
  const view = await viewOf({ phase: 'needs-attention', possiblySentAt: NOON, problems });
  expect(view).toMatchObject({ canSendAgain: 'mayBeThere', checking: null });
});

it.each<[string, Partial<Prisma.DeliveryUncheckedCreateInput>]>([
  ['waits', { phase: 'waiting' }],
  ['is just being sent', { phase: 'handing-over', possiblySentAt: NOON, claimToken: randomUUID() }],
  ['is held back', { phase: 'handing-over', possiblySentAt: NOON, heldFor: 'account-paused' }],
  ['is with the operator', { phase: 'in-delivery', handedOverAt: NOON }],
  ['needs attention for another reason', { phase: 'needs-attention', handedOverAt: NOON }],
])('one that %s cannot be sent again', async (_what, data) => {
  const view = await viewOf(data);
  expect(view).toMatchObject({ checksAgainAt: null, canSendAgain: null });
});

it('one that waits says when it is sent, and in a shop that is held what it waits for', async () => {
  const going = await viewOf({ phase: 'waiting' });
  expect(going.sendAt).toContain('12:05');
  expect(going.hold).toBeNull();
  const held = await viewOf({ phase: 'waiting' }, 'account-paused');
  expect(held.sendAt).toBeNull();
  expect(held.hold?.reason).toBe('account-paused');
});

it('one that the operator does not know any more can be sent again', async () => {
  const problems = [{ code: 'unknown-to-operator', field: null, details: {} }];
  const view = await viewOf({ phase: 'needs-attention', handedOverAt: NOON, problems });
  expect(view.canSendAgain).toBe('isLost');
});

it('a page says which column it cannot read, and does not show it as empty', async () => {
  const decisions = [{ field: 'pickup.code' }];
  await expect(viewOf({ decisions })).rejects.toThrow(/the column "decisions" of delivery \S+ cannot be read: run/);
  const flags = [{ code: 'of-tomorrow', since: NOON.toISOString() }];
  await expect(viewOf({ flags })).rejects.toThrow(/the column "flags" of delivery \S+ cannot be read: run/);
});
