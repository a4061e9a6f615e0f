import { describe, expect, it } from 'vitest';
import {
  afterStep,
  HOLD_PHASES,
  isHeldByUs,
  nextHoldSteps,
  orderHoldsSchema,
  type HoldPhase,
  type OrderHold,
} from '../../../app/domain/early-warning/order-hold.ts';

const ID = 'gid://shopify/FulfillmentOrder/1';
const HOLD = 'gid://shopify/FulfillmentHold/9';
const kept = (phase: HoldPhase | null): OrderHold[] => (phase ? [{ fulfillmentOrderId: ID, phase }] : []);
const seen = (holdId: string | null, isWanted: boolean) => [{ fulfillmentOrderId: ID, holdId, isWanted }];

describe('what a read decides', () => {
  it.each<[HoldPhase | null, string | null, boolean, HoldPhase | null, 'place' | 'release' | null]>([
    // before, our hold in Shopify, wanted: after, write
    [null, null, true, 'placing', 'place'],
    [null, null, false, null, null],
    [null, HOLD, true, 'held', null],
    [null, HOLD, false, 'releasing', 'release'],
    ['placing', null, true, 'placing', 'place'],
    ['placing', null, false, null, null],
    ['placing', HOLD, true, 'held', null],
    ['placing', HOLD, false, 'releasing', 'release'],
    ['held', null, true, 'let-go', null],
    ['held', null, false, null, null],
    ['held', HOLD, true, 'held', null],
    ['held', HOLD, false, 'releasing', 'release'],
    ['releasing', null, true, 'placing', 'place'],
    ['releasing', null, false, null, null],
    ['releasing', HOLD, true, 'held', null],
    ['releasing', HOLD, false, 'releasing', 'release'],
    ['let-go', null, true, 'let-go', null],
    ['let-go', null, false, null, null],
    ['let-go', HOLD, true, 'held', null],
    ['let-go', HOLD, false, 'releasing', 'release'],
  ])('%s, %s in Shopify, wanted %s: %s, %s', (before, holdId, isWanted, after, write) => {
    const { holds, steps } = nextHoldSteps(kept(before), seen(holdId, isWanted));
    expect(holds).toEqual(kept(after));
    expect(steps.map(({ kind }) => kind)).toEqual(write ? [write] : []);
    for (const step of steps) if (step.kind === 'release') expect(step.holdId).toBe(HOLD);
  });

  it('forgets a fulfillment order that is no longer open, and decides on each of several separately', () => {
    const other = 'gid://shopify/FulfillmentOrder/2';
    const before: OrderHold[] = [
      { fulfillmentOrderId: ID, phase: 'held' },
      { fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/3', phase: 'placing' },
    ];
    const now = [...seen(HOLD, true), { fulfillmentOrderId: other, holdId: null, isWanted: true }];
    expect(nextHoldSteps(before, now)).toEqual({
      holds: [
        { fulfillmentOrderId: ID, phase: 'held' },
        { fulfillmentOrderId: other, phase: 'placing' },
      ],
      steps: [{ kind: 'place', fulfillmentOrderId: other }],
    });
  });

  it('a hold that is placed and seen again needs no further write, and one that was released neither', () => {
    const first = nextHoldSteps([], seen(null, true));
    const [place] = first.steps;
    if (!place) throw new Error('no step');
    const held = afterStep(first.holds, place, 'done');
    expect(held).toEqual(kept('held'));
    const again = nextHoldSteps(held, seen(HOLD, true));
    expect(again).toEqual({ holds: kept('held'), steps: [] });
    const release = nextHoldSteps(held, seen(HOLD, false));
    const [step] = release.steps;
    if (!step) throw new Error('no step');
    expect(afterStep(release.holds, step, 'done')).toEqual([]);
    expect(nextHoldSteps([], seen(null, false))).toEqual({ holds: [], steps: [] });
  });

  it('a refused write stores nothing', () => {
    for (const phase of HOLD_PHASES) {
      expect(afterStep(kept(phase), { kind: 'place', fulfillmentOrderId: ID }, 'refused')).toEqual([]);
      const release = { kind: 'release', fulfillmentOrderId: ID, holdId: HOLD } as const;
      expect(afterStep(kept(phase), release, 'refused')).toEqual([]);
    }
  });
});

describe('the holds of an order', () => {
  const other: OrderHold = { fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/2', phase: 'placing' };

  it('of its other fulfillment orders stay as they are after a write', () => {
    const place = { kind: 'place', fulfillmentOrderId: ID } as const;
    expect(afterStep([other, ...kept('placing')], place, 'done')).toEqual([other, ...kept('held')]);
    expect(afterStep([other, ...kept('placing')], place, 'refused')).toEqual([other]);
  });

  it('are ours as long as Shopify may have one', () => {
    expect(isHeldByUs([])).toBe(false);
    for (const phase of HOLD_PHASES) expect(isHeldByUs(kept(phase))).toBe(phase !== 'let-go');
    expect(isHeldByUs([...kept('let-go'), other])).toBe(true);
  });

  it('are read as they are stored, and not in another form', () => {
    expect(orderHoldsSchema.parse([other])).toEqual([other]);
    expect(orderHoldsSchema.safeParse([{}]).success).toBe(false);
    expect(orderHoldsSchema.safeParse([{ ...other, phase: 'gone' }]).success).toBe(false);
  });
});
