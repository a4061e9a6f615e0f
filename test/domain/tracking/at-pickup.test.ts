import { describe, expect, it } from 'vitest';
import { GROUPS_AT_PICKUP, isAtPickup } from '../../../app/domain/tracking/at-pickup.ts';
import { STATE_GROUPS } from '../../../app/domain/tracking/operator-state.ts';

describe('the goods are still at the pickup point', () => {
  const there = ['unknown', 'accepted', 'courier-assigned', 'picking-up'];

  it('until a courier has collected them, and while nobody knows what a state means', () => {
    expect(STATE_GROUPS.filter((group) => isAtPickup(group))).toEqual(there);
    expect([...GROUPS_AT_PICKUP].sort()).toEqual([...there].sort());
  });

  it('before the operator has said anything', () => {
    expect(isAtPickup(null)).toBe(true);
  });
});
