/** The possible results for a fulfillment that a backfill found, in the order the page shows them. */
export const COUNTS = ['known', 'handedOver', 'waiting', 'attention', 'skipped', 'cancelled'] as const;
export type CountName = (typeof COUNTS)[number];
