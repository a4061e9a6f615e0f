import { describe, expect, it } from 'vitest';
import { isReasonToHold, judgeOrder } from '../../../app/domain/early-warning/verdict.ts';
import type { DeliveryPlan } from '../../../app/domain/planning/delivery-plan.ts';
import { planDelivery } from '../../../app/domain/planning/plan-delivery.ts';
import type { ProblemCode } from '../../../app/domain/problems/problem.ts';
import { aPlanInput } from '../planning/inputs/plan-inputs.ts';

const problem = (...codes: ProblemCode[]): DeliveryPlan => ({
  kind: 'problem',
  problems: codes.map((code) => ({ code, field: null, details: {} })),
  decisions: [],
});
const skip: DeliveryPlan = { kind: 'skip', reason: { code: 'delivery-method' }, decisions: [] };
const ready = planDelivery(aPlanInput());

describe('what the plans of an order mean', () => {
  it('an order without a part that we deliver is not ours', () => {
    expect(judgeOrder([])).toEqual({ verdict: 'ended' });
    expect(judgeOrder([skip, skip])).toEqual({ verdict: 'ended' });
  });

  it('one part that would go out is enough, if no other has a problem', () => {
    expect(ready.kind).toBe('hand-over');
    expect(judgeOrder([skip, ready])).toEqual({ verdict: 'ready' });
  });

  it('the problems of all parts count, each once', () => {
    const plans = [ready, problem('phone-missing', 'district-missing'), problem('phone-missing')];
    expect(judgeOrder(plans)).toEqual({
      verdict: 'warned',
      problems: [
        { code: 'phone-missing', field: null, details: {} },
        { code: 'district-missing', field: null, details: {} },
      ],
    });
  });

  it('a problem that depends on the hour of the hand-over is not a warning', () => {
    expect(judgeOrder([problem('after-cutoff')])).toEqual({ verdict: 'ready' });
    expect(judgeOrder([problem('closed-today', 'phone-missing')])).toMatchObject({
      problems: [{ code: 'phone-missing' }],
    });
  });
});

describe('the reasons to hold', () => {
  it.each<[ProblemCode, boolean]>([
    ['district-not-served', true],
    ['phone-unusable', true],
    ['street-missing', true],
    ['window-past', true],
    ['pickup-missing', false],
    ['time-zone-unknown', false],
    ['customer-data-withheld', false],
    ['order-number-too-long', false],
    ['after-cutoff', false],
  ])('%s: %s', (code, isReason) => {
    expect(isReasonToHold(problem(code))).toBe(isReason);
  });

  it('an order without problems is not held', () => {
    expect(isReasonToHold(ready)).toBe(false);
    expect(isReasonToHold(skip)).toBe(false);
  });
});
