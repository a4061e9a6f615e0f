import { describe, expect, it } from 'vitest';
import { freshPace, paceAfter, type CallPace, type FinishedCall } from '../../app/scheduling/call-pace.ts';
import { STANDARD_PACE } from '../../app/pace.ts';
import { fc } from '../set-up/properties.ts';

const MOST = 20;
const call = (change: Partial<FinishedCall> = {}): FinishedCall => ({
  result: 'answered',
  startedAt: 1_000,
  now: 1_100,
  retryAfterMs: null,
  random: 0.5,
  ...change,
});

/** The pace after calls one after the other, and the rests they made necessary. */
function after(calls: readonly FinishedCall[], pace: CallPace = freshPace(MOST)) {
  const rests: number[] = [];
  for (const each of calls) {
    const next = paceAfter(pace, each, { limit: MOST, times: STANDARD_PACE.calls });
    pace = next.pace;
    if (next.restMs !== null) rests.push(next.restMs);
  }
  return { pace, rests };
}

const failures = (count: number, startedAt = 1_000) =>
  Array.from({ length: count }, () => call({ result: 'failed', startedAt, now: startedAt + 100 }));

describe('an operator that asks for less', () => {
  it('gets half the calls at once, spaced out, after the rest it asked for', () => {
    const { pace, rests } = after([call({ result: 'throttled', retryAfterMs: 7_000 })]);
    expect(pace).toMatchObject({ atOnce: 10, betweenMs: 25 });
    expect(rests).toEqual([7_000]);
  });

  it('gets no calls for about a second when it does not say how long', () => {
    expect(after([call({ result: 'throttled' })]).rests).toEqual([1_000]);
    expect(after([call({ result: 'throttled', random: 0 })]).rests).toEqual([500]);
  });

  it('counts once for all calls that were under way together', () => {
    const together = Array.from({ length: 20 }, () => call({ result: 'throttled' }));
    expect(after(together).pace).toMatchObject({ atOnce: 10, betweenMs: 25 });
  });

  it('counts again when it still asks at the lower pace', () => {
    const again = [call({ result: 'throttled' }), call({ result: 'throttled', startedAt: 2_000, now: 2_100 })];
    expect(after(again).pace).toMatchObject({ atOnce: 5, betweenMs: 50 });
  });

  it('gets the full pace again, little by little', () => {
    const slowed = after([call({ result: 'throttled' })]).pace;
    const one = after([call()], slowed).pace;
    expect(one.atOnce).toBeCloseTo(10.1);
    expect(one.betweenMs).toBeCloseTo(24.25);
    const many = after(
      Array.from({ length: 300 }, () => call()),
      slowed,
    ).pace;
    expect(many).toMatchObject({ atOnce: MOST, betweenMs: 0 });
  });
});

describe('an operator that fails', () => {
  it('keeps its calls after some failures among answers', () => {
    const mixed = [...failures(7), call(), ...failures(7)];
    expect(after(mixed)).toMatchObject({ rests: [], pace: { atOnce: MOST } });
  });

  it('gets no calls after eight failures in a row, then one trial call at a time', () => {
    const { pace, rests } = after(failures(8));
    expect(rests).toEqual([5_000]);
    expect(pace.atOnce).toBe(1);
  });

  it('rests once for all calls that failed together', () => {
    expect(after(failures(20)).rests).toEqual([5_000]);
  });

  it('rests twice as long when the trial fails, five minutes at most', () => {
    const trials = Array.from({ length: 8 }, (_, index) => failures(1, 10_000 * (index + 1))).flat();
    expect(after([...failures(8), ...trials]).rests.map((ms) => ms / 1_000)).toEqual([
      ...[5, 10, 20, 40, 80, 160, 300, 300, 300],
    ]);
  });

  it('returns to normal when the trial succeeds', () => {
    const { pace } = after([...failures(8), call({ startedAt: 20_000, now: 20_100 })]);
    expect(pace).toMatchObject({ atOnce: 2, failuresInRow: 0, rests: 0 });
  });
});

it('whatever is answered: at least one call at once, never more than allowed, and every rest is bounded', () => {
  const anyCall = fc.record({
    result: fc.constantFrom('answered', 'throttled', 'failed'),
    startedAt: fc.integer({ min: 0, max: 100_000 }),
    now: fc.integer({ min: 0, max: 100_000 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 3_600_000 })),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 100 }), (calls) => {
      const { pace, rests } = after(calls);
      expect(pace.atOnce).toBeGreaterThanOrEqual(1);
      expect(pace.atOnce).toBeLessThanOrEqual(MOST);
      expect(pace.betweenMs).toBeGreaterThanOrEqual(0);
      expect(pace.betweenMs).toBeLessThanOrEqual(2_000);
      for (const rest of rests) expect(rest).toBeLessThanOrEqual(3_600_000);
    }),
  );
});
