import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import http, { Agent } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../set-up/free-port.ts';
import { until } from '../set-up/time/until.ts';
import { signedWebhook } from '../set-up/webhook.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { ProgramProcess } from '../set-up/world/program-process.ts';

/** What hangs for another reason than that nothing moves. */
const AT_LAST_MS = 600_000;
const CLIENTS = 6;
/** A connection that is handed to a process at its death gets no answer. */
const NO_ANSWER_MS = 30_000;

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function startWorld(): Promise<OfflineWorld> {
  const world = await startOfflineWorld();
  endings.push(() => world.stop());
  return world;
}

const readySchema = z.object({ process: z.string(), pid: z.number(), msg: z.literal('ready') });

/** The processes that have become ready so far, in this order. */
function readied({ lines }: ProgramProcess): { process: string; pid: number }[] {
  return lines.flatMap((line) => {
    if (!line.includes('"pid"')) return [];
    return readySchema.safeParse(JSON.parse(line)).data ?? [];
  });
}

/** The processes, when so many of them have said that they are ready. */
async function readiedOf(program: ProgramProcess, count: number): Promise<{ process: string; pid: number }[]> {
  return until(`${count} processes that say that they are ready`, () => {
    const found = readied(program);
    return found.length >= count && found;
  });
}

const has = ({ lines }: ProgramProcess, text: string) => lines.some((line) => line.includes(text));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The body is null when the parent did not answer in time. */
const standing = async ({ url }: ProgramProcess) => {
  const answer = await fetch(`${url}/readyz`, { headers: { Connection: 'close' } });
  return { code: answer.status, body: answer.status === 500 ? null : await answer.json() };
};

/** How many webhooks all processes have counted. */
async function countedWebhooks({ url }: ProgramProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { Connection: 'close' } })).text();
  return Number(/^handoff_webhooks_total\{topic="other",outcome="skipped"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** Clients that send one webhook after another and keep their connections, as Shopify does. */
function sendAllTheTime({ url }: ProgramProcess) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const sendOne = () =>
    new Promise<void>((resolve) => {
      const { body, headers } = signedWebhook({ topic: 'products/update', body: { id: 1 } });
      const fail = (why: string) => {
        failures.push(why);
        resolve();
      };
      const request = http.request(
        `${url}/webhooks`,
        { method: 'POST', agent, headers: Object.fromEntries(headers), timeout: NO_ANSWER_MS },
        (response) => {
          response.resume().once('close', () => {
            if (response.statusCode !== 200) return fail(`status ${response.statusCode ?? 0}`);
            answered += 1;
            resolve();
          });
        },
      );
      request
        .once('error', (error) => fail(error.message))
        .once('timeout', () => request.destroy(new Error('no answer')))
        .end(body);
    });
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await sendOne();
  });
  return {
    failures,
    answered: () => answered,
    async stop() {
      isOver = true;
      await Promise.all(clients);
      agent.destroy();
    },
  };
}

