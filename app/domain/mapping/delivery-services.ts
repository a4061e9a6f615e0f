/** The delivery services of the interface, §2.1. */
export const DELIVERY_SERVICES = ['Nextday', 'Express', 'Sameday', 'NextdayWithWindow', 'SamedayWithWindow'] as const;
export type DeliveryService = (typeof DELIVERY_SERVICES)[number];

export const URGENT_FIRST: readonly DeliveryService[] = [
  'Express',
  'Sameday',
  'SamedayWithWindow',
  'Nextday',
  'NextdayWithWindow',
];
