/**
 * The tabs of the delivery list, by what must be done. The function `delivery_tab` of the migrations assigns each
 * delivery to one tab.
 */
export const DELIVERY_TABS = ['attention', 'waiting', 'on-the-way', 'delivered', 'ended-badly', 'skipped'] as const;
export type DeliveryTab = (typeof DELIVERY_TABS)[number];