describe('several processes of one start', () => {
  it(
    'work as one: one of them killed, all of them replaced under load, and stopped',
    async () => {
      const world = await startWorld();
      const program = await world.startProcess({ PROCESSES: '3' }, { hurry: true });
      await world.setUpShop(program);
      await expect
        .poll(() => standing(program))
        .toEqual({
          code: 200,
          body: { status: 'ready', processes: { web: { ready: 2, of: 2 }, worker: { ready: 1, of: 1 } } },
        });
      const { id } = world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
      await until('the hand-over', () =>
        world.database.delivery.findFirst({ where: { fulfillmentId: id, phase: 'in-delivery' } }),
      );

      const load = sendAllTheTime(program);
      endings.push(() => load.stop());
      await until('some load', () => load.answered() > 50);
      process.kill(program.pid, 'SIGHUP');
      await until('every process replaced', () => has(program, 'every process was replaced'), {
        moving: () => program.lines.length,
      });
      expect(load.failures).toEqual([]);
      const sinceRoll = load.answered();
      await until('more load', () => load.answered() > sinceRoll + 50);
      await load.stop();
      expect(load.failures).toEqual([]);
      const all = await readiedOf(program, 6);
      const first = all.slice(0, 3);
      const present = all.slice(3);
      expect(present.map((each) => each.process).sort()).toEqual(['web-1', 'web-2', 'worker-1']);
      expect(first.filter(({ pid }) => isAlive(pid))).toEqual([]);
      // also what the former processes have counted; one that is asked and is busy tells it the next time
      await until('every webhook counted', async () => (await countedWebhooks(program)) === load.answered());
      expect(await world.database.webhookReceipt.count({ where: { topic: 'products/update' } })).toBe(load.answered());

      for (const role of ['web-2', 'worker-1']) {
        const victim = present.find((each) => each.process === role);
        const before = await countedWebhooks(program);
        const again = sendAllTheTime(program);
        endings.push(() => again.stop());
        await until('some load', () => again.answered() > 20);
        if (!victim) throw new Error(`there is no ${role}`);
        process.kill(victim.pid, 'SIGKILL');
        await until('the death', () =>
          program.lines.some((line) => line.includes('a process died') && line.includes(role)),
        );
        const atDeath = again.answered();
        await until('answers after it', () => again.answered() > atDeath + 50);
        const successor = await until('another process', () =>
          readied(program)
            .slice(6)
            .find((each) => each.process === role),
        );
        await again.stop();
        expect(isAlive(successor.pid)).toBe(true);
        // at most what was under way in the process that was killed, and one connection that it was just handed
        expect(again.failures.length).toBeLessThanOrEqual(role === 'web-2' ? CLIENTS + 1 : 0);
        await until('more webhooks counted', async () => (await countedWebhooks(program)) > before);
        await until('all ready', async () => (await standing(program)).code === 200);
      }
      const text = await (await fetch(`${program.url}/metrics`)).text();
      expect(text).toMatch(/^handoff_process_deaths_total\{role="web"\} 1$/m);
      expect(text).toMatch(/^handoff_process_deaths_total\{role="worker"\} 1$/m);

      const pids = readied(program).map(({ pid }) => pid);
      expect(await program.stop()).toBe(0);
      expect(program.lines.at(-1)).toContain('stopped');
      expect(pids.filter(isAlive)).toEqual([]);
      await expect(fetch(`${program.url}/healthz`)).rejects.toThrow('fetch failed');
    },
    AT_LAST_MS,
  );

  it(
    'share one embedded database, which the parent migrates once and stops last',
    async () => {
      const world = await startWorld();
      const directory = await mkdtemp(path.join(os.tmpdir(), 'handoff-processes-'));
      endings.push(() => rm(directory, { recursive: true }));
      const metricsPort = String(await freePort());
      const program = await world.startProcess({
        PROCESSES: '2',
        DATABASE_URL: '',
        DATA_DIR: directory,
        METRICS_PORT: metricsPort,
      });
      expect(program.lines.filter((line) => line.includes('migrations applied'))).toHaveLength(1);
      const metrics = await until('metrics of the database', async () => {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        return /^handoff_database_answers 1$/m.test(text) && text;
      });
      expect(metrics).toMatch(/^handoff_processes_ready\{role="worker"\} 1$/m);
      const pids = (await readiedOf(program, 2)).map(({ pid }) => pid);
      expect(pids).toHaveLength(2);
      expect(await program.stop()).toBe(0);
      expect(pids.filter(isAlive)).toEqual([]);
      expect(existsSync(path.join(directory, 'cluster/PG_VERSION'))).toBe(true);
      expect(existsSync(path.join(directory, 'cluster/postmaster.pid'))).toBe(false);
    },
    AT_LAST_MS,
  );

  it(
    'are replaced when they hang',
    async () => {
      const world = await startWorld();
      const program = await world.startProcess({ PROCESSES: '2', ROLE: 'worker' }, { hurry: true });
      const [victim, other] = await readiedOf(program, 2);
      if (!victim) throw new Error('there is no process');
      process.kill(victim.pid, 'SIGSTOP');
      const death = await until('the death', () => program.lines.find((line) => line.includes('a process died')));
      expect(JSON.parse(death)).toMatchObject({ process: victim.process, pid: victim.pid, how: 'hung' });
      await until('another process', () => readied(program).length === 3);
      await until('both ready', async () => (await standing(program)).code === 200);
      expect(isAlive(other?.pid ?? 0)).toBe(true);
    },
    AT_LAST_MS,
  );

  it(
    'end with the parent that is killed',
    async () => {
      const world = await startWorld();
      const program = await world.startProcess({ PROCESSES: '2', ROLE: 'worker' });
      await expect
        .poll(() => standing(program))
        .toEqual({
          code: 200,
          body: { status: 'ready', processes: { worker: { ready: 2, of: 2 } } },
        });
      const pids = (await readiedOf(program, 2)).map(({ pid }) => pid);
      expect(pids).toHaveLength(2);
      await program.kill();
      await until('nobody left', () => pids.filter(isAlive).length === 0);
    },
    AT_LAST_MS,
  );
});
