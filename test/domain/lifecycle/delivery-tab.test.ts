import { describe, expect, it } from 'vitest';
import { PHASES, type Phase } from '../../../app/domain/lifecycle/delivery-phase.ts';
import { DELIVERY_TABS, deliveryTab, type DeliveryTab } from '../../../app/domain/lifecycle/delivery-tab.ts';

describe('the tab of a delivery', () => {
  it.each<[DeliveryTab, Phase[]]>([
    ['waiting', ['waiting', 'handing-over']],
    ['on-the-way', ['in-delivery']],
    ['attention', ['needs-attention']],
    ['delivered', ['delivered']],
    ['ended-badly', ['failed']],
    ['skipped', ['skipped', 'cancelled']],
  ])('is %s for what is %j, while it needs nobody', (tab, phases) => {
    expect(PHASES.filter((phase) => deliveryTab({ phase, attentionSince: null }) === tab)).toEqual(phases);
  });

  it.each(PHASES)('is attention as soon as one that is %s needs a person', (phase) => {
    expect(deliveryTab({ phase, attentionSince: new Date('2026-05-08T12:00:00Z') })).toBe('attention');
  });

  it('comes first in the list when a person is needed', () => {
    expect(DELIVERY_TABS[0]).toBe('attention');
  });
});
