import { describe, expect, it } from 'vitest';
import { exceptionsOf } from '../../../app/domain/exceptions/exception.ts';
import { PHASES } from '../../../app/domain/lifecycle/delivery-phase.ts';
import {
  PASSING_PROBLEMS,
  PROBLEM_CODES,
  STATE_PROBLEMS,
  type Problem,
  type ProblemCode,
} from '../../../app/domain/problems/problem.ts';
import { FLAG_CODES, type FlagCode } from '../../../app/domain/tracking/promise-watch.ts';

const NOON = new Date('2026-05-08T12:00:00Z');
const MORNING = '2026-05-08T09:00:00.000Z';

const problem = (code: ProblemCode, details: Problem['details'] = {}): Problem => ({ code, field: null, details });
const flag = (code: FlagCode) => ({ code, since: MORNING });
const calm = { phase: 'in-delivery', problems: [], flags: [], attentionSince: null } as const;

/** Every kind that there is, each of a delivery of its own. */
const everyKind = () => [
  ...PROBLEM_CODES.flatMap((code) => exceptionsOf({ ...calm, problems: [problem(code)] })),
  ...FLAG_CODES.flatMap((code) => exceptionsOf({ ...calm, flags: [flag(code)] })),
];

describe('a delivery needs a person', () => {
  it('in no phase but needs-attention, while it has no problem and no flag', () => {
    expect(PHASES.filter((phase) => exceptionsOf({ ...calm, phase }).length > 0)).toEqual(['needs-attention']);
  });

  it.each(PHASES)('once for each problem and each flag while it is %s', (phase) => {
    const needy = { ...calm, phase, problems: [problem('phone-missing'), null], flags: [flag('late')] };
    expect(exceptionsOf(needy)).toHaveLength(3);
  });

  it('for its problems first, and then for its flags', () => {
    const problems = [problem('other-tracking-kept'), problem('address-wrong')];
    const flags = [flag('late'), flag('silent')];
    expect(exceptionsOf({ ...calm, problems, flags }).map(({ code }) => code)).toEqual([
      'other-tracking-kept',
      'address-wrong',
      'late',
      'silent',
    ]);
  });

  it.each([
    ['a problem of a later version', { ...calm, problems: [null] }],
    ['no problem that anybody noted', { ...calm, phase: 'needs-attention' }],
  ] as const)('and support is asked for %s', (_, needy) => {
    expect(exceptionsOf({ ...needy, attentionSince: NOON })).toEqual([
      { code: null, problem: null, since: NOON, actor: 'support', end: 'word', remedies: ['support'] },
    ]);
  });

  it('with what the problem or the flag says, and the best remedy first', () => {
    const refused = problem('operator-refused', { message: 'The branch is unknown' });
    expect(exceptionsOf({ ...calm, problems: [refused], flags: [flag('stuck')], attentionSince: NOON })).toEqual([
      {
        code: 'operator-refused',
        problem: refused,
        since: NOON,
        actor: 'store',
        end: 'fix',
        remedies: ['pickup', 'locations'],
      },
      {
        code: 'stuck',
        problem: null,
        since: new Date(MORNING),
        actor: 'operator',
        end: 'state',
        remedies: ['operator', 'order'],
      },
    ]);
  });
});

describe('the time since when a person is needed', () => {
  const since = (details: Problem['details'], attentionSince: Date | null) =>
    exceptionsOf({ ...calm, problems: [problem('stored', details)], attentionSince })[0]?.since;

  it.each([
    ['is when the operator’s state began', { since: MORNING }, NOON, new Date(MORNING)],
    ['is known from the state alone', { since: MORNING }, null, new Date(MORNING)],
    ['is when the delivery began to need one, for a state without a time', { state: 'ALMACENADO' }, NOON, NOON],
    ['is not read from a number', { since: 7 }, NOON, NOON],
    ['can be unknown', {}, null, null],
  ] as const)('%s', (_, details, attentionSince, expected) => {
    expect(since(details, attentionSince)).toEqual(expected);
  });

  it('is that of the flag, whatever else the delivery needs', () => {
    const exceptions = exceptionsOf({ ...calm, flags: [flag('late')], attentionSince: NOON });
    expect(exceptions.map((each) => each.since)).toEqual([new Date(MORNING)]);
  });
});

describe('who must act', () => {
  it('is the store, but for what only the operator or support can do', () => {
    const others = everyKind()
      .filter(({ actor }) => actor !== 'store')
      .map(({ code, actor }) => [code, actor]);
    expect(others).toEqual([
      ['operator-unreachable', 'operator'],
      ['outcome-unknown', 'operator'],
      ['unknown-to-operator', 'operator'],
      ['shopify-unreachable', 'support'],
      ['unexpected-failure', 'support'],
      ['customer-data-withheld', 'support'],
      ['lost', 'operator'],
      ['cancelled-by-operator', 'operator'],
      ['late', 'operator'],
      ['stuck', 'operator'],
      ['silent', 'operator'],
      ['no-news', 'operator'],
    ]);
  });

  it('can be reached from the delivery, unless Handoff keeps trying', () => {
    for (const { actor, end, remedies } of everyKind()) {
      if (actor !== 'store' && end !== 'itself') expect(remedies).toContain(actor);
    }
  });
});

describe('what ends the need', () => {
  const endsBy = (end: string) =>
    everyKind()
      .filter((each) => each.end === end)
      .map(({ code }) => code);

  it('is the correction and a retry of what could not be sent', () => {
    expect(endsBy('fix')).toEqual([
      'operator-refused',
      'order-number-taken',
      'order-number-too-long',
      // whatever can be wrong with an order or with the settings
      ...PROBLEM_CODES.slice(PROBLEM_CODES.indexOf('order-number-unreadable'), PROBLEM_CODES.indexOf('attempt-failed')),
    ]);
  });

  it('is that the reason passes, for all that is tried again and for what is looked for', () => {
    expect(endsBy('itself').sort()).toEqual([...PASSING_PROBLEMS, 'unknown-to-operator'].sort());
  });

  it('is the next state of what the operator still delivers', () => {
    expect(endsBy('state')).toEqual([
      'attempt-failed',
      'address-wrong',
      'operator-asks',
      'stored',
      'returning',
      'late',
      'stuck',
      'silent',
    ]);
  });

  it('is only a person’s word where nothing more is to be expected', () => {
    expect(endsBy('word')).toEqual([
      'cancelled-after-hand-over',
      'edited-after-hand-over',
      'order-out-of-reach',
      'other-tracking-kept',
      'shopify-write-refused',
      'refused-by-customer',
      'returned',
      'lost',
      'cancelled-by-operator',
      'not-delivered',
      'no-news',
    ]);
  });

  it('is never a retry of what the operator has reported', () => {
    for (const code of STATE_PROBLEMS) expect(endsBy('fix')).not.toContain(code);
  });

  it('has a place to go to, where something must be corrected', () => {
    for (const { code, end, remedies } of everyKind()) {
      if (end === 'fix') expect(remedies, `for ${code}`).not.toEqual([]);
    }
  });
});
