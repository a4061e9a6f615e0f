import { randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setBoxes } from '../../../app/deliveries/delivery-store.ts';
import { startTestHandoff, type TestHandoff } from '../../set-up/handoff.ts';

const SHOP = 'boxes.myshopify.com';
const OTHER = 'other-boxes.myshopify.com';
const SENT = { phase: 'in-delivery', possiblySentAt: new Date(), handedOverAt: new Date() };

let test: TestHandoff;

beforeAll(async () => {
  test = await startTestHandoff({ work: false });
  await test.app.database.shop.createMany({ data: [{ domain: SHOP }, { domain: OTHER }] });
});

afterAll(() => test.stop());

async function aDelivery(facts: Partial<Prisma.DeliveryCreateManyInput> = {}): Promise<string> {
  const id = randomUUID();
  const data = {
    id,
    shopDomain: SHOP,
    fulfillmentId: `gid://shopify/Fulfillment/${id}`,
    orderId: 'gid://shopify/Order/1',
  };
  await test.app.database.delivery.createMany({ data: { ...data, ...facts } });
  return id;
}

it.each([
  ['that waits', {}, true, true],
  ['that the operator has and did not collect', { ...SENT, stateGroup: 'courier-assigned' }, true, false],
  ['that needs attention before it was sent', { phase: 'needs-attention' }, true, true],
  ['that the courier has', { ...SENT, stateGroup: 'on-the-way' }, false, false],
  ['that has ended', { ...SENT, phase: 'delivered', endedAt: new Date() }, false, false],
  ['of another shop', { shopDomain: OTHER }, false, false],
])('the number of boxes of a delivery %s', async (_, facts, isChanged, isChangedWhereBoxesAreSent) => {
  for (const [isSent, expected] of [
    [false, isChanged],
    [true, isChangedWhereBoxesAreSent],
  ] as const) {
    const id = await aDelivery(facts);
    const changed = await setBoxes(test.app.database, { shop: SHOP, deliveryIds: [id], boxes: 3, isSent });
    expect([...changed]).toEqual(expected ? [id] : []);
    const { boxes } = await test.app.database.delivery.findUniqueOrThrow({ where: { id } });
    expect(boxes).toBe(expected ? 3 : null);
  }
});
