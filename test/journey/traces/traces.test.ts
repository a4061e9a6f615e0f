import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../set-up/free-port.ts';
import { until } from '../../set-up/time/until.ts';
import { limaOrder, MARKED, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import { startCollector, type Collector } from './collector.ts';

let world: OfflineWorld;
let collector: Collector;

beforeAll(async () => {
  collector = await startCollector();
  world = await startOfflineWorld();
});

afterAll(async () => {
  await world.stop();
  await collector.stop();
});

/** Names of the spans of a trace, each below the one that it belongs to. */
function treeOf(traceId: string): string[] {
  const spans = collector.spans().filter((span) => span.traceId === traceId);
  const below = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
      .flatMap(({ spanId, name }) => [`${'  '.repeat(depth)}${name}`, ...below(spanId, depth + 1)]);
  return below(undefined, 0);
}

it('one trace leads from the webhook to the write-back, over two processes, and names nothing of the buyer', async () => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` };
  const web = await world.startProcess({ ...variables, ROLE: 'web' }, { hurry: true });
  const worker = await world.startProcess(
    { ...variables, ROLE: 'worker', PORT: String(await freePort()) },
    { hurry: true },
  );
  await world.setUpShop(web);
  world.operator.injectFault({ verb: 'create', kind: 'reset-after-accepting', times: 1 });
  const { id } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
  const delivery = await until('everything published', () =>
    world.database.delivery.findFirst({
      where: { fulfillmentId: id, publications: { some: { kind: 'tracking', outcome: 'published' } } },
    }),
  );
  await worker.stop();
  await web.stop();

  const traceId = createHash('sha256')
    .update(`handoff trace ${delivery.correlationId ?? ''}`)
    .digest('hex')
    .slice(0, 32);
  const tree = treeOf(traceId);
  expect(tree[0]).toBe('webhook');
  expect(tree).toEqual(
    expect.arrayContaining([
      '  handle webhook',
      '  hand over',
      '    operator create',
      '    operator look-up',
      '  publish',
      expect.stringMatching(/^ {4}Shopify \w+$/),
    ]),
  );
  const ofTrace = collector.spans().filter((span) => span.traceId === traceId);
  expect(new Set(ofTrace.map(({ pid }) => pid)).size).toBe(2);
  expect(new Set(ofTrace.map(({ spanId }) => spanId)).size).toBe(ofTrace.length);

  const sent = collector.bodies.join('\n');
  expect(sent).toContain(delivery.id);
  for (const pattern of MARKED) expect(sent).not.toMatch(pattern);
});

it('without a collector, nothing of the SDK is loaded', async () => {
  const program = await world.start({ PORT: String(await freePort()) });
  const { NO_TRACING } = await import('../../../app/tracing/tracing.ts');
  expect(program.app.tracing).toBe(NO_TRACING);
});

it('an unreachable collector does not disturb the program, which logs it', async () => {
  const gone = await startCollector();
  await gone.stop();
  const program = await world.start({ PORT: String(await freePort()), OTEL_EXPORTER_OTLP_ENDPOINT: gone.url });
  await program.app.tracing.step('an id', { name: 'publish' }, () => Promise.resolve());
  await until('the complaint', () => program.lines.some((line) => line.includes('traces could not be sent')));
});
