import { beforeEach, describe, expect, it } from 'vitest';
import {
  claimDueOutboxes,
  endOutbox,
  findForgottenOrders,
  queuePublications,
  retryOrders,
  type ClaimedOutbox,
} from '../../../app/deliveries/write-back/order-outbox.ts';
import { openPublications, type Settlement } from '../../../app/deliveries/write-back/publications.ts';
import { inTransaction } from '../../../app/persistence/statements.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const SHOP = 'outbox.myshopify.com';
const OTHER_SHOP = 'zweite.myshopify.com';
const LEASE_MS = 60_000;

const { database } = await useDatabase();

beforeEach(async () => {
  await database.shop.deleteMany();
  await database.shop.createMany({ data: [{ domain: SHOP }, { domain: OTHER_SHOP }] });
});

const newDelivery = (orderId: string, shopDomain = SHOP) =>
  database.delivery.create({
    data: {
      shopDomain,
      orderId,
      fulfillmentId: `fulfillment of ${orderId}`,
      phase: 'in-delivery',
      orderNumber: orderId,
    },
  });

type Queued = Parameters<typeof queuePublications>[1][number];
const toWrite = (delivery: Queued['delivery']): Queued => ({ delivery, publications: [{ kind: 'tracking' }] });

const claim = (given: Partial<Parameters<typeof claimDueOutboxes>[1]> = {}) =>
  claimDueOutboxes(database, { leaseMs: LEASE_MS, limit: 50, afterShop: '', ofOneShop: 10, fullShops: [], ...given });

async function claimOne(): Promise<ClaimedOutbox> {
  const [claimed] = await claim();
  if (!claimed) throw new Error('nothing is due');
  return claimed;
}

const writtenOf = async (claimed: ClaimedOutbox): Promise<Settlement[]> =>
  (await openPublications(database, claimed)).map(({ id }) => {
    return { id, outcome: 'published', message: null, now: new Date() };
  });

const left = () => database.publication.count({ where: { settledAt: null } });
const kept = () => database.orderOutbox.findFirst();

it('an order is claimed once, and is gone when everything is written', async () => {
  await queuePublications(database, [toWrite(await newDelivery('one'))]);
  const claimed = await claimOne();
  expect(await claim()).toEqual([]);
  await endOutbox(database, { claimed, settled: await writtenOf(claimed), again: null });
  expect([await left(), await kept()]).toEqual([0, null]);
});

it('what is added while the order is written makes it due again at once', async () => {
  const delivery = await newDelivery('one');
  await queuePublications(database, [toWrite(delivery)]);
  const claimed = await claimOne();
  const settled = await writtenOf(claimed);
  await queuePublications(database, [toWrite(delivery)]);
  await endOutbox(database, { claimed, settled, again: null });
  expect(await left()).toBe(1);
  expect(await claimOne()).toMatchObject({ orderId: 'one', tries: 0 });
});

it('what is added, and not committed when the order was written, is not forgotten', async () => {
  const delivery = await newDelivery('one');
  await queuePublications(database, [toWrite(delivery)]);
  const claimed = await claimOne();
  const settled = await writtenOf(claimed);
  const commit = Promise.withResolvers<null>();
  const isAdded = Promise.withResolvers<null>();
  const added = inTransaction(database, async (transaction) => {
    await queuePublications(transaction, [toWrite(delivery)]);
    isAdded.resolve(null);
    await commit.promise;
  });
  await isAdded.promise;
  const ended = endOutbox(database, { claimed, settled, again: null });
  commit.resolve(null);
  await Promise.all([added, ended]);
  expect(await left()).toBe(1);
  expect(await claimOne()).toMatchObject({ orderId: 'one' });
});

it('an order that is being added to is not waited for', async () => {
  const [one, other] = [await newDelivery('one'), await newDelivery('other')];
  await queuePublications(database, [toWrite(one), toWrite(other)]);
  await inTransaction(database, async (transaction) => {
    await queuePublications(transaction, [toWrite(one)]);
    expect((await claim()).map(({ orderId }) => orderId)).toEqual(['other']);
  });
  expect((await claim()).map(({ orderId }) => orderId)).toEqual(['one']);
});

