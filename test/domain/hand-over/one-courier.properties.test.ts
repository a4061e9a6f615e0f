import { expect, test } from 'vitest';
import { toldTime } from '../../../app/domain/calendar/told-time.ts';
import { KNOWLEDGE, type CallEnd } from '../../../app/domain/hand-over/knowledge.ts';
import { nextStep } from '../../../app/domain/hand-over/next-step.ts';
import type { HandOverEvent, LookedUp, Situation, Step } from '../../../app/domain/hand-over/steps.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';
import { aFailedCall, aLiveOrder, aRecord, aSituation, at, NUMBER, PACE } from './inputs/situations.ts';

/**
 * Plays whole hand-overs against operators that answer anything and take up orders late, with processes that are killed at
 * any call. The rows are kept as the store keeps them, so this is the rule of one courier alone, thousands of times a
 * second; the journeys and storms show that the program keeps to it.
 */

const { lookUpHorizonMs } = PACE.handOver;
const FAILURES = (Object.keys(KNOWLEDGE) as CallEnd[]).filter((end) => end !== 'accepted');

/** After these, look-ups that find nothing count anew. */
const ANSWERS_OTHERWISE: readonly CallEnd[] = ['refused', 'refused-by-field', 'misdirected', 'empty-answer'];

/** What one call to the operator comes to. */
const anyCall = fc.record({
  /** Whether an order that may be taken is taken, and how long after the answer it can be found. */
  takes: fc.boolean(),
  registersAfterMs: fc.integer({ min: 0, max: lookUpHorizonMs - 1 }),
  lastsMs: fc.integer({ min: 0, max: 30_000 }),
  /** Null: it answers as it should. */
  fails: fc.option(fc.constantFrom(...FAILURES)),
  saysNothing: fc.boolean(),
  /** Of a look-up: a proxy says in the operator's place that the order is not there, but not for as long as the horizon. */
  denies: fc.boolean(),
  /** Whether it says so with a page. */
  isPage: fc.boolean(),
  killed: fc.constantFrom(false, false, false, true),
});
type Call = typeof anyCall extends fc.Arbitrary<infer Value> ? Value : never;

const anyHandOver = fc.record({
  fulfilledBeforeMs: fc.integer({ min: 0, max: 24 * 60 * 60_000 }),
  lookFirst: fc.boolean(),
  /** An operator whose horizon is true of it, and that takes each number as often as it is sent. */
  calls: fc.array(anyCall, { minLength: 1, maxLength: 40 }),
});

interface Operator {
  orders: { registersAt: number }[];
}

