import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../app/persistence/database.ts';
import { scopeToShop } from '../../app/shop-api/shop-scope.ts';
import { useDatabase } from '../set-up/database/use-database.ts';

const OWN = 'tienda-propia.myshopify.com';
const OTHER = 'tienda-ajena.myshopify.com';
const NOBODYS = '0b0d7385-19bd-48bf-908d-bd9960bf0b09';

const { database } = await useDatabase();
let scoped: Database;
let ownId: string;
let otherId: string;

beforeAll(async () => {
  scoped = scopeToShop(database, OWN, { sql: 'names-the-shop' });
});

beforeEach(async () => {
  await database.shop.deleteMany();
  await database.shop.createMany({ data: [{ domain: OWN }, { domain: OTHER }] });
  const give = async (shopDomain: string) => {
    const { id } = await database.delivery.create({
      data: { shopDomain, fulfillmentId: 'gid://shopify/Fulfillment/1', orderId: 'gid://shopify/Order/1' },
    });
    await database.attempt.create({ data: { deliveryId: id, verb: 'create', startedAt: new Date() } });
    return id;
  };
  ownId = await give(OWN);
  otherId = await give(OTHER);
});

describe('the database of one shop', () => {
  it('finds its own rows, whatever the query says', async () => {
    expect(await scoped.delivery.findMany()).toMatchObject([{ id: ownId }]);
    expect(await scoped.delivery.count()).toBe(1);
    expect(await scoped.shop.findMany()).toMatchObject([{ domain: OWN }]);
    expect(await scoped.attempt.findMany()).toMatchObject([{ deliveryId: ownId }]);
    expect(await scoped.delivery.findMany({ where: { OR: [{ id: otherId }, { id: ownId }] } })).toHaveLength(1);
    expect(await scoped.delivery.findMany({ where: { shopDomain: OTHER } })).toEqual([]);
    expect(await scoped.delivery.findUnique({ where: { id: otherId } })).toBeNull();
    expect(await scoped.delivery.findFirst({ where: { id: otherId, AND: [{ id: otherId }] } })).toBeNull();
    expect(await scoped.shop.findUnique({ where: { domain: OTHER }, include: { deliveries: true } })).toBeNull();
  });

  it('changes and removes its own rows alone, within a transaction as well', async () => {
    await scoped
      .$transaction(async (transaction) => {
        expect(await transaction.delivery.updateMany({ data: { tries: 7 } })).toEqual({ count: 1 });
        await expect(transaction.delivery.update({ where: { id: otherId }, data: { tries: 7 } })).rejects.toThrow();
      })
      .catch(() => null);
    expect(await scoped.delivery.updateMany({ data: { tries: 7 } })).toEqual({ count: 1 });
    expect(await scoped.delivery.deleteMany({ where: { id: otherId } })).toEqual({ count: 0 });
    expect(await database.delivery.findUnique({ where: { id: otherId } })).toMatchObject({ tries: 0 });
  });

  it('creates nothing for another shop', async () => {
    const ids = { fulfillmentId: 'gid://shopify/Fulfillment/2', orderId: 'gid://shopify/Order/2' };
    await expect(scoped.delivery.create({ data: { shopDomain: OTHER, ...ids } })).rejects.toThrow('of another shop');
    await expect(
      scoped.delivery.createMany({
        data: [
          { shopDomain: OWN, ...ids },
          { shopDomain: OTHER, ...ids },
        ],
      }),
    ).rejects.toThrow('of another shop');
    await scoped.delivery.create({ data: { shopDomain: OWN, ...ids } });
    expect(await database.delivery.count()).toBe(3);
  });

  it('refuses queries that it cannot limit to a shop', async () => {
    const upsert = scoped.delivery.upsert({
      where: { id: NOBODYS },
      create: { shopDomain: OTHER, fulfillmentId: 'x', orderId: 'y' },
      update: {},
    });
    await expect(upsert).rejects.toThrow('a shop may not use');
  });

  it('runs SQL that names the shop among its values, and no other', async () => {
    const ids = (client: Pick<Database, '$queryRaw'>, shop: string) =>
      client.$queryRaw`SELECT "id" FROM "Delivery" WHERE "shopDomain" = ${shop}`;
    expect(await ids(scoped, OWN)).toEqual([{ id: ownId }]);
    await expect(ids(scoped, OTHER)).rejects.toThrow('SQL that does not name the shop');
    await expect(scoped.$queryRaw`SELECT "id" FROM "Delivery"`).rejects.toThrow('SQL that does not name the shop');
    await expect(scoped.$executeRaw`UPDATE "Delivery" SET "tries" = 7`).rejects.toThrow('does not name the shop');
    await expect(scoped.$transaction((transaction) => ids(transaction, OTHER))).rejects.toThrow('does not name');
    await expect(scoped.$queryRawUnsafe(`SELECT 1 AS "${OWN}"`)).rejects.toThrow('SQL that is given as text');
    await expect(scoped.$executeRawUnsafe('SELECT 1')).rejects.toThrow('SQL that is given as text');
  });
});

it('every table belongs to a shop by a column or through a delivery', async () => {
  const reach = [
    ...[scoped.shop.count(), scoped.delivery.count(), scoped.attempt.count(), scoped.stateEntry.count()],
    ...[scoped.publication.count(), scoped.session.count(), scoped.webhookReceipt.count(), scoped.auditEntry.count()],
    scoped.operatorAccount.count(),
  ];
  expect(await Promise.all(reach)).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0]);
});
