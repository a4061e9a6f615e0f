import { describe, expect, it } from 'vitest';
import { toldTime } from '../../../app/domain/calendar/told-time.ts';
import {
  doubtOf,
  isSureNotTaken,
  nextLookUpAt,
  type Doubt,
  type KnownBeforeCall,
} from '../../../app/domain/hand-over/doubt.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = new Date('2026-03-02T12:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);
const pace = { lookUpDelayMs: 5 * SECOND, lookUpHorizonMs: 15 * MINUTE, freshMs: 5 * MINUTE };

const fresh: KnownBeforeCall = {
  now: at(2 * SECOND),
  possiblySentAt: null,
  resendAskedAt: null,
  lookFirst: false,
  fulfilledAt: toldTime('2026-03-02T12:00:00Z'),
  earlierLives: [],
};

describe('before a delivery is sent', () => {
  it.each<[string, Partial<KnownBeforeCall>, Doubt | null]>([
    ['a fresh one is not doubted', {}, null],
    ['one that a call may have brought there is', { possiblySentAt: at(SECOND) }, { kind: 'since', since: at(SECOND) }],
    ['one that nobody told of is looked up once', { lookFirst: true }, { kind: 'once' }],
    ['one of five minutes is fresh', { now: at(5 * MINUTE) }, null],
    ['an older one is looked up once', { now: at(5 * MINUTE + 1) }, { kind: 'once' }],
    [
      'one that was made in an earlier life may have been sent until its end',
      { earlierLives: [{ kind: 'restored-database', endedAt: at(SECOND) }], lookFirst: true },
      { kind: 'since', since: at(SECOND) },
    ],
    [
      'one that was made in the second of the restore may have been sent, also by clocks that differ by 90 s',
      { earlierLives: [{ kind: 'restored-database', endedAt: at(-90 * SECOND) }] },
      { kind: 'since', since: at(-90 * SECOND) },
    ],
    [
      'one that was made later was not sent by the restored database',
      { earlierLives: [{ kind: 'restored-database', endedAt: at(-90 * SECOND - 1) }] },
      null,
    ],
    [
      'one that was made before an empty database began may have been sent by a lost one',
      { earlierLives: [{ kind: 'lost-database', endedAt: at(91 * SECOND) }] },
      { kind: 'since', since: at(91 * SECOND) },
    ],
    [
      'one that can be as young as an empty database was not sent before',
      { earlierLives: [{ kind: 'lost-database', endedAt: at(91 * SECOND - 1) }] },
      null,
    ],
    [
      'one that was made in the second of the uninstall may have been sent',
      { earlierLives: [{ kind: 'installation', endedAt: START }] },
      { kind: 'since', since: START },
    ],
    [
      'one that was made after the uninstall was not sent',
      { earlierLives: [{ kind: 'installation', endedAt: at(-1) }] },
      null,
    ],
    [
      'a call of this life counts as well as the earlier life',
      {
        earlierLives: [{ kind: 'restored-database', endedAt: at(SECOND) }],
        possiblySentAt: at(2 * SECOND),
      },
      { kind: 'since', since: at(2 * SECOND) },
    ],
    [
      'a call that an older backup knows counts less',
      {
        earlierLives: [{ kind: 'restored-database', endedAt: at(2 * SECOND) }],
        possiblySentAt: at(SECOND),
      },
      { kind: 'since', since: at(2 * SECOND) },
    ],
    ['the first life has none before it', { earlierLives: [] }, null],
  ])('%s', (_what, change, doubt) => {
    expect(doubtOf({ ...fresh, ...change }, pace)).toEqual(doubt);
  });
});

describe('an order that is not found', () => {
  const since: Doubt = { kind: 'since', since: START };
  it.each<[string, Doubt, Partial<KnownBeforeCall>, boolean]>([
    ['is there for all we know before the horizon', since, { now: at(15 * MINUTE - 1) }, false],
    ['was not taken at the horizon', since, { now: at(15 * MINUTE) }, true],
    ['is sent when the merchant has said so since', since, { resendAskedAt: at(SECOND) }, true],
    ['is sent when the merchant said so at the moment of the call', since, { resendAskedAt: START }, true],
    ['is not sent for what the merchant said before the call', since, { resendAskedAt: at(-SECOND) }, false],
    ['is sent at once where nothing says that it was before', { kind: 'once' }, {}, true],
  ])('%s', (_what, doubt, change, isSure) => {
    expect(isSureNotTaken(doubt, { ...fresh, ...change }, pace)).toBe(isSure);
  });

  it('is looked up at growing intervals, and at the end of the horizon', () => {
    const times: number[] = [];
    let now = at(pace.lookUpDelayMs);
    while (now < at(pace.lookUpHorizonMs)) {
      times.push((now.getTime() - START.getTime()) / SECOND);
      now = nextLookUpAt(START, now, pace);
    }
    expect(times).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
    expect(now).toEqual(at(pace.lookUpHorizonMs));
    expect(nextLookUpAt(START, START, pace)).toEqual(at(pace.lookUpDelayMs));
  });

  it('is looked up ever more seldom after the horizon', () => {
    expect(nextLookUpAt(START, at(15 * MINUTE), pace)).toEqual(at(30 * MINUTE));
    expect(nextLookUpAt(START, at(20 * MINUTE), pace)).toEqual(at(40 * MINUTE));
  });

  it('is looked up twice when the operator refuses repeats', () => {
    const short = { ...pace, lookUpHorizonMs: 2 * pace.lookUpDelayMs };
    expect(nextLookUpAt(START, at(5 * SECOND), short)).toEqual(at(10 * SECOND));
    expect(isSureNotTaken(since, { ...fresh, now: at(5 * SECOND) }, short)).toBe(false);
    expect(isSureNotTaken(since, { ...fresh, now: at(10 * SECOND) }, short)).toBe(true);
  });
});
