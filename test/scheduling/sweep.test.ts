import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from '../../app/logging.ts';
import { createSweep, every } from '../../app/scheduling/sweep.ts';

const AN_HOUR_MS = 3_600_000;

/** A sweep whose rounds the test counts and answers; its pause never ends by itself. */
function sweepSaying(answers: readonly (boolean | Error)[]) {
  const left = [...answers];
  const counts = { rounds: 0, drained: 0 };
  const sweep = createSweep({
    name: 'counted',
    logger: createLogger('silent'),
    wait: every(AN_HOUR_MS),
    async round() {
      counts.rounds += 1;
      const answer = left.shift() ?? false;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async drain() {
      counts.drained += 1;
    },
  });
  return { sweep, counts };
}

/** Lets what is ready go on until the count of rounds stands still. */
async function atRest(counts: { readonly rounds: number }): Promise<number> {
  for (let before = -1; before !== counts.rounds;) {
    before = counts.rounds;
    for (let turns = 0; turns < 20; turns += 1) await turn();
  }
  return counts.rounds;
}

it('continues while there is more, and then pauses', async () => {
  const { sweep, counts } = sweepSaying([true, true, false, true]);
  sweep.start();
  sweep.start();
  expect(await atRest(counts)).toBe(3);
  await sweep.stop();
});

it('pauses after a round that failed', async () => {
  const { sweep, counts } = sweepSaying([new Error('the database is away'), true]);
  sweep.start();
  expect(await atRest(counts)).toBe(1);
  await sweep.stop();
});

it('is stopped in its pause, with what it has begun, and can be started again', async () => {
  const { sweep, counts } = sweepSaying([]);
  sweep.start();
  expect(await atRest(counts)).toBe(1);
  await sweep.stop();
  expect(counts).toEqual({ rounds: 1, drained: 1 });
  expect(await atRest(counts)).toBe(1);
  sweep.start();
  expect(await atRest(counts)).toBe(2);
  await sweep.stop();
});

it('takes one step by hand, to the end of what it begins', async () => {
  const { sweep, counts } = sweepSaying([true, false, new Error('no')]);
  expect(await sweep.step()).toBe(true);
  expect(await sweep.step()).toBe(false);
  await expect(sweep.step()).rejects.toThrow('no');
  expect(counts).toEqual({ rounds: 3, drained: 2 });
});
