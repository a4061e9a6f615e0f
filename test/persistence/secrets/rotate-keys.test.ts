import { randomBytes } from 'node:crypto';
import { Session } from '@shopify/shopify-api';
import { beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../app/persistence/database.ts';
import { createEncryption, placeOfToken, type Encryption } from '../../../app/persistence/secrets/encryption.ts';
import { rotateKeys } from '../../../app/persistence/secrets/rotate-keys.ts';
import { createSessionStorage } from '../../../app/persistence/secrets/session-storage.ts';
import { findShop } from '../../../app/shops/shop-store.ts';
import { setOperatorToken } from '../../../app/installation/operator-token.ts';
import { until } from '../../set-up/time/until.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const FORMER = randomBytes(32);
const PRESENT = randomBytes(32);
const SHOPS = Array.from({ length: 7 }, (_, index) => `tienda-${index}.myshopify.com`);

const { database } = await useDatabase();

beforeEach(async () => {
  await database.session.deleteMany();
  await database.shop.deleteMany();
  await database.operatorAccount.deleteMany();
  for (const shop of SHOPS) await keepSecrets(createEncryption(FORMER), shop, 'first');
});

async function keepSecrets(encryption: Encryption, domain: string, mark: string): Promise<void> {
  await database.shop.createMany({ data: { domain }, skipDuplicates: true });
  const shop = await until('the shop', () => findShop(database, domain));
  await setOperatorToken(database, encryption, {
    shop,
    environment: 'production',
    token: `operator-${domain}-${mark}`,
    now: new Date(),
  });
  await createSessionStorage(database, encryption).storeSession(
    new Session({
      id: `offline_${domain}`,
      shop: domain,
      state: '',
      isOnline: false,
      accessToken: `shpat-${domain}-${mark}`,
      refreshToken: `shprt-${domain}-${mark}`,
    }),
  );
}

/** What a program that has these keys reads. */
async function secretsOf(encryption: Encryption, domain: string): Promise<(string | undefined)[]> {
  const account = (await findShop(database, domain))?.operatorAccount;
  const session = await createSessionStorage(database, encryption).loadSession(`offline_${domain}`);
  return [
    account ? encryption.decrypt(account.tokenEncrypted, placeOfToken(account.id)) : undefined,
    session?.accessToken,
    session?.refreshToken,
  ];
}

const expected = (domain: string, mark: string) => [
  ...[`operator-${domain}-${mark}`, `shpat-${domain}-${mark}`, `shprt-${domain}-${mark}`],
];

it('leaves nothing that needs a former key', async () => {
  const rotation = await rotateKeys(database, createEncryption(PRESENT, [FORMER]));
  expect(rotation).toEqual({ rotated: SHOPS.length * 3, left: [] });
  for (const shop of SHOPS) expect(await secretsOf(createEncryption(PRESENT), shop)).toEqual(expected(shop, 'first'));
});

it('finds an account by its token afterwards', async () => {
  await rotateKeys(database, createEncryption(PRESENT, [FORMER]));
  const [first = '', second = ''] = SHOPS;
  const shop = await until('the shop', () => findShop(database, second));
  const token = `operator-${first}-first`;
  const given = { shop, environment: 'production', token, now: new Date() };
  const id = await setOperatorToken(database, createEncryption(PRESENT), given);
  expect(id).toBe((await findShop(database, first))?.operatorAccountId);
});

it('does nothing twice, and resumes where it was interrupted', async () => {
  const keys = createEncryption(PRESENT, [FORMER]);
  let writes = 0;
  const cutOff = database.$extends({
    query: {
      $allModels: {
        updateMany({ args, query }) {
          writes += 1;
          if (writes > 10) throw new Error('cut off');
          return query(args);
        },
      },
    },
  });
  await expect(rotateKeys(cutOff as unknown as Database, keys)).rejects.toThrow('cut off');
  for (const shop of SHOPS) expect(await secretsOf(keys, shop)).toEqual(expected(shop, 'first')); // the program goes on
  expect(await rotateKeys(database, keys)).toEqual({ rotated: SHOPS.length * 3 - 10, left: [] });
  expect(await rotateKeys(database, keys)).toEqual({ rotated: 0, left: [] });
});

it('keeps what the program replaces at the same moment', async () => {
  const keys = createEncryption(PRESENT, [FORMER]);
  const [shop = ''] = SHOPS;
  let isReplaced = false;
  const beside = database.$extends({
    query: {
      $allModels: {
        async updateMany({ args, query }) {
          if (!isReplaced) {
            isReplaced = true;
            for (const each of SHOPS) await keepSecrets(keys, each, 'second');
          }
          return query(args);
        },
      },
    },
  });
  await rotateKeys(beside as unknown as Database, keys);
  expect(await secretsOf(createEncryption(PRESENT), shop)).toEqual(expected(shop, 'second'));
});

it('says what it cannot decrypt, by name and with the remedy, and does the rest', async () => {
  const [shop = ''] = SHOPS;
  await keepSecrets(createEncryption(randomBytes(32)), shop, 'lost');
  const { rotated, left } = await rotateKeys(database, createEncryption(PRESENT, [FORMER]));
  expect(rotated).toBe((SHOPS.length - 1) * 3);
  expect(left).toHaveLength(3);
  expect(left.join('\n')).toMatch(/ENCRYPTION_KEYS_OLD/);
  expect(left.join('\n')).not.toMatch(/lost/);
});
