import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import { readCounted, type Counted } from './messages.ts';
import type { Child } from './child.ts';
import type { Replica } from './replica.ts';

/** What all processes of one start have counted, as if they were one. */
export interface CountAll {
  /** In Prometheus' text format. */
  text(): Promise<string>;
  /** Keeps what a process has counted: a sum that became smaller would look like a restart of everything. */
  ended(child: Child, role: string, isMeant: boolean): void;
}

/** @param own what the parent itself measures */
export function createCountAll(own: Registry, replicas: () => readonly Replica[]): CountAll {
  collectDefaultMetrics({ register: own, prefix: 'handoff_' });
  const ready = new Gauge({
    name: 'handoff_processes_ready',
    help: 'Processes of this start that are ready, by role.',
    registers: [own],
    labelNames: ['role'] as const,
  });
  const missing = new Gauge({
    name: 'handoff_processes_missing',
    help: 'Processes of this start that should be ready and are not, by role.',
    registers: [own],
    labelNames: ['role'] as const,
  });
  const deaths = new Counter({
    name: 'handoff_process_deaths_total',
    help: 'Processes that ended without being asked to, by role.',
    registers: [own],
    labelNames: ['role'] as const,
  });
  for (const role of new Set(replicas().map(({ planned }) => planned.role))) deaths.inc({ role }, 0);
  let past: Counted = [];
  let folding = Promise.resolve();
  return {
    async text() {
      for (const [role, { ready: count, of }] of Object.entries(countReady(replicas()))) {
        ready.set({ role }, count);
        missing.set({ role }, of - count);
      }
      const children = replicas().flatMap((replica) => replica.children());
      const told = await Promise.all(children.map(async (child) => ({ child, counted: await child.count() })));
      const mine = await own.getMetricsAsJSON();
      await folding;
      // one that has ended is a part of the past
      const alive = new Set(replicas().flatMap((replica) => replica.children()));
      const present = told.filter(({ child }) => alive.has(child)).map(({ counted }) => counted);
      return AggregatorRegistry.aggregate([mine, past, ...present]).metrics();
    },
    ended(child, role, isMeant) {
      if (!isMeant) deaths.inc({ role });
      const counted = child.lastCounted().filter(({ type }) => type === 'counter' || type === 'histogram');
      folding = folding.then(async () => {
        past = readCounted(await AggregatorRegistry.aggregate([past, counted]).getMetricsAsJSON());
      });
    },
  };
}

/** By role: how many replicas have a process that is ready, and how many there are. */
export function countReady(replicas: readonly Replica[]): Record<string, { ready: number; of: number }> {
  const counts: Record<string, { ready: number; of: number }> = {};
  for (const replica of replicas) {
    const count = (counts[replica.planned.role] ??= { ready: 0, of: 0 });
    count.of += 1;
    if (replica.children().some((child) => child.isReady())) count.ready += 1;
  }
  return counts;
}
