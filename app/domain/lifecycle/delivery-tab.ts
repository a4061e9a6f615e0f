/**
 * Where a delivery stands in the list, by what is to be done about it. The database puts each into one of them by the
 * function `delivery_tab` of the migrations.
 */
export const DELIVERY_TABS = ['attention', 'waiting', 'on-the-way', 'delivered', 'ended-badly', 'skipped'] as const;
export type DeliveryTab = (typeof DELIVERY_TABS)[number];
