import { expect, it } from 'vitest';
import { yieldToAnswers } from '../../app/webhooks/yield-to-answers.ts';

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
