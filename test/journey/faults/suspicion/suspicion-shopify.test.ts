import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refreshDelivery, retryDelivery, sendNow } from '../../../../app/deliveries/merchant-actions/ask-now.ts';
import { limaOrder, SHOP } from '../../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../../set-up/world/program.ts';
import { until } from '../../../set-up/time/until.ts';

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start({ TRACKING_INTERVAL_SECONDS: '600' });
  await world.setUpShop(program);
});

afterAll(async () => {
  await world.stop();
});

beforeEach(() => {
  world.shopify.setFaults(SHOP, []);
  program.sweeps.holds.start();
});

const fulfillOne = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id).id;
const untilDelivery = (what: string, fulfillmentId: string, where: object) =>
  until(what, () => world.database.delivery.findFirst({ where: { fulfillmentId, ...where } }));
const inDelivery = (fulfillmentId: string) =>
  untilDelivery('the delivery accepted', fulfillmentId, { phase: 'in-delivery', heldFor: null, heldSince: null });
const offlineSession = () => world.database.session.findFirstOrThrow({ where: { shop: SHOP, isOnline: false } });
const refuseBoth = (times: number) =>
  world.shopify.setFaults(SHOP, [
    { kind: 'access-token-refused', times },
    { kind: 'refresh-token-refused', times },
  ]);

/** A delivery that Shopify kept from going on, while nothing looks at it again. */
async function heldOne(): Promise<{ shop: string; deliveryId: string; fulfillmentId: string }> {
  await program.sweeps.holds.stop();
  refuseBoth(100);
  const fulfillmentId = fulfillOne();
  const { id } = await untilDelivery('the delivery held', fulfillmentId, { heldFor: 'no-shopify-token' });
  world.shopify.setFaults(SHOP, []);
  return { shop: SHOP, deliveryId: id, fulfillmentId };
}

it('an access token that Shopify refuses is refreshed, and the delivery goes out as if nothing had happened', async () => {
  const before = await offlineSession();
  world.shopify.setFaults(SHOP, [{ kind: 'access-token-refused' }]);
  await inDelivery(fulfillOne());
  // another call of the program can be the one that is refused, and refresh the token a little later
  const after = await until('the refreshed token', async () => {
    const session = await offlineSession();
    return session.accessToken === before.accessToken ? null : session;
  });
  expect(after.refreshToken).not.toBe(before.refreshToken);
});

it('a refresh token that was refused is kept, and the hold ends by itself when it is taken', async () => {
  refuseBoth(100);
  const fulfillmentId = fulfillOne();
  await untilDelivery('the delivery held', fulfillmentId, { heldFor: 'no-shopify-token' });
  world.shopify.setFaults(SHOP, []);
  await inDelivery(fulfillmentId);
  expect(program.lines.join('\n')).toContain('held deliveries resume');
  expect((await offlineSession()).expires?.getTime()).toBeGreaterThan(world.clock.now().getTime());
});

it('says since when and for what it is held, on the delivery and in the metrics', async () => {
  const { deliveryId, fulfillmentId } = await heldOne();
  const held = await world.database.delivery.findUniqueOrThrow({ where: { id: deliveryId } });
  expect(held.heldSince).toBeInstanceOf(Date);
  await until('the age of the hold in the metrics', async () => {
    const text = await (await fetch(`${program.url}/metrics`)).text();
    return /handoff_oldest_hold_seconds\{reason="no-shopify-token"\} [0-9.]+/.test(text);
  });
  program.sweeps.holds.start();
  await inDelivery(fulfillmentId);
});

it('many resume without approval, because the fault has passed', async () => {
  await program.sweeps.holds.stop();
  refuseBoth(100);
  const fulfillmentIds = Array.from({ length: 8 }, fulfillOne);
  for (const id of fulfillmentIds) await untilDelivery('each held', id, { heldFor: 'no-shopify-token' });
  world.shopify.setFaults(SHOP, []);
  program.sweeps.holds.start();
  for (const id of fulfillmentIds) await inDelivery(id);
});

describe('a person releases a held delivery', () => {
  it.each([
    ['Send now', sendNow],
    ['Retry', retryDelivery],
    ['Refresh', async (...given: Parameters<typeof refreshDelivery>) => (await refreshDelivery(...given)) === 'done'],
  ])('%s', async (_name, act) => {
    const { fulfillmentId, ...of } = await heldOne();
    expect(await act(program.app, { ...of, shop: 'another.myshopify.com' })).toBe(false);
    expect(await act(program.app, of)).toBe(true);
    await inDelivery(fulfillmentId);
  });
});
