import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import { readCounted, type Counted } from './messages.ts';
import type { Member } from './member.ts';
import type { Slot } from './slot.ts';

/** What all processes of one start have counted, as if they were one. */
export interface CountAll {
  /** In Prometheus' text format. */
  text(): Promise<string>;
  /** Keeps what a process has counted: a sum that became smaller would look like a restart of everything. */
  ended(member: Member, role: string, isMeant: boolean): void;
}

/** @param own what the parent itself measures */
export function createCountAll(own: Registry, slots: () => readonly Slot[]): CountAll {
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
  for (const role of new Set(slots().map(({ planned }) => planned.role))) deaths.inc({ role }, 0);
  let past: Counted = [];
  let folding = Promise.resolve();
  return {
    async text() {
      for (const [role, { ready: count, of }] of Object.entries(countReady(slots()))) {
        ready.set({ role }, count);
        missing.set({ role }, of - count);
      }
      const members = slots().flatMap((slot) => slot.members());
      const told = await Promise.all(members.map(async (member) => ({ member, counted: await member.count() })));
      const mine = await own.getMetricsAsJSON();
      await folding;
      // one that has ended meanwhile is a part of the past
      const alive = new Set(slots().flatMap((slot) => slot.members()));
      const present = told.filter(({ member }) => alive.has(member)).map(({ counted }) => counted);
      return AggregatorRegistry.aggregate([mine, past, ...present]).metrics();
    },
    ended(member, role, isMeant) {
      if (!isMeant) deaths.inc({ role });
      const counted = member.lastCounted().filter(({ type }) => type === 'counter' || type === 'histogram');
      folding = folding.then(async () => {
        past = readCounted(await AggregatorRegistry.aggregate([past, counted]).getMetricsAsJSON());
      });
    },
  };
}

/** By role: how many slots have a process that is ready, and how many there are. */
export function countReady(slots: readonly Slot[]): Record<string, { ready: number; of: number }> {
  const counts: Record<string, { ready: number; of: number }> = {};
  for (const slot of slots) {
    const count = (counts[slot.planned.role] ??= { ready: 0, of: 0 });
    count.of += 1;
    if (slot.members().some((member) => member.isReady())) count.ready += 1;
  }
  return counts;
}
