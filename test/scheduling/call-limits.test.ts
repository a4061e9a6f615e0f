import { expect, it } from 'vitest';
import { createCallLimits, CallsPausedError } from '../../app/scheduling/call-limits.ts';
import { STANDARD_PACE } from '../../app/pace.ts';

class Failure extends Error {
  readonly verdict: { result: 'failed' | 'throttled'; retryAfterMs: number | null };

  constructor(result: 'failed' | 'throttled', retryAfterMs: number | null = null) {
    super(result);
    this.verdict = { result, retryAfterMs };
  }
}

/** Limits on a clock that the test sets, and the rests that they asked to be kept. */
function limitsOn(clock: { now: number }, limit = 4) {
  const rests: { id: string; until: number; reason: string }[] = [];
  const limits = createCallLimits({
    limit,
    times: STANDARD_PACE.calls,
    now: () => new Date(clock.now),
    random: () => 0.5,
    judge: (error) => (error instanceof Failure ? error.verdict : null),
    rest: (id, until, reason) => {
      rests.push({ id, until: until.getTime(), reason });
      return Promise.resolve();
    },
  });
  return { limits, rests };
}

/** Calls that end when the test says so. */
function heldCalls() {
  const held: (() => void)[] = [];
  return {
    held,
    call: () => new Promise<string>((resolve) => held.push(() => resolve('answer'))),
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const throttled = (retryAfterMs: number) => new Failure('throttled', retryAfterMs);

it('has as many calls under way as are allowed, and the next when one ends; each by itself', async () => {
  const { limits } = limitsOn({ now: 0 });
  const [one, other] = [heldCalls(), heldCalls()];
  const answers = Array.from({ length: 6 }, () => limits.call('one', one.call));
  const elsewhere = limits.call('other', other.call);
  await settled();
  expect([one.held.length, other.held.length]).toEqual([4, 1]);
  one.held[0]?.();
  await answers[0];
  await settled();
  expect(one.held).toHaveLength(5);
  for (let next = 1; next < 6; next += 1) {
    one.held[next]?.();
    await settled();
  }
  other.held[0]?.();
  expect(await Promise.all([...answers, elsewhere])).toHaveLength(7);
});

it('throws what the call throws', async () => {
  const { limits } = limitsOn({ now: 0 });
  const failure = new Failure('failed');
  await expect(limits.call('one', () => Promise.reject(failure))).rejects.toBe(failure);
  await expect(limits.call('one', () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
});

it('sends nothing during a rest, and shares the rest with the other processes', async () => {
  const clock = { now: 1_000 };
  const { limits, rests } = limitsOn(clock);
  await limits.call('one', () => Promise.reject(throttled(5_000))).catch(() => null);
  expect(rests).toEqual([{ id: 'one', until: 6_000, reason: 'throttled' }]);
  const never = () => Promise.reject(new Error('it went out'));
  await expect(limits.call('one', never)).rejects.toThrow(CallsPausedError);
  clock.now = 6_000;
  expect(await limits.call('one', () => Promise.resolve('answer'))).toBe('answer');
});

it('rests after one failure that says for how long', async () => {
  const clock = { now: 1_000 };
  const { limits, rests } = limitsOn(clock);
  await limits.call('one', () => Promise.reject(new Failure('failed', 30_000))).catch(() => null);
  expect(rests).toEqual([{ id: 'one', until: 31_000, reason: 'failing' }]);
  const never = () => Promise.reject(new Error('it went out'));
  await expect(limits.call('one', never)).rejects.toThrow(CallsPausedError);
  expect(limits.full('read')).toEqual(['one']);
});

it('makes a rest longer, and never shorter', async () => {
  const clock = { now: 1_000 };
  const { limits } = limitsOn(clock);
  const together = [new Failure('failed', 30_000), new Failure('throttled', null), new Failure('failed', 2_000)];
  await Promise.allSettled(together.map((failure) => limits.call('one', () => Promise.reject(failure))));
  clock.now = 30_999;
  await expect(limits.call('one', () => Promise.resolve('too early'))).rejects.toThrow(CallsPausedError);
  clock.now = 31_000;
  expect(await limits.call('one', () => Promise.resolve('answer'))).toBe('answer');
});

it('rests after failures in a row', async () => {
  const { limits, rests } = limitsOn({ now: 1_000 });
  for (let count = 0; count < 8; count += 1) {
    await limits.call('one', () => Promise.reject(new Failure('failed'))).catch(() => null);
  }
  expect(rests).toEqual([{ id: 'one', until: 6_000, reason: 'failing' }]);
});

it('takes up three times the calls for hand-overs, half of them for reads, and says who is full', async () => {
  const { limits } = limitsOn({ now: 0 });
  const work = heldCalls();
  const occupy = (kind: 'hand-over' | 'read') =>
    limits.occupy(kind, 'one', async () => {
      await work.call();
    });
  expect([limits.room('hand-over', 'one'), limits.room('read', 'one')]).toEqual([12, 2]);
  const occupied = [...Array.from({ length: 12 }, () => occupy('hand-over')), occupy('read')];
  expect([limits.room('hand-over', 'one'), limits.room('read', 'one')]).toEqual([0, 1]);
  expect([limits.full('hand-over'), limits.full('read')]).toEqual([['one'], []]);
  for (const end of work.held) end();
  await Promise.all(occupied);
  expect(limits.full('hand-over')).toEqual([]);
});

it('work that belongs to no account needs no place, and an empty id is refused', async () => {
  const { limits } = limitsOn({ now: 0 });
  const work = heldCalls();
  const occupied = Array.from({ length: 100 }, () =>
    limits.occupy('hand-over', null, () => work.call().then(() => undefined)),
  );
  expect(limits.full('hand-over')).toEqual([]);
  for (const end of work.held) end();
  await Promise.all(occupied);
  await expect(limits.occupy('hand-over', '', () => Promise.resolve())).rejects.toThrow('this one is empty');
});

it('keeps a time between two calls for an operator that takes only so many in a minute', async () => {
  const leastBetweenMs = 40;
  const limits = createCallLimits({
    limit: 4,
    leastBetweenMs,
    times: STANDARD_PACE.calls,
    now: () => new Date(),
    random: () => 0.5,
    judge: () => null,
  });
  const startedAt: number[] = [];
  await Promise.all(Array.from({ length: 4 }, () => limits.call('one', async () => startedAt.push(performance.now()))));
  expect((startedAt.at(-1) ?? 0) - (startedAt[0] ?? 0)).toBeGreaterThan(2.5 * leastBetweenMs);
});
