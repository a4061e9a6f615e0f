import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { freePort } from '../../set-up/free-port.ts';
import type { Program } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';
import { postWebhook } from '../../set-up/webhook.ts';

let world: OfflineWorld;
let program: Program;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start({ LOG_LEVEL: 'debug' });
  await world.setUpShop(program);
});

afterAll(async () => {
  await world.stop();
});

const fulfill = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);

async function metricsOf({ url }: Program): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  return answer.text();
}

/** @param line the name with its labels, as Prometheus writes them */
const valueOf = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length) ?? 0,
  );

it('a journey moves what it should, and can be followed by one id in the log', async () => {
  world.operator.injectFault({ verb: 'create', kind: 'reset-after-accepting', times: 1 });
  const { id } = fulfill();
  const delivery = await until('everything published', () =>
    world.database.delivery.findFirst({
      where: {
        fulfillmentId: id,
        phase: 'in-delivery',
        recoveredAt: { not: null },
        state: { not: null },
        publications: { some: { kind: 'tracking', outcome: 'published' } },
      },
    }),
  );
  const receipt = await world.database.webhookReceipt.findFirstOrThrow({
    where: { subjectId: id, topic: 'fulfillments/create' },
  });
  expect(delivery.correlationId).toBe(receipt.webhookId);

  const { topic, shop, webhookId } = receipt;
  await postWebhook(program.url, { topic, shop, webhookId, body: { admin_graphql_api_id: id, order_id: 1 } });
  await postWebhook(program.url, { topic: 'orders/paid', body: {} });

  const text = await metricsOf(program);
  const atLeastOnce = [
    'handoff_webhooks_total{topic="fulfillments/create",outcome="taken-in"}',
    'handoff_webhooks_total{topic="fulfillments/create",outcome="repeated"}',
    'handoff_webhooks_total{topic="other",outcome="skipped"}',
    'handoff_operator_call_seconds_count{verb="create",outcome="no-answer"}',
    'handoff_operator_call_seconds_count{verb="look-up",outcome="found"}',
    'handoff_operator_call_seconds_count{verb="read",outcome="found"}',
    'handoff_publications_total{kind="tracking",outcome="published"}',
    'handoff_hand_overs_ended_total{phase="in-delivery"}',
    'handoff_recovered_total',
    'handoff_webhook_answer_seconds_count',
    'handoff_process_resident_memory_bytes',
    'handoff_nodejs_eventloop_lag_p99_seconds',
    'handoff_database_answers',
    'handoff_operator_accounts{environment="production",status="working"}',
  ];
  const counted = Object.fromEntries(atLeastOnce.map((line) => [line, valueOf(text, line) > 0]));
  expect(counted).toEqual(Object.fromEntries(atLeastOnce.map((line) => [line, true])));
  expect(text).toMatch(/handoff_shopify_call_seconds_count\{operation="\w+",outcome="answered"\} [1-9]/);
  expect(text).not.toMatch(/tienda-lima|Calle|\+51/);

  for (const told of [
    'webhook received',
    'webhook handled',
    'operator called',
    'order found at the operator, not sent again',
    'handed over',
    'new state',
    '"published"',
  ]) {
    const isTold = (line: string) => line.includes(webhookId) && line.includes(told);
    await until(`${told} in the log`, () => program.lines.some(isTold));
  }
  const others = program.lines.filter((line) => line.includes(delivery.id) && !line.includes(webhookId));
  expect(others).toEqual([]);
});

it('throttling by Shopify costs a publication neither a try nor its turn', async () => {
  world.shopify.setFaults(SHOP, []);
  const { id } = fulfill();
  await until('the hand-over', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId: id, phase: 'in-delivery' } }),
  );
  world.shopify.setFaults(SHOP, [{ kind: 'throttled', times: 12 }]);
  const { id: second } = fulfill();
  await until(
    'both published',
    async () =>
      (await world.database.publication.count({
        where: { kind: 'tracking', outcome: 'published', delivery: { fulfillmentId: { in: [id, second] } } },
      })) === 2,
  );
  expect(program.lines.filter((line) => line.includes('job failed'))).toEqual([]);
});

it.each(['web', 'worker'])('a process for %s alone serves its metrics', async (role) => {
  const port = await freePort();
  const alone = await world.start({ ROLE: role, PORT: String(port) });
  const text = await metricsOf(alone);
  expect(valueOf(text, 'handoff_database_answers')).toBe(1);
  expect(valueOf(text, 'handoff_process_resident_memory_bytes')).toBeGreaterThan(0);
});
