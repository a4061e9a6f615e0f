/** The states of §3 in the order of the example history, oldest first. */
export const STATES = [
  'ingresado',
  'asignación aceptada',
  'en punto de retiro',
  'en despacho',
  'en camino entrega',
  'entregado',
] as const;
export type State = (typeof STATES)[number];

/** One entry of a history. The status is free text, because operators have states that the interface does not list. */
export interface StateEntry {
  readonly status: string;
  readonly at: Date;
}

/** How long an order stays in each state before it moves to the next, in milliseconds. `entregado` is the last. */
export type Timeline = Readonly<Record<Exclude<State, 'entregado'>, number>>;

const MINUTE = 60_000;

export const REALISTIC_TIMELINE: Timeline = {
  ingresado: 5 * MINUTE,
  'asignación aceptada': 15 * MINUTE,
  'en punto de retiro': 10 * MINUTE,
  'en despacho': 30 * MINUTE,
  'en camino entrega': 25 * MINUTE,
};

/** When an order enters each state if nobody changes it, oldest first. A state with no end is the last one. */
export function scheduledEntries(registeredAt: Date, timeline: Timeline): StateEntry[] {
  const entries: StateEntry[] = [];
  let at = registeredAt.getTime();
  for (const status of STATES) {
    if (!Number.isFinite(at)) break;
    entries.push({ status, at: new Date(at) });
    if (status !== 'entregado') at += timeline[status];
  }
  return entries;
}
