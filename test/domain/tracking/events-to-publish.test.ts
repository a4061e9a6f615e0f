import { expect, it } from 'vitest';
import { eventsToPublish } from '../../../app/domain/tracking/events-to-publish.ts';
import type { StateEntry } from '../../../app/domain/tracking/operator-state.ts';

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
