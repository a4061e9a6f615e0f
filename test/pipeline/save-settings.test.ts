import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveSettings, type SettingsChange } from '../../app/pipeline/save-settings.ts';
import type { World } from '../../app/pipeline/world.ts';
import { settingsOf } from '../../app/persistence/shops.ts';
import { startSandboxOperator, type SandboxOperator } from '../../sandbox/operator/server.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

const TOKEN = 'good-token-1234';
const NEW_TOKEN = 'good-token-5678';
const NOBODY_LISTENS = 'http://127.0.0.1:9';

let operator: SandboxOperator;
let program: TestHandoff;
let world: World;
let shop: string;
const logged: string[] = [];

beforeAll(async () => {
  operator = await startSandboxOperator({ tokens: [TOKEN, NEW_TOKEN] });
  program = await startTestHandoff({
    work: false,
    variables: { OPERATOR_BASE_URL: operator.url, OPERATOR_TEST_BASE_URL: NOBODY_LISTENS },
    log: (line) => logged.push(line),
  });
  ({ world } = program);
});

afterAll(async () => {
  await program.stop();
  await operator.close();
});

beforeEach(() => {
  shop = `${randomUUID()}.myshopify.com`;
});

const CHANGE: SettingsChange = {
  account: { environment: 'production', token: TOKEN },
  pickup: { id: 101 },
  service: 'Sameday',
  handOverOn: true,
};

const save = (version: number, change: Partial<SettingsChange> = {}) =>
  saveSettings(world, { shop, version, change: { ...CHANGE, ...change } });

const theShop = (domain = shop) =>
  world.database.shop.findUniqueOrThrow({ where: { domain }, include: { operatorAccount: true } });

async function holdDelivery(domain: string, heldFor: string): Promise<string> {
  const { id } = await world.database.delivery.create({
    data: { shopDomain: domain, fulfillmentId: `gid://shopify/Fulfillment/${randomUUID()}`, orderId: 'o', heldFor },
  });
  return id;
}

/** The row alone says that it goes on: nothing holds it back, and it is due. */
async function isUnderWay(deliveryId: string): Promise<boolean> {
  const { heldFor, sendAt } = await world.database.delivery.findUniqueOrThrow({ where: { id: deliveryId } });
  return heldFor === null && sendAt !== null && sendAt <= world.now();
}

describe('saving', () => {
  it('keeps settings, token and switch of a shop that has none yet', async () => {
    expect(await save(1)).toEqual({ kind: 'saved', version: 2, token: { kind: 'accepted' } });
    const saved = await theShop();
    expect(saved).toMatchObject({ handOverOn: true, settingsVersion: 2 });
    expect(settingsOf(saved)).toMatchObject({ pickup: { default: { id: 101 } }, service: { default: 'Sameday' } });
    expect(saved.operatorAccount).toMatchObject({ environment: 'production', tokenLastFour: '1234', pausedAt: null });
    expect(world.encryption.decrypt(saved.operatorAccount?.tokenEncrypted ?? '')).toBe(TOKEN);
  });

  it('leaves every other setting exactly as it is stored', async () => {
    const others = {
      gracePeriodMinutes: 15,
      mapping: { districtAliases: { 'San Isidro Lima': 'San Isidro' } },
      service: { cutoffs: { Sameday: '13:00' } },
      pickup: { locations: { 'gid://shopify/Location/1': { handOver: false } } },
    };
    await world.database.shop.create({ data: { domain: shop, settings: others } });
    await save(1, { pickup: { name: 'Bodega', address: 'Calle 1', district: 'Lince' } });
    expect((await theShop()).settings).toEqual({
      ...others,
      service: { ...others.service, default: 'Sameday' },
      pickup: { ...others.pickup, default: { name: 'Bodega', address: 'Calle 1', district: 'Lince' } },
    });
  });

  it('goes on with the kept token when none is given', async () => {
    await save(1);
    expect(await save(2, { account: null, handOverOn: false })).toEqual({ kind: 'saved', version: 3, token: null });
    const saved = await theShop();
    expect(saved).toMatchObject({ handOverOn: false, operatorAccount: { tokenLastFour: '1234' } });
  });

  it('lets held deliveries go on once nothing is missing, and not before', async () => {
    await world.database.shop.create({ data: { domain: shop } });
    const held = await holdDelivery(shop, 'set-up');
    await save(1, { handOverOn: false });
    expect(await isUnderWay(held)).toBe(false);
    await save(2, { account: null });
    expect(await isUnderWay(held)).toBe(true);
  });

  it('never logs the token', async () => {
    await save(1);
    expect(logged.join('\n')).toContain(shop);
    expect(logged.join('\n')).not.toContain(TOKEN);
  });
});

describe('somebody else saved meanwhile', () => {
  it('refuses the second save and loses nothing of the first', async () => {
    await save(1);
    expect(await save(1, { pickup: { id: 102 }, service: 'Express' })).toEqual({ kind: 'changed-meanwhile' });
    expect(settingsOf(await theShop())).toMatchObject({
      pickup: { default: { id: 101 } },
      service: { default: 'Sameday' },
    });
  });

  it('lets exactly one of two saves at the same moment pass', async () => {
    const results = await Promise.all([save(1, { pickup: { id: 101 } }), save(1, { pickup: { id: 102 } })]);
    expect(results.map(({ kind }) => kind).sort()).toEqual(['changed-meanwhile', 'saved']);
    const winner = results[0].kind === 'saved' ? 101 : 102;
    expect(await theShop()).toMatchObject({ settingsVersion: 2, settings: { pickup: { default: { id: winner } } } });
  });

  it('saves no token of a save that comes too late', async () => {
    await save(1);
    await save(1, { account: { environment: 'production', token: NEW_TOKEN } });
    expect((await theShop()).operatorAccount?.tokenLastFour).toBe('1234');
  });
});

describe('a new token', () => {
  it('that the operator refuses saves nothing', async () => {
    await save(1);
    const account = { environment: 'production', token: 'wrong-token-0000' } as const;
    expect(await save(2, { account, pickup: { id: 103 } })).toEqual({
      kind: 'token-refused',
      message: 'the access token is unknown',
    });
    expect(await theShop()).toMatchObject({ settingsVersion: 2, operatorAccount: { tokenLastFour: '1234' } });
  });

  it('that cannot be tried is saved all the same', async () => {
    const account = { environment: 'test', token: NEW_TOKEN } as const;
    expect(await save(1, { account })).toMatchObject({ kind: 'saved', token: { kind: 'not-checked' } });
    expect((await theShop()).operatorAccount).toMatchObject({ environment: 'test', tokenLastFour: '5678' });
  });

  it('ends the pause of the account for every shop that shares it', async () => {
    const other = `${randomUUID()}.myshopify.com`;
    const account = { environment: 'production', token: NEW_TOKEN } as const;
    await save(1, { account });
    await saveSettings(world, { shop: other, version: 1, change: { ...CHANGE, account } });
    await world.database.operatorAccount.updateMany({
      where: { tokenLastFour: '5678', environment: 'production' },
      data: { pausedAt: new Date(0) },
    });
    const held = await Promise.all([holdDelivery(shop, 'account-paused'), holdDelivery(other, 'account-paused')]);
    await save(2, { account });
    expect(await Promise.all(held.map(isUnderWay))).toEqual([true, true]);
  });
});
