import { expect, it } from 'vitest';
import { STANDARD_PACE } from '../../../app/pace.ts';
import { paceAfter } from '../../../app/scheduling/call-pace.ts';
import type { LimitRow } from '../../../app/scheduling/fleet/limit-rows.ts';
import { exchangeWith, freshSharedLane, type SharedLane } from '../../../app/scheduling/fleet/shared-lane.ts';

const MOST = 20;
const moment = {
  id: 'me',
  databaseNow: 10_000,
  leaseMs: 1_000,
  limit: MOST,
  times: STANDARD_PACE.calls,
};

function laneWith(changes: Partial<SharedLane>): SharedLane {
  return { ...freshSharedLane(MOST, () => 1), wants: 1, ...changes };
}

function rowWith(changes: Partial<LimitRow>): LimitRow {
  return {
    key: 'account',
    version: 5,
    pace: freshSharedLane(MOST, () => 0).pace,
    restUntil: null,
    shares: {},
    ...changes,
  };
}

/** A pace after one 429 at that time. */
function slowed(now: number) {
  const throttled = { result: 'throttled' as const, startedAt: now, now, retryAfterMs: null, random: 0.5 };
  return paceAfter(freshSharedLane(MOST, () => 0).pace, throttled, { limit: MOST, times: STANDARD_PACE.calls }).pace;
}

it('shares a slow-down that the others do not know yet', () => {
  const row = rowWith({});
  const { row: told, othersSlowed } = exchangeWith(
    laneWith({ pace: slowed(2_000), hasSlowed: true, row }),
    'account',
    rowWith({ version: 6 }),
    moment,
  );
  expect(told.pace).toMatchObject({ atOnce: 10, slowedAt: 2_000 });
  expect(othersSlowed).toBe(false);
});

it('two processes that get 429s in one burst slow the fleet down once', () => {
  const found = rowWith({ version: 6, pace: slowed(2_000) });
  const mine = laneWith({ pace: slowed(2_050), hasSlowed: true, row: rowWith({}) });
  const { row: told, othersSlowed } = exchangeWith(mine, 'account', found, moment);
  expect(told.pace).toMatchObject({ atOnce: 10, betweenMs: STANDARD_PACE.calls.firstBetweenMs, slowedAt: 2_000 });
  expect(othersSlowed).toBe(true);
});

it('answers to every process raise the pace of all', () => {
  const base = rowWith({ pace: slowed(2_000) });
  const found = rowWith({ version: 6, pace: { ...base.pace, atOnce: 12 } });
  const { row: told } = exchangeWith(laneWith({ pace: base.pace, answers: 30, row: base }), 'account', found, moment);
  expect(told.pace.atOnce).toBeGreaterThan(13);
  expect(told.pace.betweenMs).toBeLessThan(base.pace.betweenMs);
});

it('a rest is never shortened', () => {
  const [early, late] = [new Date(20_000), new Date(30_000)];
  for (const [mine, theirs] of [
    [early, late],
    [late, early],
    [null, late],
    [late, null],
  ] as const) {
    const { row } = exchangeWith(laneWith({ restUntil: mine }), 'account', rowWith({ restUntil: theirs }), moment);
    expect(row.restUntil).toEqual(late);
  }
});

it('a pace of one call at once has one place in all processes', () => {
  const pace = { ...slowed(2_000), atOnce: 1.4 };
  const first = exchangeWith(laneWith({ wants: 20 }), 'account', rowWith({ pace }), moment);
  expect(first.usable).toBe(1);
  const second = exchangeWith(laneWith({ wants: 20 }), 'account', first.row, { ...moment, id: 'other' });
  expect(second.usable).toBe(0);
});
