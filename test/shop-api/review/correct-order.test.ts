import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { correctOrder } from '../../../app/shop-api/review/desk-orders.ts';
import { openShopContext, type ShopContext } from '../../../app/shop-api/shop-context.ts';
import { startTestHandoff, type TestHandoff } from '../../set-up/handoff.ts';

const SHOP = 'desk-corrections.myshopify.com';
const NOW = new Date('2026-03-02T15:00:00Z');
const problems = [{ code: 'phone-missing', field: null, details: {} }];

let program: TestHandoff;
let own: ShopContext;

beforeAll(async () => {
  program = await startTestHandoff({ work: false, now: () => NOW });
  await program.app.database.shop.create({ data: { domain: SHOP } });
  own = openShopContext(program.handoff, { shop: SHOP, staff: '1' }, 'en');
});

afterAll(() => program.stop());

const ORDER = { orderId: 'gid://shopify/Order/1' };

async function correct(row: object): Promise<{ end: string; phase: string }> {
  const data = { shopDomain: SHOP, fulfillmentId: randomUUID(), ...ORDER, phase: 'needs-attention', ...row };
  const { id } = await program.app.database.delivery.create({ data });
  const typed = { ...ORDER, deliveryId: id, code: 'phone-missing', field: 'phone', value: '987654321' };
  const { end } = await correctOrder(own, typed);
  const { phase } = await program.app.database.delivery.findUniqueOrThrow({ where: { id } });
  return { end, phase };
}

it('a correction of what another tab has sent or left unsent meanwhile changes neither the order nor the delivery', async () => {
  const sent = { phase: 'in-delivery', handedOverAt: NOW };
  expect(await correct(sent)).toEqual({ end: 'changed-meanwhile', phase: 'in-delivery' });
  const edited = [{ code: 'edited-after-hand-over', field: null, details: {} }];
  expect(await correct({ ...sent, problems: edited })).toEqual({ end: 'changed-meanwhile', phase: 'in-delivery' });
  const unsent = { phase: 'skipped', skipReason: { code: 'stopped' } };
  expect(await correct(unsent)).toEqual({ end: 'changed-meanwhile', phase: 'skipped' });
});

it('a correction of what still waits for it is asked of Shopify', async () => {
  // nobody is signed in to this shop in Shopify, so nothing is written
  expect(await correct({ problems })).toEqual({ end: 'not-asked', phase: 'needs-attention' });
});