/** Walks until the delivery is accepted, with a person for good, or there are no more calls. */
function walk({
  fulfilledBeforeMs,
  lookFirst,
  calls,
}: {
  fulfilledBeforeMs: number;
  lookFirst: boolean;
  calls: Call[];
}) {
  const operator: Operator = { orders: [] };
  const live = aLiveOrder({ fulfilledAt: toldTime(at(-fulfilledBeforeMs).toISOString()) });
  let row: Situation['delivery'] = aSituation({ lookFirst }).delivery;
  let now = 0;
  let sent = 0;
  let notFoundSince: number | null = null;
  const left = [...calls];

  const call = (step: Extract<Step, { kind: 'create' | 'look-up' }>): HandOverEvent | 'killed' => {
    const { takes, registersAfterMs, lastsMs, fails, saysNothing, denies, isPage, killed } = left.shift() as Call;
    const failure = { kind: 'failed', failure: aFailedCall({ end: fails ?? 'timeout', saysNothing }) } as const;
    const startedAt = now;
    now += lastsMs;
    if (step.kind === 'create') {
      sent += 1;
      notFoundSince = null;
      row = { ...row, phase: 'handing-over', orderNumber: NUMBER, possiblySentAt: at(startedAt), lookFirst: false };
      const knowledge = KNOWLEDGE[fails ?? 'accepted'];
      const isTaken = knowledge === 'has' || (knowledge === 'may-have' && takes);
      // a killed process knows only when the call began
      const from = killed ? startedAt : now;
      if (isTaken) operator.orders.push({ registersAt: from + (fails === null ? 0 : registersAfterMs) });
      if (killed) return 'killed';
      return { ...step, kind: 'answered', answer: fails === null ? { kind: 'accepted', trackingUrl: null } : failure };
    }
    const { doubt } = step;
    const possiblySentAt = doubt.kind === 'since' ? doubt.since : null;
    // as claimed: what a look-up stores is read with the next claim
    const stored = { ...row, phase: 'handing-over', orderNumber: NUMBER } as const;
    if (killed) {
      row = { ...stored, possiblySentAt: possiblySentAt ?? at(startedAt) };
      return 'killed';
    }
    row = stored;
    const isThere = operator.orders.some(({ registersAt }) => registersAt <= startedAt);
    const isDenied = denies && (notFoundSince === null || now - notFoundSince < lookUpHorizonMs);
    let answer: LookedUp = fails !== null ? failure : { kind: 'found', record: aRecord() };
    if (isDenied || (fails === null && !isThere)) {
      notFoundSince ??= now;
      answer = { kind: 'not-found', since: at(notFoundSince), isPage };
    } else if (fails === null || ANSWERS_OTHERWISE.includes(fails)) notFoundSince = null;
    return { ...step, kind: 'looked-up', answer };
  };

  while (left.length > 0) {
    let event: HandOverEvent = { kind: 'planned', live, earlierLives: [] };
    for (;;) {
      const step: Step = nextStep(aSituation(row, { now: at(now) }), event);
      if (step.kind === 'create' || step.kind === 'look-up') {
        if (left.length === 0) return { operator, row };
        const next = call(step);
        if (next === 'killed') break;
        event = next;
      } else if (step.kind === 'take-back') {
        row = { ...row, phase: 'waiting', possiblySentAt: null, tries: 0 };
        event = { ...step, kind: 'taken-back', sent };
      } else if (step.kind === 'put-off' || step.kind === 'ask') {
        const again = step.kind === 'put-off' ? step : step.again;
        if (!again) return { operator, row, end: step };
        const { sendAt, tries = row.tries } = again;
        const possiblySentAt = step.possiblySentAt === undefined ? row.possiblySentAt : step.possiblySentAt;
        row = { ...row, tries, possiblySentAt, phase: possiblySentAt ? 'handing-over' : 'waiting' };
        expect(sendAt.getTime()).toBeGreaterThanOrEqual(at(now).getTime());
        now = sendAt.getTime() - at(0).getTime();
        break;
      } else return { operator, row, end: step };
    }
  }
  return { operator, row };
}

test('however an operator answers, it gets an order once', () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyHandOver, (handOver) => {
      const { operator, end } = walk(handOver);
      expect(operator.orders.length).toBeLessThanOrEqual(1);
      if (end?.kind !== 'accept') return;
      accepted += 1;
      expect(operator.orders).toHaveLength(1);
    }),
    propertyRuns(5_000),
  );
  expect(accepted).toBeGreaterThan(0);
});

test('an order that the operator can take is accepted in the end', () => {
  fc.assert(
    fc.property(anyHandOver, (handOver) => {
      const well: Call = {
        takes: true,
        registersAfterMs: 0,
        lastsMs: 0,
        fails: null,
        saysNothing: false,
        denies: false,
        isPage: false,
        killed: false,
      };
      const { end } = walk({ ...handOver, calls: [...handOver.calls, ...Array.from({ length: 40 }, () => well)] });
      expect(end?.kind).toMatch(/^(accept|ask)$/);
      // a person is asked only about the operator's own words
      if (end?.kind === 'ask') expect(end.problems).toMatchObject([{ code: 'operator-refused' }]);
    }),
    propertyRuns(2_000),
  );
});
