import { randomBytes } from 'node:crypto';
import { Session } from '@shopify/shopify-api';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEncryption } from '../../../app/persistence/secrets/encryption.ts';
import { createSessionStorage } from '../../../app/persistence/secrets/session-storage.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const { database } = await useDatabase();

it('keeps tokens encrypted, and gives sessions back whole', async () => {
  const storage = createSessionStorage(database, createEncryption(randomBytes(32)));
  const session = new Session({
    id: 'offline_tienda-lima.myshopify.com',
    shop: 'tienda-lima.myshopify.com',
    state: '',
    isOnline: false,
    scope: 'read_orders',
    accessToken: 'shpat_clear',
    expires: new Date('2026-11-21T16:00:00Z'),
    refreshToken: 'shprt_clear',
    refreshTokenExpires: new Date('2027-02-19T15:00:00Z'),
  });
  await storage.storeSession(session);

  const [row] = await database.$queryRaw<{ row: string }[]>`SELECT to_json(s)::text AS "row" FROM "Session" s`;
  expect(row?.row).toContain('tienda-lima');
  expect(row?.row).not.toContain('shpat_clear');
  expect(row?.row).not.toContain('shprt_clear');

  const loaded = await storage.loadSession(session.id);
  expect(loaded?.toObject()).toEqual(session.toObject());
  expect((await storage.findSessionsByShop(session.shop)).map(({ accessToken }) => accessToken)).toEqual([
    'shpat_clear',
  ]);
  await storage.deleteSession(session.id);
  expect(await storage.loadSession(session.id)).toBeUndefined();
});

it('replaces a session only as long as it has the token that is replaced', async () => {
  const storage = createSessionStorage(database, createEncryption(randomBytes(32)));
  const session = (accessToken: string) =>
    new Session({
      id: 'offline_refreshed.myshopify.com',
      shop: 'refreshed.myshopify.com',
      state: '',
      isOnline: false,
      accessToken,
      expires: new Date('2026-11-21T16:00:00Z'),
    });
  const stored = async () => (await storage.loadSession('offline_refreshed.myshopify.com'))?.accessToken;
  await storage.storeSession(session('first'));
  await storage.replaceSession('first', session('second'));
  expect(await stored()).toBe('second');
  await storage.replaceSession('first', session('third'));
  expect(await stored()).toBe('second');
  await storage.deleteSession('offline_refreshed.myshopify.com'); // as an uninstall does
  await storage.replaceSession('second', session('third'));
  expect(await stored()).toBeUndefined();
});

it('gives a call the session as it is stored now, and decrypts it once', async () => {
  const usual = createEncryption(randomBytes(32));
  const decrypted: string[] = [];
  const storage = createSessionStorage(database, {
    ...usual,
    decrypt(encrypted, place) {
      decrypted.push(place);
      return usual.decrypt(encrypted, place);
    },
  });
  const id = 'offline_called.myshopify.com';
  const session = (accessToken: string) =>
    new Session({ id, shop: 'called.myshopify.com', state: '', isOnline: false, accessToken });
  const tokenOf = async () => (await storage.loadForCall(id))?.accessToken;
  expect(await tokenOf()).toBeUndefined();
  await storage.storeSession(session('first'));
  expect(await Promise.all([tokenOf(), tokenOf(), tokenOf()])).toEqual(['first', 'first', 'first']);
  expect(await tokenOf()).toBe('first');
  expect(decrypted).toHaveLength(1);
  // as another process does
  await createSessionStorage(database, usual).storeSession(session('second'));
  expect(await tokenOf()).toBe('second');
  await createSessionStorage(database, usual).deleteSession(id);
  expect(await tokenOf()).toBeUndefined();
});

describe('a session that was read a moment ago', () => {
  const id = 'offline_remembered.myshopify.com';
  const session = (accessToken: string) =>
    new Session({ id, shop: 'remembered.myshopify.com', state: '', isOnline: false, accessToken });
  const encryption = createEncryption(randomBytes(32));
  const another = () => createSessionStorage(database, encryption);
  let storage: ReturnType<typeof createSessionStorage>;
  const tokenOf = async () => (await storage.loadForCall(id))?.accessToken;

  beforeEach(async () => {
    storage = createSessionStorage(database, encryption, { keptMs: 3_600_000 });
    await storage.storeSession(session('first'));
    expect(await tokenOf()).toBe('first');
  });

  it('is not read again for a call, and is for anybody else', async () => {
    await another().storeSession(session('second'));
    expect(await tokenOf()).toBe('first');
    expect((await storage.loadSession(id))?.accessToken).toBe('second');
  });

  it.each<[string, () => Promise<unknown>, string | undefined]>([
    ['stored', () => storage.storeSession(session('second')), 'second'],
    ['replaced', () => storage.replaceSession('first', session('second')), 'second'],
    ['deleted', () => storage.deleteSession(id), undefined],
    ['deleted with others', () => storage.deleteSessions([id]), undefined],
  ])('is read again as soon as this process has %s it', async (_, change, token) => {
    await change();
    expect(await tokenOf()).toBe(token);
  });

  it('is not remembered by a read that began before it was replaced', async () => {
    await storage.deleteSession(id);
    const [, before] = [await another().storeSession(session('first')), tokenOf()];
    await storage.replaceSession('first', session('second'));
    await before;
    expect(await tokenOf()).toBe('second');
  });
});
