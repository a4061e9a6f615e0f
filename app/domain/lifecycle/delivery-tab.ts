import type { Phase } from './delivery-phase.ts';

/**
 * The tabs of the delivery list, by what must be done. The function `delivery_tab` of the migrations assigns each
 * delivery to one tab, as `deliveryTab` does.
 */
export const DELIVERY_TABS = ['attention', 'waiting', 'on-the-way', 'delivered', 'ended-badly', 'skipped'] as const;
export type DeliveryTab = (typeof DELIVERY_TABS)[number];

const TABS: Readonly<Record<Phase, DeliveryTab>> = {
  waiting: 'waiting',
  'handing-over': 'waiting',
  'in-delivery': 'on-the-way',
  'needs-attention': 'attention',
  delivered: 'delivered',
  failed: 'ended-badly',
  skipped: 'skipped',
  cancelled: 'skipped',
};

export function deliveryTab({ phase, attentionSince }: { phase: Phase; attentionSince: Date | null }): DeliveryTab {
  return attentionSince ? 'attention' : TABS[phase];
}
