import { expect, it } from 'vitest';
import { parseActionRun, parseTriggerUse } from '../../app/shopify/flow-requests.ts';

const run = (change: object) =>
  parseActionRun(
    Buffer.from(
      JSON.stringify({
        shopify_domain: 'Tienda-Lima.myshopify.com',
        action_run_id: 'run-1',
        properties: { order_id: 5001, fulfillment: '' },
        ...change,
      }),
    ),
  );

it.each([5001, '5001', 'gid://shopify/Order/5001'])('reads a run about the order %j', (orderId) => {
  expect(run({ properties: { order_id: orderId } })).toEqual({
    shop: 'tienda-lima.myshopify.com',
    runId: 'run-1',
    orderId: 'gid://shopify/Order/5001',
    fulfillmentId: null,
  });
});

it.each<[string, object]>([
  ['no order', { properties: {} }],
  ['another kind of record', { properties: { order_id: 'gid://shopify/Customer/1' } }],
  ['several orders', { properties: { order_id: [1, 2] } }],
  ['a fulfillment by its name', { properties: { order_id: 1, fulfillment: '#1001.1' } }],
  ['another domain', { shopify_domain: 'tienda-lima.example.com' }],
  ['no run', { action_run_id: '' }],
  ['a run that cannot be stored', { action_run_id: 'a\0b' }],
  ['half a character', { action_run_id: '\uD83D' }],
])('refuses %s', (_what, change) => {
  expect(run(change)).toBeNull();
});

it('refuses what is no JSON object, and the use of a trigger that cannot be stored', () => {
  for (const body of ['', '[]', 'null', '{', '"x"']) expect(parseActionRun(Buffer.from(body))).toBeNull();
  const use = { shopify_domain: 'a.myshopify.com', has_enabled_flow: true, timestamp: '2026-11-21T15:00:00Z' };
  const parse = (id: unknown) =>
    parseTriggerUse(Buffer.from(JSON.stringify({ ...use, flow_trigger_definition_id: id })));
  expect(parse('a')).toMatchObject({ definitionId: 'a', isEnabled: true });
  expect(parse('a\0')).toBeNull();
});
