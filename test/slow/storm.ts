import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { FaultKind } from '../../sandbox/operator/misbehaviour/faults.ts';
import type { SandboxOperatorOptions } from '../../sandbox/operator/server.ts';
import { strayReads } from '../set-up/database/stray-reads.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import type { OfflineWorld } from '../set-up/world/offline-world.ts';
import { until } from '../set-up/time/until.ts';
import { inOrderOfTime } from '../set-up/built-in-states.ts';

const STATES = ['ingresado', 'asignación aceptada', 'en punto de retiro', 'en despacho', 'en camino entrega'];

/** Fast enough to be waited for, slow enough that a fault can strike in every state. */
export const STORM_OPERATOR: SandboxOperatorOptions = {
  timeline: Object.fromEntries(STATES.map((state) => [state, 1_500])),
};

/** Together they strike about a third of all calls. */
const FAULTS: readonly FaultKind[] = [
  ...(['500', '500-after-accepting', 'reset', 'reset-after-accepting', 'hang', 'hang-after-accepting'] as const),
  ...(['429', '429-retry-after', '503', 'html', 'html-after-accepting', 'truncated-json'] as const),
];
const PROBABILITY = 0.033;

const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];

export interface StormFigures {
  readonly creates: number;
  readonly lookUps: number;
  readonly recovered: number;
  readonly failedReads: number;
  readonly seconds: number;
}

/**
 * Fulfills so many orders of the shop through an operator that fails a third of its calls, with webhooks duplicated and
 * out of order, and waits until everything has come to its end. Then each fulfillment must be exactly one delivery order
 * at the operator, and every event published once and in order.
 */
export async function weatherStorm(
  world: OfflineWorld,
  { fulfillments: count }: { fulfillments: number },
): Promise<StormFigures> {
  const begunAt = performance.now();
  for (const kind of FAULTS) world.operator.injectFault({ kind, verb: 'any', probability: PROBABILITY });
  const fulfill = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder({ lineItems: LINES })).id);
  world.shopify.setWebhookPolicy({ hold: true });
  const held = Array.from({ length: Math.floor(count / 2) }, fulfill);
  world.shopify.webhooks.release({ reverse: true });
  world.shopify.setWebhookPolicy({ duplicate: count });
  const fulfillments = [...held, ...Array.from({ length: count - held.length }, fulfill)];
  const ids = fulfillments.map(({ id }) => id);

  // the database may be away for a while
  const counted = (query: () => Promise<number>) => query().catch(() => -1);
  await until('every delivery delivered', async () => {
    const where = { fulfillmentId: { in: ids }, phase: 'delivered' };
    return (await counted(() => world.database.delivery.count({ where }))) === count;
  });
  await until(
    'every publication settled',
    async () => (await counted(() => world.database.publication.count({ where: { settledAt: null } }))) === 0,
  );
  const seconds = (performance.now() - begunAt) / 1_000;

  const numbers = world.operator.orders().map(({ orderNumber }) => orderNumber);
  expect([...numbers].sort()).toEqual(fulfillments.map(({ name }) => `tienda-prueba-${name.slice(1)}`).sort());
  const read = { where: { fulfillmentId: { in: ids } }, include: { stateEntries: true, attempts: true } };
  const deliveries = await until('the deliveries', () => world.database.delivery.findMany(read).catch(() => null));
  expect(await until('the planned reads', () => strayReads(world.database).catch(() => null))).toEqual([]);
  for (const { stateEntries, problems } of deliveries) {
    expect(inOrderOfTime(stateEntries).map(({ status }) => status)).toEqual([...STATES, 'entregado']);
    expect(problems).toEqual([]);
  }
  for (const { events, trackingInfo } of fulfillments) {
    expect(events.map(({ status }) => status)).toEqual(['CONFIRMED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED']);
    expect(trackingInfo).toHaveLength(1);
  }

  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const ofVerb = (verb: string) => attempts.filter((attempt) => attempt.verb === verb).length;
  return {
    creates: ofVerb('create'),
    lookUps: ofVerb('look-up'),
    recovered: deliveries.filter(({ recoveredAt }) => recoveredAt !== null).length,
    failedReads: ofVerb('read'),
    seconds,
  };
}

/** Does something again and again until it is told to stop. */
export function repeat(everyMs: number, work: (turn: number) => unknown): () => Promise<void> {
  const over = new AbortController();
  const running = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await work(turn);
      await pause(everyMs, null, { signal: over.signal }).catch(() => null);
    }
  })();
  return async () => {
    over.abort();
    await running;
  };
}

/**
 * Does something again and again, with a pause between, until it is told to stop; once at least, and a limited number of
 * times, so that the slowest machine gets through between them.
 */
export function againAndAgain(
  { everyMs, most }: { everyMs: number; most: number },
  disturb: () => Promise<void>,
): () => Promise<number> {
  const over = new AbortController();
  let times = 0;
  const running = (async () => {
    while (times < most) {
      await pause(everyMs, null, { signal: over.signal }).catch(() => null);
      if (over.signal.aborted) return;
      await disturb();
      times += 1;
    }
  })();
  running.catch(() => null); // told when it is asked for
  return async () => {
    over.abort();
    await running;
    if (times > 0) return times;
    await disturb();
    return 1;
  };
}

export function report(storm: string, figures: StormFigures & Readonly<Record<string, number>>): void {
  const parts = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value)}`);
  process.stdout.write(`${storm}: ${parts.join(', ')}\n`);
}
