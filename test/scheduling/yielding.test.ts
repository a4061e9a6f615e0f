import { expect, it } from 'vitest';
import { createYieldingShare, yieldToAnswers } from '../../app/scheduling/yielding.ts';
import { STANDARD_PACE } from '../../app/pace.ts';

/** Looks once a second. */
function sharesWith(given: { handOvers: number; busy: readonly number[] }): number[] {
  let seconds = 0;
  const looks = [...given.busy];
  const share = createYieldingShare({
    pace: STANDARD_PACE.yielding,
    handOversUnderWay: () => given.handOvers,
    now: () => new Date(seconds * 1000),
    busy: () => looks.shift() ?? 0,
  });
  return given.busy.map(() => {
    seconds += 1;
    return share();
  });
}

it('leaves all places to others when there is nothing to hand over, however busy they are', () => {
  expect(sharesWith({ handOvers: 0, busy: [1, 1, 1] })).toEqual([1, 1, 1]);
});

it('leaves all places to others while hand-overs wait for a slow operator', () => {
  expect(sharesWith({ handOvers: 40, busy: [0.1, 0.2, 0.1] })).toEqual([1, 1, 1]);
});

it('takes places from others by halves while hand-overs fill the thread, and never all', () => {
  const shares = sharesWith({ handOvers: 40, busy: [1, 1, 1, 1, 1, 1, 1] });
  expect(shares).toEqual([0.5, 0.25, 0.125, 0.0625, 0.05, 0.05, 0.05]);
});

it('gives them back little by little', () => {
  const shares = sharesWith({ handOvers: 40, busy: [1, 1, 0.5, 0.5] });
  expect(shares).toEqual([0.5, 0.25, 0.3, 0.35]);
});

it('looks four times a second at most', () => {
  let looks = 0;
  const share = createYieldingShare({
    pace: STANDARD_PACE.yielding,
    handOversUnderWay: () => 1,
    now: () => new Date(60_000),
    busy: () => ((looks += 1), 1),
  });
  expect([share(), share(), share()]).toEqual([0.5, 0.5, 0.5]);
  expect(looks).toBe(1);
});

const PACE = { lookEveryMs: 1_000, answersFirstMs: 60, lookForAnswersMs: 10 };

/** Webhooks arrive as fast as this is asked about them. */
const manyArrive = () => {
  let arrived = 0;
  return () => (arrived += 1_000_000);
};

it('waits while many webhooks arrive and the thread is busy, until some do not', async () => {
  let looks = 0;
  const untilAnswered = yieldToAnswers({
    arrived: manyArrive(),
    pace: { ...PACE, answersFirstMs: 600_000 },
    busy: () => ((looks += 1) < 4 ? 1 : 0),
  });
  await untilAnswered();
  expect(looks).toBe(4);
});

it('waits no longer than the pace allows', async () => {
  let looks = 0;
  const untilAnswered = yieldToAnswers({ arrived: manyArrive(), pace: PACE, busy: () => ((looks += 1), 1) });
  await untilAnswered();
  expect(looks).toBeGreaterThan(1);
});

it.each([
  ['when the thread has time', manyArrive(), 0.5],
  ['when few webhooks arrive, whatever else the thread does', () => 0, 1],
])('does not wait %s', async (_when, arrived, busy) => {
  let looks = 0;
  const untilAnswered = yieldToAnswers({
    arrived,
    pace: { ...PACE, answersFirstMs: 600_000 },
    busy: () => ((looks += 1), busy),
  });
  await untilAnswered();
  expect(looks).toBe(1);
});
