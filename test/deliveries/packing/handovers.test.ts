import { randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  countBoxes,
  lastHandovers,
  readBoxes,
  readHandover,
  signHandover,
  uncountBoxes,
} from '../../../app/deliveries/packing/handovers.ts';
import { scan, withSeen, type ExpectedDelivery, type SeenBox } from '../../../app/pages/warehouse/scan/scan-state.ts';
import { startTestHandoff, type TestHandoff } from '../../set-up/handoff.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';

const SHOP = 'packing.myshopify.com';
const OTHER = 'other-packing.myshopify.com';
const NOW = new Date('2026-11-28T15:00:00Z');
const HOUR = 3_600_000;

let test: TestHandoff;
const own = () => ({ database: test.app.database, domain: SHOP });

beforeAll(async () => {
  test = await startTestHandoff({ work: false });
  await test.app.database.shop.createMany({ data: [{ domain: SHOP }, { domain: OTHER }] });
});

afterAll(() => test.stop());

beforeEach(async () => {
  await test.app.database.handover.deleteMany();
  await test.app.database.delivery.deleteMany();
});

async function aDelivery(boxes: number, facts: Partial<Prisma.DeliveryCreateManyInput> = {}): Promise<string> {
  const id = randomUUID();
  const data = {
    id,
    shopDomain: SHOP,
    fulfillmentId: `gid://shopify/Fulfillment/${id}`,
    orderId: 'gid://shopify/Order/1',
  };
  await test.app.database.delivery.createMany({ data: { ...data, boxes, phase: 'in-delivery', ...facts } });
  return id;
}

const box = (deliveryId: string, number: number | null) => ({ deliveryId, box: number });
const boxesOf = async (id: string, now = NOW) => (await readBoxes(own(), [id], now)).get(id) ?? { open: [], gone: [] };

it('a box counts once, and only of a delivery of the shop that is not cancelled, and has that box', async () => {
  const [one, two, cancelled, others] = [
    await aDelivery(1),
    await aDelivery(2),
    await aDelivery(1, { cancelRequestedAt: NOW }),
    await aDelivery(1, { shopDomain: OTHER }),
  ];
  const ofTwo = [box(two, null), box(two, 2), box(two, 2), box(two, 3)];
  const seen = [box(one, null), ...ofTwo, box(cancelled, null), box(others, 1), box(randomUUID(), null)];
  await countBoxes(own(), seen, NOW);
  await countBoxes(own(), seen, NOW);
  expect(
    await test.app.database.scannedBox.findMany({ select: { deliveryId: true, box: true }, orderBy: { box: 'asc' } }),
  ).toEqual([box(one, 1), box(two, 2)]);
});

it('what was scanned on a former day, or taken back, is not handed over', async () => {
  const id = await aDelivery(2);
  await countBoxes(own(), [box(id, 1)], NOW);
  const later = new Date(NOW.getTime() + 9 * HOUR);
  expect(await boxesOf(id, later)).toEqual({ open: [], gone: [] });
  await countBoxes(own(), [box(id, 1), box(id, 2)], later);
  expect(await boxesOf(id, later)).toEqual({ open: [1, 2], gone: [] });
  await uncountBoxes(own(), [id], later);
  expect(await boxesOf(id, later)).toEqual({ open: [], gone: [] });
});

it('a handover keeps what went and what was missing, is closed once, and its boxes are gone', async () => {
  const [whole, half, none] = [await aDelivery(1), await aDelivery(2), await aDelivery(3)];
  const expected = [
    { id: whole, boxes: 1 },
    { id: half, boxes: 2 },
    { id: none, boxes: 3 },
  ];
  const sign = (id: string) => signHandover(own(), { id, by: '77', pickup: '101', expected, now: NOW });
  expect(await sign(randomUUID())).toBe(false);
  await countBoxes(own(), [box(whole, 1), box(half, 2)], NOW);
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const signed = await Promise.all(ids.map(sign));
  expect(signed.filter(Boolean)).toHaveLength(1);
  const id = ids[signed.indexOf(true)] ?? '';
  expect(await readHandover(own(), id)).toEqual({
    at: NOW,
    pickup: '101',
    boxes: new Map([
      [whole, { taken: 1, missing: 0 }],
      [half, { taken: 1, missing: 1 }],
      [none, { taken: 0, missing: 3 }],
    ]),
  });
  expect(await lastHandovers(own(), 5)).toEqual([{ id, at: NOW, pickup: '101', boxes: 2, missing: 4 }]);
  await countBoxes(own(), [box(half, 2)], NOW);
  expect(await boxesOf(half)).toEqual({ open: [], gone: [2] });
});

/** Which of the devices have a list of before the boxes were counted. */
const OLD_LISTS = [false, false, true, true];

it('any number of devices, each with its own view of the list, in any order: what counts is what somebody saw', async () => {
  const deliveries = [await aDelivery(1), await aDelivery(2), await aDelivery(3)];
  const gone = await aDelivery(2, { cancelRequestedAt: NOW });
  const all = [...deliveries, gone];
  const numbers = [1, 2, 3, 2];
  const list = async (isOld: boolean): Promise<ExpectedDelivery[]> => {
    const scanned = await readBoxes(own(), all, NOW);
    return all.map((id, index) => ({
      id,
      orderNumber: `T-${index}`,
      name: `#${index}`,
      stop: null, // a device may not know yet that one is cancelled
      boxes: isOld ? 1 : (numbers[index] ?? 1), // before somebody said how many there are
      scanned: scanned.get(id)?.open ?? [],
      gone: [],
    }));
  };
  const anyScan = fc.record({
    device: fc.integer({ min: 0, max: 3 }),
    delivery: fc.integer({ min: 0, max: 3 }),
    box: fc.option(fc.integer({ min: 1, max: 4 })),
    isSent: fc.boolean(),
    isRepeated: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyScan, { minLength: 1, maxLength: 25 }), async (scans) => {
      await test.app.database.scannedBox.deleteMany();
      const devices = await Promise.all(
        OLD_LISTS.map(async (isOld) => ({ known: await list(isOld), unsent: [] as SeenBox[] })),
      );
      const sending: Promise<void>[] = [];
      for (const each of scans) {
        const device = devices[each.device];
        if (!device) continue;
        const code = `T-${each.delivery}${each.box === null ? '' : `/${each.box}`}`;
        const { seen } = scan(withSeen(device.known, device.unsent), code);
        if (seen) device.unsent.push(seen);
        if (!each.isSent) continue; // offline for now
        sending.push(countBoxes(own(), device.unsent, NOW));
        if (each.isRepeated) sending.push(countBoxes(own(), device.unsent, NOW));
        else device.unsent = []; // reloaded after the answer
      }
      await Promise.all([...sending, ...devices.map(({ unsent }) => countBoxes(own(), unsent, NOW))]);
      const counted = await test.app.database.scannedBox.findMany();
      const seen = scans.filter(({ device, delivery, box: number }) => {
        const boxes = numbers[delivery] ?? 0;
        if (delivery === 3) return false;
        return number === null ? boxes === 1 : number <= (OLD_LISTS[device] ? 1 : boxes);
      });
      expect(counted.map(({ deliveryId, box: number }) => `${all.indexOf(deliveryId)}/${number}`).sort()).toEqual(
        [...new Set(seen.map(({ delivery, box: number }) => `${delivery}/${number ?? 1}`))].sort(),
      );
    }),
    propertyRuns(150),
  );
});
