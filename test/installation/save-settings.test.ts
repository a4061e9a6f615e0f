import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveSettings, type SettingsChange } from '../../app/installation/save-settings.ts';
import { placeOfToken } from '../../app/persistence/secrets/encryption.ts';
import type { AppContext } from '../../app/app-context.ts';
import { settingsOf, shopHold } from '../../app/shops/shop-store.ts';
import { startSandboxOperator, type SandboxOperator } from '../../sandbox/operator/server.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

const TOKEN = 'good-token-1234';
const NEW_TOKEN = 'good-token-5678';
const NOBODY_LISTENS = 'http://127.0.0.1:9';

let operator: SandboxOperator;
let program: TestHandoff;
let world: AppContext;
let shop: string;
const logged: string[] = [];

beforeAll(async () => {
  operator = await startSandboxOperator({ tokens: [TOKEN, NEW_TOKEN] });
  program = await startTestHandoff({
    work: false,
    variables: { OPERATOR_BASE_URL: operator.url, OPERATOR_TEST_BASE_URL: NOBODY_LISTENS },
    log: (line) => logged.push(line),
  });
  ({ app: world } = program);
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
  part: { 'pickup.default': { id: 101 }, 'service.default': 'Sameday' },
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
    const { id = '', tokenEncrypted = '' } = saved.operatorAccount ?? {};
    expect(world.encryption.decrypt(tokenEncrypted, placeOfToken(id))).toBe(TOKEN);
  });

  it('leaves every other setting exactly as it is stored', async () => {
    const others = {
      gracePeriodMinutes: 15,
      mapping: { districtAliases: { 'San Isidro Lima': 'San Isidro' } },
      service: { cutoffs: { Sameday: '13:00' } },
      pickup: { locations: { 'gid://shopify/Location/1': { handOver: false } } },
    };
    await world.database.shop.create({ data: { domain: shop, settings: others } });
    await save(1, {
      part: { ...CHANGE.part, 'pickup.default': { name: 'Bodega', address: 'Calle 1', district: 'Lince' } },
    });
    expect((await theShop()).settings).toEqual({
      ...others,
      service: { ...others.service, default: 'Sameday' },
      pickup: { ...others.pickup, default: { name: 'Bodega', address: 'Calle 1', district: 'Lince' } },
    });
  });

  it('continues with the stored token when none is given', async () => {
    await save(1);
    expect(await save(2, { account: undefined, handOverOn: false })).toEqual({
      kind: 'saved',
      version: 3,
      token: null,
    });
    const saved = await theShop();
    expect(saved).toMatchObject({ handOverOn: false, operatorAccount: { tokenLastFour: '1234' } });
    const account = { environment: 'production', token: null } as const;
    expect(await save(3, { account })).toEqual({ kind: 'saved', version: 4, token: null });
    expect(await theShop()).toMatchObject({ handOverOn: true, operatorAccount: { tokenLastFour: '1234' } });
  });

  it('releases held deliveries once nothing is missing, and not before', async () => {
    await world.database.shop.create({ data: { domain: shop } });
    const held = await holdDelivery(shop, 'set-up');
    await save(1, { handOverOn: false });
    expect(await isUnderWay(held)).toBe(false);
    await save(2, { account: undefined });
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
    expect(await save(1, { part: { 'pickup.default': { id: 102 }, 'service.default': 'Express' } })).toEqual({
      kind: 'changed-meanwhile',
    });
    expect(settingsOf(await theShop())).toMatchObject({
      pickup: { default: { id: 101 } },
      service: { default: 'Sameday' },
    });
  });

  it('accepts exactly one of two saves at the same moment', async () => {
    const results = await Promise.all([101, 102].map((id) => save(1, { part: { 'pickup.default': { id } } })));
    expect(results.map(({ kind }) => kind).sort()).toEqual(['changed-meanwhile', 'saved']);
    const winner = results[0]?.kind === 'saved' ? 101 : 102;
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
    expect(await save(2, { account, part: { 'pickup.default': { id: 103 } } })).toEqual({
      kind: 'token-refused',
      message: 'the access token is unknown',
    });
    expect(await theShop()).toMatchObject({ settingsVersion: 2, operatorAccount: { tokenLastFour: '1234' } });
  });

  it('that cannot be tested is saved all the same', async () => {
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

describe('one new token', () => {
  it('that two shops save at the same moment makes one account', async () => {
    const token = { environment: 'production', token: NEW_TOKEN } as const;
    for (let round = 0; round < 5; round += 1) {
      await world.database.shop.updateMany({ data: { operatorAccountId: null } });
      await world.database.operatorAccount.deleteMany({ where: { deliveries: { none: {} } } });
      const domains = Array.from({ length: 4 }, () => `${randomUUID()}.myshopify.com`);
      const saved = await Promise.all(
        domains.map((domain) => saveSettings(world, { shop: domain, version: 1, change: { account: token } })),
      );
      expect(saved.map(({ kind }) => kind)).toEqual(Array(4).fill('saved'));
      const shops = await Promise.all(domains.map(theShop));
      expect(new Set(shops.map(({ operatorAccountId }) => operatorAccountId)).size).toBe(1);
    }
  });
});

describe('removing the token', () => {
  /** No other test has it; nobody listens there, so that it is saved without a check. */
  const newAccount = () => ({ environment: 'test', token: randomUUID() }) as const;
  const remove = (version: number) => saveSettings(world, { shop, version, change: { account: null } });

  it('leaves nothing of it, and holds the shop until there is another', async () => {
    await save(1, { account: newAccount() });
    const { operatorAccountId } = await theShop();
    expect(await remove(2)).toMatchObject({ kind: 'saved' });
    const shopNow = await theShop();
    expect(shopNow.operatorAccount).toBeNull();
    expect(shopHold(shopNow)).toBe('set-up');
    expect(await world.database.operatorAccount.findUnique({ where: { id: operatorAccountId ?? '' } })).toBeNull();
  });

  it('keeps the account that deliveries have their order numbers from, and gives it to the next token', async () => {
    await save(1, { account: newAccount() });
    const id = (await theShop()).operatorAccountId ?? '';
    const delivery = await holdDelivery(shop, 'set-up');
    await world.database.delivery.update({
      where: { id: delivery },
      data: { operatorAccountId: id, orderNumber: 'n-1' },
    });
    await remove(2);
    expect(await world.database.operatorAccount.findUniqueOrThrow({ where: { id } })).toMatchObject({
      tokenEncrypted: '',
      tokenFingerprint: `removed ${id}`,
      tokenLastFour: '',
    });
    await save(3, { account: newAccount() });
    expect((await theShop()).operatorAccountId).toBe(id);
    await world.database.delivery.delete({ where: { id: delivery } });
  });

  it('leaves it to the shops that share it', async () => {
    const account = newAccount();
    await save(1, { account });
    const other = `${randomUUID()}.myshopify.com`;
    await saveSettings(world, { shop: other, version: 1, change: { account } });
    await remove(2);
    expect((await theShop()).operatorAccount).toBeNull();
    expect((await theShop(other)).operatorAccount).toMatchObject({
      tokenLastFour: account.token.slice(-4),
      pausedAt: null,
    });
  });
});
