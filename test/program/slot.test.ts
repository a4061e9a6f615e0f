import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../app/logging.ts';
import type { Member } from '../../app/program/processes/member.ts';
import { createSlot, type Slot } from '../../app/program/processes/slot.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { until } from '../set-up/time/until.ts';

/** A process without a process: a test says when it is ready and when it ends. */
interface Puppet {
  readonly member: Member;
  readonly retired: () => boolean;
  ready(): void;
  end(how: string | null): void;
}

function createPuppet(pid: number): Puppet {
  const started = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<string | null>();
  let isRetired = false;
  const end = (how: string | null) => {
    started.resolve(false);
    ended.resolve(how);
  };
  return {
    retired: () => isRetired,
    ready: () => started.resolve(true),
    end,
    member: {
      name: 'web-1',
      pid,
      started: started.promise,
      ended: ended.promise,
      isReady: () => true,
      lastCounted: () => [],
      count: () => Promise.resolve([]),
      retire() {
        isRetired = true;
      },
      stop() {
        end(null);
        return ended.promise;
      },
    },
  };
}

const slots: Slot[] = [];

afterEach(async () => {
  for (const slot of slots.splice(0)) await slot.stop();
});

const AN_HOUR_MS = 3_600_000;

function openSlot(restart = TEST_PACE.processes.restart) {
  const puppets: Puppet[] = [];
  const pauses: number[] = [];
  const meant: boolean[] = [];
  const slot = createSlot({
    planned: { name: 'web-1', role: 'web', answers: true },
    pace: { ...TEST_PACE.processes, restart },
    random: () => 0.5,
    logger: createLogger('error', {
      write: (line) => void pauses.push(Number(/"pauseMs":(\d+)/.exec(line)?.[1])),
    }),
    begin() {
      const puppet = createPuppet(puppets.length + 1);
      puppets.push(puppet);
      return puppet.member;
    },
    ended: (_member, isMeant) => void meant.push(isMeant),
  });
  slots.push(slot);
  const puppet = (number: number) => until(`process ${number}`, () => puppets[number - 1]);
  return { slot, puppets, pauses, meant, puppet };
}

describe('a process that dies', () => {
  it('is started again, each time after a longer pause up to the longest', async () => {
    const { slot, pauses, puppet } = openSlot();
    void slot.start();
    for (let death = 1; death <= 6; death += 1) (await puppet(death)).end('SIGKILL');
    await puppet(7);
    expect(pauses).toEqual([50, 100, 200, 400, 500, 500]);
  });

  it('is not started again after a stop, not even when the stop comes during the pause', async () => {
    const { slot, puppets, pauses, puppet } = openSlot({ firstMs: AN_HOUR_MS, limitMs: AN_HOUR_MS });
    void slot.start();
    (await puppet(1)).end('SIGKILL');
    await until('the death', () => pauses.length === 1);
    expect(await slot.stop()).toBe(true);
    expect(puppets).toHaveLength(1);
  });
});

describe('a replacement', () => {
  it('retires the former process only when the next one is ready', async () => {
    const { slot, meant, puppet } = openSlot();
    void slot.start();
    const former = await puppet(1);
    former.ready();
    const replaced = slot.replace();
    const next = await puppet(2);
    expect(former.retired()).toBe(false);
    next.ready();
    await until('the retirement', former.retired);
    former.end(null);
    expect(await replaced).toBe(true);
    expect(meant).toEqual([true]);
    expect(slot.members()).toEqual([next.member]);
  });

  it('that does not start leaves the former process in its place', async () => {
    const { slot, puppets, puppet } = openSlot();
    void slot.start();
    const former = await puppet(1);
    former.ready();
    const replaced = slot.replace();
    (await puppet(2)).end('exit code 1');
    expect(await replaced).toBe(false);
    expect(former.retired()).toBe(false);
    expect(slot.members()).toEqual([former.member]);
    expect(puppets).toHaveLength(2);
  });

  it('takes the place of a process that dies meanwhile, so that there are never two', async () => {
    const { slot, puppets, pauses, puppet } = openSlot();
    void slot.start();
    const former = await puppet(1);
    former.ready();
    const replaced = slot.replace();
    const next = await puppet(2);
    former.end('SIGKILL');
    await until('the death', () => pauses.length === 1);
    next.ready();
    expect(await replaced).toBe(true);
    expect(slot.members()).toEqual([next.member]);
    expect(puppets).toHaveLength(2);
  });
});
