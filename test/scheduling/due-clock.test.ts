import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../app/logging.ts';
import { STANDARD_PACE } from '../../app/pace.ts';
import { createDueClock } from '../../app/scheduling/due-clock.ts';
import { until } from '../set-up/time/until.ts';

const AN_HOUR_MS = 3_600_000;

/** A clock whose beats never come by themselves, and whose questions the test answers. */
function clockOver(answers: readonly (readonly string[] | Error)[], everyMs = AN_HOUR_MS) {
  const left = [...answers];
  const asked = { count: 0 };
  const lines: string[] = [];
  const clock = createDueClock({
    async ask() {
      asked.count += 1;
      const answer = left.shift() ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    logger: createLogger('error', { write: (line) => lines.push(line) }),
    pace: { everyMs, leastMs: 1 },
  });
  const stop = new AbortController();
  const waiting: Promise<void>[] = [];
  onTestFinished(async () => {
    stop.abort();
    await Promise.all(waiting);
  });
  const released: string[] = [];
  const wait = (sweep: string) =>
    waiting.push(
      clock.due(sweep, stop.signal).then(() => (stop.signal.aborted ? undefined : void released.push(sweep))),
    );
  return { clock, asked, lines, released, wait };
}

it('one question releases each sweep that has something due, and the others wait', async () => {
  const { asked, released, wait } = clockOver([['reads', 'holds', 'nobody']]);
  for (const sweep of ['reads', 'holds', 'hand-overs']) wait(sweep);
  await until('both are told', () => released.length === 2);
  expect([released, asked.count]).toEqual([['reads', 'holds'], 1]);
});

it('a process that has made something due asks again at once', async () => {
  const { clock, asked, released, wait } = clockOver([[], ['hand-overs']]);
  wait('hand-overs');
  await until('the first question', () => asked.count === 1);
  clock.wake();
  await until('it is told', () => released.length === 1);
  expect(asked.count).toBe(2);
});

it('asks at every beat, and goes on when the database is away', async () => {
  const { released, lines, wait } = clockOver([new Error('away'), [], ['holds']], 2);
  wait('holds');
  await until('it is told', () => released.length === 1);
  expect(lines.join()).toContain('what is due is not known');
});

it('asks nothing while no sweep waits', async () => {
  const { clock, asked, released, wait } = clockOver([['reads'], ['reads']]);
  wait('reads');
  await until('it is told', () => released.length === 1);
  clock.wake();
  expect(asked.count).toBe(1);
  wait('reads');
  await until('it is told again', () => released.length === 2);
});

it('by its pace, what is due is found within a second, with time for the claim', () => {
  expect(STANDARD_PACE.dueClock.everyMs).toBeLessThanOrEqual(800);
});
