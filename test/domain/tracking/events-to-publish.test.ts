import { describe, expect, it } from 'vitest';
import type { FulfillmentEventStatus } from '../../../app/domain/tracking/fulfillment-events.ts';
import type { CurrentState, StateEntry } from '../../../app/domain/tracking/operator-state.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';
import { currentState, eventsOfRead, eventsToPublish } from '../../set-up/built-in-states.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));
const entry = (status: string, hour: number): StateEntry => ({ status, date: `${hour}h`, at: at(hour) });

it('makes an event of each state that Shopify has one for, oldest first', () => {
  const newestFirst = [
    ...[entry('entregado', 17), entry('en camino entrega', 16), entry('en despacho', 15)],
    ...[entry('en punto de retiro', 14), entry('asignación aceptada', 13), entry('ingresado', 12)],
  ];
  expect(eventsToPublish(newestFirst, null)).toEqual([
    { status: 'CONFIRMED', happenedAt: at(12) },
    { status: 'IN_TRANSIT', happenedAt: at(15) },
    { status: 'OUT_FOR_DELIVERY', happenedAt: at(16) },
    { status: 'DELIVERED', happenedAt: at(17) },
  ]);
});

it('adds nothing older than the last event, so that delivered stays delivered', () => {
  const last = { status: 'DELIVERED', happenedAt: at(17) } as const;
  expect(eventsToPublish([entry('en camino entrega', 16)], last)).toEqual([]);
});

it('adds what happened in the same second as the last event', () => {
  const last = { status: 'IN_TRANSIT', happenedAt: at(15) } as const;
  expect(eventsToPublish([entry('en camino entrega', 15)], last)).toEqual([
    { status: 'OUT_FOR_DELIVERY', happenedAt: at(15) },
  ]);
});

it('ends with the end among what has one date, whether it becomes known at once or later', () => {
  const [attempt, end] = [entry('sin moradores', 17), entry('entregado', 17)];
  for (const listed of [
    [attempt, end],
    [end, attempt],
  ]) {
    expect(eventsToPublish(listed, null).at(-1)).toEqual({ status: 'DELIVERED', happenedAt: at(17) });
  }
  const last = { status: 'DELIVERED', happenedAt: at(17) } as const;
  expect(eventsToPublish([attempt], last)).toEqual([]);
  expect(eventsToPublish([entry('devuelto', 17)], last)).toEqual([{ status: 'FAILURE', happenedAt: at(17) }]);
});

it('makes one event of states that mean the same to Shopify', () => {
  const events = eventsToPublish([entry('recepción en bodega', 14), entry('en despacho', 15)], null);
  expect(events).toEqual([{ status: 'IN_TRANSIT', happenedAt: at(14) }]);
});

it('makes an event again when another one stood between', () => {
  const last = { status: 'ATTEMPTED_DELIVERY', happenedAt: at(16) } as const;
  expect(eventsToPublish([entry('en camino entrega', 18)], last)).toEqual([
    { status: 'OUT_FOR_DELIVERY', happenedAt: at(18) },
  ]);
});

it('raises no event for an unknown name, nor for an entry without a date', () => {
  expect(eventsToPublish([entry('en órbita', 12), { status: 'entregado', date: '?', at: null }], null)).toEqual([]);
});

describe('the events of reads', () => {
  const LIFE = [
    'ingresado',
    'asignación aceptada',
    'en punto de retiro',
    'en despacho',
    'en camino entrega',
    'entregado',
  ];
  /** What one answer shows: so many entries, and a last state that may be ahead of them or behind. */
  const anAnswer = fc.record({
    entries: fc.integer({ min: 0, max: LIFE.length }),
    lastState: fc.integer({ min: 0, max: LIFE.length - 1 }),
    hasDates: fc.boolean(),
  });

  it('are made once each and never go back, whatever last_state and history say in which order', () => {
    fc.assert(
      fc.property(fc.array(anAnswer, { minLength: 1, maxLength: 12 }), (answers) => {
        const known: StateEntry[] = [];
        const made: { status: FulfillmentEventStatus; happenedAt: Date | null }[] = [];
        let before: CurrentState | null = null;
        for (const { entries, lastState, hasDates } of answers) {
          const listed = LIFE.slice(0, entries).map((status, step): StateEntry => {
            return { status, date: hasDates ? `${step}h` : '', at: hasDates ? at(step) : null };
          });
          const isKnown = ({ status, date }: StateEntry) => known.some((e) => e.status === status && e.date === date);
          const added = listed.filter((each) => !isKnown(each));
          known.push(...added);
          const state = currentState(known, LIFE[lastState] ?? null, listed);
          const dated = made.flatMap(({ status, happenedAt }) => (happenedAt ? [{ status, happenedAt }] : []));
          const events = made.map(({ status, happenedAt }) => ({ status, isDated: happenedAt !== null }));
          const given = { before, state, added, history: known };
          made.push(...eventsOfRead({ ...given, made: { last: dated.at(-1) ?? null, room: 100, events } }));
          before = state;
        }
        const statuses = made.map(({ status }) => status);
        expect(new Set(statuses).size).toBe(statuses.length);
      }),
      propertyRuns(5_000),
    );
  });

  it('do not repeat what last_state said a step ahead of the history', () => {
    const history = [entry('en despacho', 15), entry('en camino entrega', 16)];
    const made = [
      { status: 'IN_TRANSIT', isDated: false },
      { status: 'OUT_FOR_DELIVERY', isDated: false },
    ] as const;
    const before = { event: 'OUT_FOR_DELIVERY', at: null } as const;
    const state = { event: 'OUT_FOR_DELIVERY', at: at(16) } as const;
    const events = { last: null, room: 100, events: made };
    expect(eventsOfRead({ before, state, added: history, history, made: events })).toEqual([]);
    const second = entry('sin moradores', 17);
    const again = [...history, second, entry('en camino entrega', 20)];
    expect(eventsOfRead({ before, state, added: again, history: again, made: events })).toEqual([
      { status: 'ATTEMPTED_DELIVERY', happenedAt: at(17) },
      { status: 'OUT_FOR_DELIVERY', happenedAt: at(20) },
    ]);
  });
});
