import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ORDER } from '../contract/an-order.ts';
import { createOrder, findOrder } from '../../app/operator/client.ts';
import { BOUNDS } from '../../app/bounds.ts';
import { deliveryOrderSchema } from '../../app/domain/mapping/delivery-order.ts';
import { planDelivery } from '../../app/domain/planning/plan-delivery.ts';
import { OperatorError } from '../../app/operator/operator-error.ts';
import { anyPlanInput } from '../domain/planning/inputs/any-plan-input.ts';
import { SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { ProgramProcess } from '../set-up/world/program-process.ts';
import {
  anyOperatorAnswer,
  anyRequest,
  anyUnit,
  overlong,
  type AnyRequest,
  type OperatorAnswer,
} from './any-request.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { fc } from '../set-up/properties.ts';

/** `npm run fuzz` sends as many as it is told to. */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 1_500);
const AT_ONCE = 10;
const ANSWERED_WITHIN_MS = 20_000;
const LIMIT_MS = 120_000 + INPUTS * 20;

let world: OfflineWorld;
let program: ProgramProcess;
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  world = await startOfflineWorld();
  // what would grow without end would end the program
  program = await world.startProcess({ NODE_OPTIONS: '--max-old-space-size=192' });
  await world.setUpShop(program);
});

afterAll(async () => {
  agent.destroy();
  await world.stop();
});

/** The answer that took longest, and the request that it belongs to. */
let slowest = { ms: 0, request: '' };

async function send({ method, path, headers, body }: AnyRequest): Promise<number> {
  const request = http.request(`${program.url}${path}`, {
    method,
    agent,
    timeout: ANSWERED_WITHIN_MS,
    headers: [
      'Host',
      new URL(program.url).host,
      ...headers.flat(),
      ...(body ? ['Content-Length', String(body.length)] : []),
    ],
    path,
  });
  request.on('timeout', () => request.destroy(new Error(`no answer within ${ANSWERED_WITHIN_MS} ms`)));
  const sentAt = performance.now();
  request.end(body ?? undefined);
  const [response] = z.tuple([z.instanceof(http.IncomingMessage)]).parse(await once(request, 'response'));
  await buffer(response);
  const ms = performance.now() - sentAt;
  if (ms > slowest.ms) slowest = { ms, request: `${method} ${path.slice(0, 60)}` };
  return response.statusCode ?? 0;
}

function residentMegabytes(): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** What a person must know of, and no failure: more orders in a privacy webhook than are taken in. */
const TOLD = '"msg":"a privacy webhook names too many orders: answer it by hand"';
const isFailure = (line: string) =>
  !line.includes(TOLD) && (/"level":(50|60)/.test(line) || /^\s+at |Error:|Unhandled/.test(line));

it(
  'answers any request without an internal error, and keeps nothing of it',
  async () => {
    let token = world.shopify.idToken(SHOP);
    const memory: number[] = [];
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          anyRequest(() => token),
          { minLength: AT_ONCE, maxLength: AT_ONCE },
        ),
        async (requests) => {
          token = world.shopify.idToken(SHOP);
          await world.database.actionBudget.deleteMany(); // so that not all are told to wait
          const seen = program.lines.length;
          const statuses = await Promise.all(requests.map(send));
          expect(program.lines.slice(seen).filter(isFailure)).toEqual([]);
          const failed = requests.filter((_, index) => (statuses[index] ?? 0) >= 500 && statuses[index] !== 503);
          expect(
            failed.map(({ method, path, headers, body }) => ({ method, path, headers, body: body?.toString() })),
          ).toEqual([]);
          for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
          memory.push(residentMegabytes());
        },
      ),
      { numRuns: Math.ceil(INPUTS / AT_ONCE), endOnFailure: true },
    );
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
    // not everything ends at the door
    expect(Object.fromEntries(counts)).toMatchObject(
      Object.fromEntries([200, 400, 401, 404].map((status) => [status, expect.any(Number)])),
    );
    const warm = memory[Math.floor(memory.length / 4)] ?? 0;
    const end = memory.at(-1) ?? 0;
    if (INPUTS >= 20_000) expect(end).toBeLessThan(warm * 1.5 + 50);
    if (process.env.FUZZ_INPUTS)
      process.stdout.write(
        `${INPUTS} requests: ${warm.toFixed()} MB warm, ${end.toFixed()} MB at the end, the slowest answer after ${slowest.ms.toFixed()} ms: ${slowest.request}\n`,
      );
  },
  LIMIT_MS,
);

it(
  'handles any answer of an operator',
  async () => {
    let answer: OperatorAnswer | null = null;
    const server = http.createServer((request, response) => {
      request.resume();
      if (!answer) return void response.end();
      response.writeHead(answer.status, { 'Content-Type': answer.contentType });
      response.end(
        request.method === 'HEAD' || answer.status === 204 || answer.status === 304 ? undefined : answer.body,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('no port');
    const access = { baseUrl: `http://127.0.0.1:${address.port}`, token: 'token-of-a-shop', pace: TEST_PACE.operator };
    try {
      await fc.assert(
        fc.asyncProperty(anyOperatorAnswer, fc.boolean(), async (given, isCreate) => {
          answer = given;
          const call = isCreate ? createOrder(access, ORDER) : findOrder(access, ORDER.order_number);
          const outcome = await call.catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(OperatorError);
        }),
        { numRuns: Math.ceil(INPUTS / 3) },
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
  LIMIT_MS,
);

it(
  'plans any order, or names what is wrong with it',
  () => {
    const text = overlong(BOUNDS.orderText, anyUnit);
    const kinds = new Set<string>();
    let slowest = 0;
    fc.assert(
      fc.property(anyPlanInput, text, fc.boolean(), (input, words, isLong) => {
        const { fulfillment } = input;
        const { order } = fulfillment;
        const attributes = [...order.attributes, { key: words.slice(0, 60), value: words }];
        const { shippingAddress } = order;
        const address = shippingAddress && { ...shippingAddress, address1: words, city: words, phone: words };
        const long = { ...order, note: words, attributes, email: words, shippingAddress: address };
        const given = isLong ? { ...input, fulfillment: { ...fulfillment, order: long } } : input;
        const start = performance.now();
        const plan = planDelivery(given);
        slowest = Math.max(slowest, performance.now() - start);
        if (plan.kind === 'hand-over') deliveryOrderSchema.parse(plan.order);
        kinds.add(plan.kind);
      }),
      { numRuns: Math.ceil(INPUTS / 3) },
    );
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['hand-over', 'problem', 'skip']));
    if (process.env.FUZZ_INPUTS) process.stdout.write(`the slowest plan took ${slowest.toFixed()} ms\n`);
  },
  LIMIT_MS,
);
