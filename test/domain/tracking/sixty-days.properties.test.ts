import { expect, it } from 'vitest';
import { exceptionsOf } from '../../../app/domain/exceptions/exception.ts';
import type { Problem } from '../../../app/domain/problems/problem.ts';
import { LOST, newsOf, type ReadBefore } from '../../../app/domain/tracking/news.ts';
import {
  currentState,
  STATE_GROUPS,
  type StateEntry,
  type StateGroup,
} from '../../../app/domain/tracking/operator-state.ts';
import { flagsOf } from '../../../app/domain/tracking/promise-watch.ts';
import { nextReadAt } from '../../../app/domain/tracking/tracking-schedule.ts';
import { BUILT_IN } from '../../set-up/built-in-states.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';

/** Whatever an operator says or does not say: after 60 days a delivery has ended or is with a person, and reads end. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const handedOverAt = new Date('2026-11-21T15:00:00Z');
const later = (ms: number) => new Date(handedOverAt.getTime() + ms);
const BASE_INTERVAL_MS = 20 * 60_000;
/** Of a state that begins anew every hour for 76 days: three reads an hour. */
const READS_LIMIT = 76 * 24 * 3;
const NOT_FOUND_BEFORE_ASKING = 5;

const anySaying = fc.oneof(
  fc.record({
    state: fc.constantFrom(
      ...['ingresado', 'en despacho', 'en camino entrega', 'entregado', 'demorado', 'sin moradores', 'devuelto'],
      ...['almacenaje', 'error dirección', 'en bodega norte', 'aguarde'],
    ),
    isDated: fc.boolean(),
  }),
  fc.constantFrom('fails' as const, 'not-found' as const),
);
const anyOperator = fc.record({
  says: fc.array(anySaying, { minLength: 1, maxLength: 8 }),
  /** How long it says each thing. */
  hoursEach: fc.integer({ min: 1, max: 20 * 24 }),
  /** It begins again from the first thing, or stays with the last. */
  isRound: fc.boolean(),
  promisedDays: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
});
type Operator = typeof anyOperator extends fc.Arbitrary<infer Value> ? Value : never;

function saidAt({ says, hoursEach, isRound }: Operator, now: Date) {
  const turn = Math.floor((now.getTime() - handedOverAt.getTime()) / HOUR_MS / hoursEach);
  const place = isRound ? turn % says.length : Math.min(turn, says.length - 1);
  return { said: says[place] ?? 'fails', since: later((isRound ? turn : place) * hoursEach * HOUR_MS) };
}

/** A delivery that was handed over, as reads go on. */
class Followed {
  readonly #history: StateEntry[] = [];
  known: ReadBefore = {
    phase: 'in-delivery',
    state: null,
    stateGroup: null,
    stateAt: null,
    trackingUrl: null,
    operatorDate: null,
    endedAt: null,
    lastReadAt: null,
    isLost: false,
  };
  problems: readonly Problem[] = [];
  failures = 0;

  get group(): StateGroup | null {
    return STATE_GROUPS.find((group) => group === this.known.stateGroup) ?? null;
  }

  read(operator: Operator, now: Date): void {
    const { said, since } = saidAt(operator, now);
    if (typeof said === 'string') return this.#fail(said);
    const entry = { status: said.state, date: since.toISOString(), at: said.isDated ? since : null };
    const isNew = this.#history.every(({ status, date }) => status !== entry.status || date !== entry.date);
    if (isNew) this.#history.unshift(entry);
    const state = currentState(this.#history, null, BUILT_IN);
    const made = { last: null, room: 0, events: [] };
    const reported = { state, trackingUrl: null, operatorDate: null, added: [], history: this.#history, made };
    const { phase, endedAt, solved, problems } = newsOf(this.known, reported, {
      states: BUILT_IN,
      stateTags: true,
      now,
    });
    this.failures = 0;
    this.problems = [...this.problems.filter(({ code }) => !solved.includes(code)), ...problems];
    const shown = { state: state?.name ?? null, stateGroup: state?.group ?? null, stateAt: state?.at ?? null };
    this.known = { ...this.known, ...shown, phase, endedAt, lastReadAt: now, isLost: false };
  }

  #fail(how: 'fails' | 'not-found'): void {
    this.failures += 1;
    if (how === 'fails' || this.failures < NOT_FOUND_BEFORE_ASKING || this.known.phase !== 'in-delivery') return;
    this.known = { ...this.known, phase: 'needs-attention', isLost: true };
    this.problems = [...this.problems, { code: LOST, field: null, details: {} }];
  }

  isOver(promisedUntil: Date | null, now: Date): boolean {
    const { phase, stateAt, endedAt } = this.known;
    const watched = { now, handedOverAt, promisedUntil, group: this.group, stateAt, updatedAt: now };
    const flags = flagsOf({ ...watched, hasEnded: endedAt !== null });
    if (phase === 'delivered' || phase === 'failed') return true;
    return exceptionsOf({ phase, problems: this.problems, flags, attentionSince: null }).length > 0;
  }
}

it('every delivery ends or is with a person after 60 days, and is read a limited number of times', () => {
  fc.assert(
    fc.property(anyOperator, (operator) => {
      const { promisedDays, random } = operator;
      const promisedUntil = promisedDays === null ? null : later(promisedDays * DAY_MS);
      const delivery = new Followed();
      let reads = 0;
      let isOverAtDay60: boolean | null = null;
      for (let now: Date | null = handedOverAt; now !== null; reads += 1) {
        if (now >= later(60 * DAY_MS)) isOverAtDay60 ??= delivery.isOver(promisedUntil, later(60 * DAY_MS));
        delivery.read(operator, now);
        expect(reads).toBeLessThan(READS_LIMIT);
        const { stateAt, endedAt, isLost, lastReadAt } = delivery.known;
        const delay = { failures: delivery.failures, lastFoundAt: isLost ? (lastReadAt ?? handedOverAt) : null };
        const place = { handedOverAt, promisedUntil, endedAt, zone: 'America/Lima', group: delivery.group };
        const pace = { baseIntervalMs: BASE_INTERVAL_MS, random };
        now = nextReadAt({ ...place, ...delay, ...pace, now, stateAt: stateAt ?? handedOverAt });
      }
      expect(isOverAtDay60 ?? delivery.isOver(promisedUntil, later(60 * DAY_MS))).toBe(true);
    }),
    propertyRuns(2_000),
  );
});