it('a failed order is due later, with its tries; what is added meanwhile does not bring it forward', async () => {
  const delivery = await newDelivery('one');
  await queuePublications(database, [toWrite(delivery)]);
  await endOutbox(database, { claimed: await claimOne(), settled: [], again: { afterMs: 60_000, tries: 3 } });
  await queuePublications(database, [toWrite(delivery)]);
  expect(await claim()).toEqual([]);
  expect(await kept()).toMatchObject({ tries: 3, claimToken: null });
  await retryOrders(database, SHOP);
  expect(await claimOne()).toMatchObject({ orderId: 'one', tries: 0 });
});

it('a process that has lost its claim settles what it wrote, and leaves the order to the other', async () => {
  await queuePublications(database, [toWrite(await newDelivery('one'))]);
  const [lost] = await claim({ leaseMs: 0 });
  const other = await claimOne();
  if (!lost) throw new Error('nothing was due');
  await endOutbox(database, { claimed: lost, settled: await writtenOf(lost), again: null });
  expect([await left(), (await kept())?.claimToken]).toEqual([0, other.claimToken]);
  await endOutbox(database, { claimed: other, settled: [], again: null });
  expect(await kept()).toBeNull();
});

it('shops take turns; full ones and those without the app are left out', async () => {
  const deliveries = [];
  for (const name of ['a', 'b', 'c']) deliveries.push(await newDelivery(name));
  deliveries.push(await newDelivery('z', OTHER_SHOP));
  await queuePublications(database, deliveries.map(toWrite));
  const orders = async (given: Parameters<typeof claim>[0]) =>
    (await claim({ leaseMs: 0, ...given })).map(({ orderId }) => orderId).sort();
  expect((await orders({ ofOneShop: 1 })).length).toBe(2);
  expect(await orders({ afterShop: SHOP })).toEqual(['z']);
  expect(await orders({ fullShops: [OTHER_SHOP] })).toEqual(['a', 'b', 'c']);
  await database.shop.update({ where: { domain: SHOP }, data: { uninstalledAt: new Date() } });
  expect(await orders({})).toEqual(['z']);
});

it('a publication that an earlier version added is found after a while', async () => {
  const { id: deliveryId } = await newDelivery('one');
  await database.publication.create({ data: { deliveryId, kind: 'tracking' } });
  expect(await findForgottenOrders(database, { forMs: LEASE_MS, limit: 10 })).toBe(0);
  expect(await findForgottenOrders(database, { forMs: 0, limit: 10 })).toBe(1);
  expect(await findForgottenOrders(database, { forMs: 0, limit: 10 })).toBe(0);
  expect(await claimOne()).toMatchObject({ orderId: 'one' });
});

describe('with several writers and readers at once', () => {
  const ORDERS = 8;
  const ROUNDS = 30;

  it('everything that was added is written, by one process at a time', async () => {
    const deliveries = await Promise.all(Array.from({ length: ORDERS }, (_, place) => newDelivery(`order ${place}`)));
    let isAdding = true;
    const add = async (rotation: number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const some = deliveries.map((_, place) => deliveries[(place * rotation + round) % ORDERS]).slice(0, 5);
        await inTransaction(database, (transaction) =>
          queuePublications(
            transaction,
            some.flatMap((delivery) => (delivery ? [toWrite(delivery)] : [])),
          ),
        );
      }
    };
    const underWay = new Set<string>();
    const write = async () => {
      while (isAdding || (await database.orderOutbox.count()) > 0) {
        const claimed = await claim({ limit: 4 });
        await Promise.all(
          claimed.map(async (order) => {
            expect(underWay.has(order.orderId), order.orderId).toBe(false);
            underWay.add(order.orderId);
            const settled = await writtenOf(order);
            underWay.delete(order.orderId);
            await endOutbox(database, { claimed: order, settled, again: null });
          }),
        );
      }
    };
    const writers = Promise.all([write(), write(), write()]);
    await Promise.all([add(1), add(3), add(5), add(7)]);
    isAdding = false;
    await writers;
    expect(await left()).toBe(0);
    expect(await database.publication.count()).toBeGreaterThanOrEqual(ORDERS * ROUNDS);
  });
});
