import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
  await inDelivery(fulfillOne()); // the token has been taken
});

beforeEach(() => world.operator.setModes({ proxy: 'none' }));

afterAll(async () => {
  await world.stop();
});

const fulfillOne = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id).id;
const inDelivery = (fulfillmentId: string) =>
  until('the delivery accepted', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'in-delivery', heldFor: null } }),
  );
const account = () => world.database.operatorAccount.findFirstOrThrow();
const proven = () => until('a call that was taken', async () => (await account()).provenAt !== null);

it.each(['401', '403'] as const)('a single %s is recorded, and pauses nothing', async (kind) => {
  await proven();
  world.operator.injectFault({ kind, verb: 'create', times: 1 });
  const delivery = await inDelivery(fulfillOne());
  expect(delivery.tries).toBe(0);
  expect(await account()).toMatchObject({ pausedAt: null });
  expect(program.lines.join('\n')).not.toContain('the operator account is paused');
});

it('refusals of several calls over some time pause the account, which resumes when they end', async () => {
  await proven();
  world.operator.setModes({ proxy: '403' });
  const fulfillmentIds = [fulfillOne(), fulfillOne(), fulfillOne()];
  const paused = await until('the pause', async () => {
    const row = await account();
    return row.pausedAt && row;
  });
  expect(paused.refusals).toBeGreaterThanOrEqual(3);
  expect(paused).toMatchObject({ refusedWith: 403, probeAt: expect.any(Date) });
  for (const fulfillmentId of fulfillmentIds) {
    await until('each delivery held', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId, heldFor: 'account-paused' } }),
    );
  }
  await until('the age of the pause in the metrics', async () => {
    const text = await (await fetch(`${program.url}/metrics`)).text();
    return /handoff_oldest_account_pause_seconds\{environment="production"\} [0-9.]+/.test(text);
  });
  world.operator.setModes({ proxy: 'none' });
  for (const fulfillmentId of fulfillmentIds) await inDelivery(fulfillmentId);
  expect(await account()).toMatchObject({ pausedAt: null, probeAt: null, refusals: 0, refusedWith: null });
});

it('a token that was never accepted pauses the account with its first refusal', async () => {
  await program.sweeps.reads.stop(); // no other call is taken before
  await world.database.operatorAccount.updateMany({ data: { provenAt: null } });
  world.operator.injectFault({ kind: '403', verb: 'create', times: 1 });
  const fulfillmentId = fulfillOne();
  await until('the pause', () => program.lines.filter((line) => line.includes('account is paused')).length === 2);
  await inDelivery(fulfillmentId);
});
