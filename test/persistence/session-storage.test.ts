import { randomBytes } from 'node:crypto';
import { Session } from '@shopify/shopify-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../app/persistence/database.ts';
import { createEncryption } from '../../app/persistence/encryption.ts';
import { createSessionStorage } from '../../app/persistence/session-storage.ts';
import { createTestDatabase, type TestDatabase } from '../set-up/database/database.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, TEST_PACE.database);
});

afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

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
