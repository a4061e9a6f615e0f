import { describe, expect, it } from 'vitest';
import { nextLookMs } from '../next-look.ts';
import { aDelivery, HOLD, needy, waiting } from './answers.ts';

const NOW = 1_700_000_000_000;
const given = { isMoreToCome: false, now: NOW, unchanged: 0 };

describe('the next look', () => {
  it.each([
    ['being handed over', aDelivery({ phase: 'handing-over' }), 2_000],
    ['that was accepted and not read yet', aDelivery({ state: null, checkedAt: null }), 2_000],
    ['with the operator', aDelivery(), 15_000],
    ['waiting for somebody', needy(), 15_000],
    ['held back', waiting({ hold: HOLD, sendAt: null }), 15_000],
    ['due', waiting({ sendAt: NOW - 1 }), 2_000],
    ['due in a moment', waiting({ sendAt: NOW + 5_000 }), 5_000],
    ['due much later', waiting({ sendAt: NOW + 500_000 }), 15_000],
    ['delivered', aDelivery({ phase: 'delivered' }), null],
    ['cancelled', aDelivery({ phase: 'cancelled' }), null],
  ])('at a delivery %s', (_, delivery, wait) => {
    expect(nextLookMs([delivery], given)).toBe(wait);
  });

  it('is the soonest of all', () => {
    const deliveries = [aDelivery({ phase: 'delivered' }), aDelivery(), aDelivery({ phase: 'handing-over' })];
    expect(nextLookMs(deliveries, given)).toBe(2_000);
  });

  it('happens as long as a fulfillment may become a delivery', () => {
    expect(nextLookMs([], given)).toBeNull();
    expect(nextLookMs([], { ...given, isMoreToCome: true })).toBe(15_000);
  });

  it('is delayed more and more while nothing changes, by two minutes at most', () => {
    const waits = [0, 1, 2, 3, 4, 50].map((unchanged) => nextLookMs([aDelivery()], { ...given, unchanged }));
    expect(waits).toEqual([15_000, 30_000, 60_000, 120_000, 120_000, 120_000]);
  });
});
