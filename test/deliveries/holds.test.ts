import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setOperatorToken } from '../../app/installation/operator-token.ts';
import { release as releaseFor, skipHeldForRelease } from '../../app/deliveries/delivery-store.ts';
import { releaseHeld } from '../../app/deliveries/holds.ts';
import { sendNow } from '../../app/deliveries/merchant-actions/ask-now.ts';
import type { AppContext } from '../../app/app-context.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

let program: TestHandoff;
let world: AppContext;
let shopDomain: string;
const now = new Date('2026-03-02T15:00:00Z');

beforeAll(async () => {
  program = await startTestHandoff({ work: false, now: () => now });
  world = program.app;
});

beforeEach(async () => {
  shopDomain = `${randomUUID()}.myshopify.com`;
  const settings = { pickup: { default: { id: 1 } } };
  const shop = await world.database.shop.create({
    data: { domain: shopDomain, installedAt: now, handOverOn: true, settings },
    include: { operatorAccount: true },
  });
  await setOperatorToken(world.database, world.encryption, { shop, environment: 'production', token: shopDomain, now });
});

afterAll(async () => {
  await program.stop();
});

async function hold(count: number, heldFor: string, phase = 'waiting'): Promise<void> {
  await world.database.delivery.createMany({
    data: Array.from({ length: count }, () => ({
      shopDomain,
      fulfillmentId: randomUUID(),
      orderId: 'o',
      heldFor,
      phase,
      createdAt: now,
    })),
  });
}

const release = () => releaseHeld(world, world.database, shopDomain);
const approve = (shop: string) => releaseFor(world.database, { shop, holds: ['release'], now: world.now() });
const count = (where: object) => world.database.delivery.count({ where: { shopDomain, ...where } });
const DUE = { phase: 'waiting', heldFor: null, sendAt: now };

it.each(['set-up', 'switched-off', 'no-shopify-token', 'uninstalled'])(
  'a few that were held for %s are sent without asking; more are held for approval',
  async (heldFor) => {
    await hold(5, heldFor);
    expect(await release()).toBe(5);
    expect(await count(DUE)).toBe(5);
    await hold(6, heldFor);
    expect(await release()).toBe(0);
    expect(await count({ heldFor: 'release' })).toBe(6);
  },
);

it('approval sends all of them, and only those of this shop', async () => {
  await hold(6, 'release');
  expect(await approve('another.myshopify.com')).toBe(0);
  expect(await approve(shopDomain)).toBe(6);
  expect(await count(DUE)).toBe(6);
});

it('refusal skips all of them, and says that a person stopped them', async () => {
  await hold(6, 'release');
  expect(await skipHeldForRelease(world.database, 'another.myshopify.com', world.now())).toBe(0);
  expect(await skipHeldForRelease(world.database, shopDomain, world.now())).toBe(6);
  expect(await count({ phase: 'skipped', skipReason: { path: ['code'], equals: 'stopped' } })).toBe(6);
});

it('one of them can be sent without the others', async () => {
  await hold(6, 'release');
  const { id } = await world.database.delivery.findFirstOrThrow({ where: { shopDomain } });
  expect(await sendNow(world, { shop: shopDomain, deliveryId: id })).toBe(true);
  expect(await count(DUE)).toBe(1);
  expect(await count({ heldFor: 'release' })).toBe(5);
});

it('no approval is needed after a pause of the account, nor for a delivery that is still looked up', async () => {
  await hold(20, 'account-paused');
  await hold(6, 'switched-off', 'handing-over');
  expect(await release()).toBe(26);
});

it('another hold of the shop stays in force', async () => {
  await hold(2, 'switched-off');
  await world.database.shop.update({ where: { domain: shopDomain }, data: { handOverOn: false } });
  expect(await release()).toBe(0);
  expect(await count({ heldFor: 'switched-off' })).toBe(2);
});
