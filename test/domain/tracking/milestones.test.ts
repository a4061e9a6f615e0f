import { expect, it } from 'vitest';
import { milestonesOf } from '../../../app/domain/tracking/news.ts';
import { BUILT_IN, currentState } from '../../set-up/built-in-states.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 8, 15, minute));
const history = (...states: string[]) =>
  states.map((status, minute) => ({ status, date: `08-05-2026 10:0${minute}:00`, at: at(minute) }));

function milestones(...states: string[]) {
  const entries = history(...states);
  return milestonesOf(entries, currentState(entries, states.at(-1) ?? null), BUILT_IN);
}

it.each([
  ['nothing yet', ['ingresado', 'asignación aceptada'], { collectedAt: null, firstFailure: null }],
  ['collected', ['ingresado', 'en despacho'], { collectedAt: at(1), firstFailure: null }],
  ['delivered without a state before', ['ingresado', 'entregado'], { collectedAt: at(1), firstFailure: null }],
  ['an attempt that failed', ['ingresado', 'sin moradores'], { collectedAt: at(1), firstFailure: 'sin moradores' }],
  [
    'the first of two failures, and delivered after all',
    ['en despacho', 'sin moradores', 'incidencia', 'entregado'],
    { collectedAt: at(0), firstFailure: 'sin moradores' },
  ],
  [
    'returned without having been collected',
    ['ingresado', 'devuelto'],
    { collectedAt: null, firstFailure: 'devuelto' },
  ],
  ['a word that nobody knows', ['ingresado', 'una palabra nueva'], { collectedAt: null, firstFailure: null }],
])('%s', (_name, states, expected) => {
  expect(milestones(...states)).toEqual(expected);
});

it('the history counts by its times, in whatever order it is listed', () => {
  const entries = history('en despacho', 'sin moradores', 'entregado').toReversed();
  expect(milestonesOf(entries, null, BUILT_IN)).toEqual({ collectedAt: at(0), firstFailure: 'sin moradores' });
});

it('a state that the history does not have counts', () => {
  const state = currentState([], 'devuelto');
  expect(milestonesOf([], state, BUILT_IN)).toEqual({ collectedAt: null, firstFailure: 'devuelto' });
});
