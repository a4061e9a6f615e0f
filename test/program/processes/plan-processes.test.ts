import { describe, expect, it } from 'vitest';
import { connectionsFor, planProcesses } from '../../../app/program/processes/plan-processes.ts';

const names = (...given: Parameters<typeof planProcesses>) =>
  planProcesses(...given)?.map(({ name, answers }) => `${name}${answers ? '' : ' (silent)'}`) ?? null;

describe('the processes of one start', () => {
  it.each([
    ['auto', 1],
    [1, 8],
  ] as const)('PROCESSES=%s on %d cores is one process', (PROCESSES, cores) => {
    expect(names({ PROCESSES, ROLE: 'all' }, cores)).toBeNull();
  });

  it('half are workers, and workers leave the port to the others', () => {
    expect(names({ PROCESSES: 'auto', ROLE: 'all' }, 4)).toEqual([
      'web-1',
      'web-2',
      'worker-1 (silent)',
      'worker-2 (silent)',
    ]);
    expect(names({ PROCESSES: 5, ROLE: 'all' }, 1)).toHaveLength(5);
    expect(names({ PROCESSES: 2, ROLE: 'all' }, 1)).toEqual(['web-1', 'worker-1 (silent)']);
  });

  it('with auto there are two web processes at least, so that one can die', () => {
    expect(names({ PROCESSES: 'auto', ROLE: 'all' }, 2)).toEqual(['web-1', 'web-2', 'worker-1 (silent)']);
  });

  it('with one role all are alike, and answer requests', () => {
    expect(names({ PROCESSES: 2, ROLE: 'worker' }, 8)).toEqual(['worker-1', 'worker-2']);
    expect(names({ PROCESSES: 'auto', ROLE: 'web' }, 2)).toEqual(['web-1', 'web-2']);
  });
});

it.each([
  [1, 10, 60],
  [1, 100, 220],
  [4, 10, 85],
])('%d processes with %d connections for statements each have a database of %d', (processes, each, all) => {
  expect(connectionsFor(processes, { DATABASE_CONNECTIONS: each })).toBe(all);
});
