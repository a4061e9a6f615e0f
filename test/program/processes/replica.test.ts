import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../app/logging.ts';
import type { Child } from '../../../app/program/processes/child.ts';
import { createReplica, type Replica } from '../../../app/program/processes/replica.ts';
import { TEST_PACE } from '../../set-up/time/pace.ts';
import { until } from '../../set-up/time/until.ts';

/** A process without a process: a test says when it is ready and when it ends. */
interface Puppet {
  readonly child: Child;
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
    child: {
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

const replicas: Replica[] = [];

afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.stop();
});

const AN_HOUR_MS = 3_600_000;

function openReplica(restart = TEST_PACE.processes.restart) {
  const puppets: Puppet[] = [];
  const pauses: number[] = [];
  const meant: boolean[] = [];
  const replica = createReplica({
    planned: { name: 'web-1', role: 'web', answers: true },
    pace: { ...TEST_PACE.processes, restart },
    random: () => 0.5,
    logger: createLogger('error', {
      write: (line) => void pauses.push(Number(/"pauseMs":(\d+)/.exec(line)?.[1])),
    }),
    begin() {
      const puppet = createPuppet(puppets.length + 1);
      puppets.push(puppet);
      return puppet.child;
    },
    ended: (_child, isMeant) => void meant.push(isMeant),
  });
  replicas.push(replica);
  const puppet = (number: number) => until(`process ${number}`, () => puppets[number - 1]);
  return { replica, puppets, pauses, meant, puppet };
}

describe('a process that dies', () => {
  it('is started again, each time after a longer pause up to the longest', async () => {
    const { replica, pauses, puppet } = openReplica();
    void replica.start();
    for (let death = 1; death <= 6; death += 1) (await puppet(death)).end('SIGKILL');
    await puppet(7);
    expect(pauses).toEqual([50, 100, 200, 400, 500, 500]);
  });

  it('is not started again after a stop, not even when the stop comes during the pause', async () => {
    const { replica, puppets, pauses, puppet } = openReplica({ firstMs: AN_HOUR_MS, limitMs: AN_HOUR_MS });
    void replica.start();
    (await puppet(1)).end('SIGKILL');
    await until('the death', () => pauses.length === 1);
    expect(await replica.stop()).toBe(true);
    expect(puppets).toHaveLength(1);
  });
});

describe('a replacement', () => {
  it('retires the former process only when the next one is ready', async () => {
    const { replica, meant, puppet } = openReplica();
    void replica.start();
    const former = await puppet(1);
    former.ready();
    const replaced = replica.replace();
    const next = await puppet(2);
    expect(former.retired()).toBe(false);
    next.ready();
    await until('the retirement', former.retired);
    former.end(null);
    expect(await replaced).toBe(true);
    expect(meant).toEqual([true]);
    expect(replica.children()).toEqual([next.child]);
  });

  it('that does not start leaves the former process in its place', async () => {
    const { replica, puppets, puppet } = openReplica();
    void replica.start();
    const former = await puppet(1);
    former.ready();
    const replaced = replica.replace();
    (await puppet(2)).end('exit code 1');
    expect(await replaced).toBe(false);
    expect(former.retired()).toBe(false);
    expect(replica.children()).toEqual([former.child]);
    expect(puppets).toHaveLength(2);
  });

  it('takes the place of a process that dies meanwhile, so that there are never two', async () => {
    const { replica, puppets, pauses, puppet } = openReplica();
    void replica.start();
    const former = await puppet(1);
    former.ready();
    const replaced = replica.replace();
    const next = await puppet(2);
    former.end('SIGKILL');
    await until('the death', () => pauses.length === 1);
    next.ready();
    expect(await replaced).toBe(true);
    expect(replica.children()).toEqual([next.child]);
    expect(puppets).toHaveLength(2);
  });
});
