import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';
import { until } from '../set-up/time/until.ts';
import { postWebhook } from '../set-up/webhook.ts';

let program: TestHandoff;

beforeAll(async () => {
  program = await startTestHandoff({ work: true });
});

afterAll(async () => {
  await program.stop();
});

it.each([
  ['fulfillment-not-successful', 'waiting'],
  ['test-order', 'skipped'],
])('a fulfillment that was skipped as %s and is updated to success is then %s', async (code, phase) => {
  const shop = `${code}.myshopify.com`;
  const fulfillmentId = `gid://shopify/Fulfillment/${code.length}`;
  const { database } = program.app;
  await database.shop.create({ data: { domain: shop } });
  await database.delivery.create({
    data: { shopDomain: shop, fulfillmentId, orderId: 'gid://shopify/Order/1', phase: 'skipped', skipReason: { code } },
  });
  const body = { admin_graphql_api_id: fulfillmentId, order_id: 1, status: 'success' };
  await postWebhook(program.url, { topic: 'fulfillments/update', shop, body });
  await until('the webhook handled', () =>
    database.webhookReceipt.findFirst({ where: { shop, outcome: { not: null } } }),
  );
  expect(await database.delivery.findFirstOrThrow({ where: { fulfillmentId } })).toMatchObject({ phase });
});
