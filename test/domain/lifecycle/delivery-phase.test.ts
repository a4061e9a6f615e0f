import { describe, expect, it } from 'vitest';
import {
  PHASES,
  phasesBefore,
  stayingIn,
  stepsTo,
  transition,
  transitionAlong,
  TRANSITIONS,
  type Phase,
} from '../../../app/domain/lifecycle/delivery-phase.ts';

describe('the transition table', () => {
  it('reaches every phase from waiting', () => {
    const reached = new Set<Phase>(['waiting']);
    for (const phase of reached) for (const next of TRANSITIONS[phase]) reached.add(next);
    expect([...reached].sort()).toEqual([...PHASES].sort());
  });

  it('leads out of every phase but cancelled', () => {
    expect(PHASES.filter((phase) => TRANSITIONS[phase].length === 0)).toEqual(['cancelled']);
  });

  it('never hands over again what the operator has', () => {
    expect(TRANSITIONS['in-delivery']).not.toContain('waiting');
    expect(TRANSITIONS['in-delivery']).not.toContain('handing-over');
    expect(TRANSITIONS.delivered).toEqual(['in-delivery']);
    expect(TRANSITIONS.failed).toEqual(['in-delivery']);
  });
});

it.each<[Phase, Phase[]]>([
  ['handing-over', ['waiting']],
  ['in-delivery', ['handing-over', 'needs-attention', 'delivered', 'failed']],
  ['cancelled', ['waiting', 'needs-attention']],
  ['waiting', ['handing-over', 'needs-attention', 'skipped']],
])('%s is reached from %j', (to, before) => {
  expect(phasesBefore(to)).toEqual(before);
});

it.each<[Phase, Phase, Phase[]]>([
  ['in-delivery', 'delivered', ['delivered']],
  ['in-delivery', 'in-delivery', []],
  ['delivered', 'delivered', []],
  ['delivered', 'failed', ['in-delivery', 'failed']],
  ['failed', 'delivered', ['in-delivery', 'delivered']],
  ['delivered', 'in-delivery', ['in-delivery']],
  ['needs-attention', 'delivered', ['in-delivery', 'delivered']],
  ['cancelled', 'delivered', []],
  ['waiting', 'delivered', []],
  ['handing-over', 'cancelled', []],
])('from %s to %s leads %j', (from, to, steps) => {
  expect(stepsTo(from, to)).toEqual(steps);
});

describe('a change of a delivery', () => {
  it('names where it may start and where it ends', () => {
    expect(transition(['waiting', 'needs-attention'], 'cancelled')).toEqual({
      from: ['waiting', 'needs-attention'],
      to: 'cancelled',
    });
    expect(stayingIn('delivered', 'failed')).toEqual({ from: ['delivered', 'failed'], to: null });
  });

  it('combines the steps between two phases', () => {
    expect(transitionAlong('needs-attention', 'delivered')).toEqual({ from: ['needs-attention'], to: 'delivered' });
    expect(transitionAlong('in-delivery', 'in-delivery')).toEqual({ from: ['in-delivery'], to: null });
  });

  it('is refused where no step leads, with both phases and the table', () => {
    expect(() => transitionAlong('delivered', 'waiting')).toThrow(
      expect.objectContaining({
        name: 'NoSuchTransitionError',
        message: expect.stringMatching(/from delivered to waiting: see TRANSITIONS/),
      }),
    );
  });
});
