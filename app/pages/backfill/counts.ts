/** What can have become of a fulfillment that a backfill found, in the order in which it is shown. */
export const COUNTS = ['known', 'handedOver', 'waiting', 'attention', 'skipped', 'cancelled'] as const;
export type CountName = (typeof COUNTS)[number];
