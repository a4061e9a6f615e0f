import autocannon from 'autocannon';
import type { SandboxShopify } from '../sandbox/shopify/server.ts';
import { onServer } from '../test/set-up/database/database-server.ts';
import { limaOrder, SHOP, TEST_SHOP } from '../test/set-up/world/demo-order.ts';
import { openApp } from '../test/set-up/world/open-app.ts';
import type { ProgramProcess } from '../test/set-up/world/program-process.ts';
import { printNumber, printSpread, spreadOf } from './harness/figure.ts';
import { residentMb } from './harness/process.ts';
import { processorOf } from '../test/set-up/time/processor-time.ts';
import type { Area } from './harness/table.ts';
import { startWebProgram } from './harness/web-program.ts';
import { newFulfillment } from './webhook/signed-webhook.ts';

/** The largest selection. Each delivery has two boxes. */
const ORDERS = 250;
const BOXES = 2;
const LABELS = ORDERS * BOXES;
const ROUNDS = 5;
const TIME_LIMIT_SECONDS = 10;
const MEMORY_LIMIT_MB = 150;
const RATIO_LIMIT = 1.5;
const SAMPLE_MS = 20;
const BURST = { connections: 20, amount: 4_000 } as const;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** The largest selection of orders as one document of labels, and the webhooks that arrive beside it. */
export const printing: Area = {
  name: 'printing',
  title: `Printing: ${LABELS} labels as one document, ${ROUNDS} rounds`,
  async measure(say) {
    // a shop with points to spare, so that the program has the most to do at once
    const shop = { ...TEST_SHOP, limits: { maximum: 1e9, restoreRate: 1e9 } };
    const { databaseUrl, program, shopify, stop } = await startWebProgram(shop);
    try {
      const orders = fulfillOrders(shopify);
      shopify.installApp(SHOP);
      await openApp(program, shopify, SHOP);
      await openDeliveries(databaseUrl, orders);
      const print = () => printLabels(program, shopify, databaseUrl, orders);
      await print(); // warm
      const [seconds, grown, walls]: [number[], number[], number[]] = [[], [], []];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const used = await measured(program, print);
        seconds.push(used.processorS);
        grown.push(used.grownMb);
        walls.push(used.wallS);
        say(`round ${round}: ${JSON.stringify(used)}`);
      }
      const [alone, beside]: [number[], number[]] = [[], []];
      await burst(program);
      for (let round = 1; round <= ROUNDS; round += 1) {
        alone.push(await burst(program));
        const watch = { isOver: false };
        const printed = (async () => {
          while (!watch.isOver) await print();
        })();
        beside.push(await burst(program));
        watch.isOver = true;
        await printed;
        say(`burst ${round}: p99 ${alone.at(-1)} ms alone, ${beside.at(-1)} ms beside printing`);
      }
      const [wall, memory] = [spreadOf(walls), spreadOf(grown)];
      const ratio = spreadOf(beside).median / spreadOf(alone).median;
      return [
        {
          what: `${LABELS} labels, from the request to the last byte`,
          figure: printSpread(wall, 's'),
          beside: `processor ${printSpread(spreadOf(seconds), 's')}`,
          ceiling: { text: `under ${TIME_LIMIT_SECONDS} s`, isMet: wall.median < TIME_LIMIT_SECONDS },
        },
        {
          what: 'the same, memory beyond what the process had',
          figure: printSpread(memory, 'MiB'),
          ceiling: { text: `under ${MEMORY_LIMIT_MB} MiB`, isMet: memory.most < MEMORY_LIMIT_MB },
        },
        {
          what: `webhook p99 of ${BURST.amount} while labels are printed`,
          figure: printSpread(spreadOf(beside), 'ms'),
          beside: `without printing ${printSpread(spreadOf(alone), 'ms')}`,
          ceiling: { text: `at most ${RATIO_LIMIT} times: ${printNumber(ratio)}`, isMet: ratio <= RATIO_LIMIT },
        },
      ];
    } finally {
      await stop();
    }
  },
};

interface Fulfilled {
  readonly fulfillmentId: string;
  readonly orderId: string;
  readonly name: string;
}

function fulfillOrders(shopify: SandboxShopify): Fulfilled[] {
  return Array.from({ length: ORDERS }, () => {
    const lineItems = [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }];
    const fulfillment = shopify.fulfill(SHOP, shopify.enterOrder(SHOP, limaOrder({ lineItems })).id);
    return { fulfillmentId: fulfillment.id, orderId: fulfillment.orderId, name: fulfillment.name };
  });
}

async function openDeliveries(databaseUrl: string, orders: readonly Fulfilled[]): Promise<void> {
  await onServer(databaseUrl, (client) =>
    client.query(
      `INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "fulfillmentName", "orderNumber", "phase", "service",
         "pickup", "promisedDate", "stateGroup", "handedOverAt", "updatedAt")
       SELECT gen_random_uuid(), $1, o.f, o.o, o.n, 'tienda-prueba-' || ltrim(o.n, '#'), 'in-delivery', 'Sameday', '101',
         '2026-11-23', 'accepted', now(), now() FROM unnest($2::text[], $3::text[], $4::text[]) AS o(f, o, n)`,
      [
        SHOP,
        orders.map(({ fulfillmentId }) => fulfillmentId),
        orders.map(({ orderId }) => orderId),
        orders.map(({ name }) => name),
      ],
    ),
  );
}

async function printLabels(
  program: ProgramProcess,
  shopify: SandboxShopify,
  databaseUrl: string,
  orders: readonly Fulfilled[],
): Promise<void> {
  await onServer(databaseUrl, (client) => client.query('DELETE FROM "ActionBudget"'));
  const numbers = orders.map(({ orderId }) => orderId.split('/').at(-1)).join(',');
  const answer = await fetch(`${program.url}/print/labels?orders=${numbers}&format=100x150&boxes=${BOXES}`, {
    headers: { Authorization: `Bearer ${shopify.idToken(SHOP)}`, 'User-Agent': BROWSER },
  });
  const text = await answer.text();
  const labels = text.match(/<section class="label/g)?.length;
  if (labels !== LABELS) throw new Error(`${answer.status}: ${labels} labels`);
}

async function measured(program: ProgramProcess, work: () => Promise<void>) {
  const { pid } = program;
  const [processorBefore, residentBefore] = [await processorOf(pid), await residentMb(pid)];
  let most = residentBefore ?? 0;
  const watch = { isOver: false };
  const watching = (async () => {
    while (!watch.isOver) {
      most = Math.max(most, (await residentMb(pid)) ?? 0);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  const startedAt = performance.now();
  await work();
  const wallS = (performance.now() - startedAt) / 1_000;
  watch.isOver = true;
  await watching;
  const processorAfter = await processorOf(pid);
  return {
    processorS: ((processorAfter ?? NaN) - (processorBefore ?? NaN)) / 1_000,
    grownMb: most - (residentBefore ?? 0),
    wallS,
  };
}

let lastId = 5_000_000;

async function burst({ url }: ProgramProcess): Promise<number> {
  const result = await autocannon({
    url: `${url}/webhooks`,
    method: 'POST',
    timeout: 30,
    ...BURST,
    requests: [{ setupRequest: (request) => ({ ...request, ...newFulfillment((lastId += 1)) }) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error('some webhooks were not accepted');
  return result.latency.p99;
}
