import { hash } from 'node:crypto';
import type { Delivery } from '@prisma/client';
import { recogniseState, type StateTable } from '../../domain/tracking/operator-state.ts';
import type { OrderRecord } from '../../operator/order-record.ts';

/** The digest of the record that the last read of a delivery saw. A former version kept one of the answer behind it. */
export function lastSeen({ recordSeen }: Pick<Delivery, 'recordSeen'>): string | undefined {
  return recordSeen?.split(' ')[0];
}

/**
 * A digest of everything in a record that can bring news, and of what its states mean to us. If it is unchanged, there
 * is no news.
 */
export function digestOfRecord(
  { history, lastState, trackingUrl, deliveryDate }: OrderRecord,
  zone: string,
  states: StateTable,
): string {
  const groups = history.map(({ status }) => recogniseState(status, states).group);
  return hash('sha256', JSON.stringify([history, groups, lastState, trackingUrl, deliveryDate, zone]), 'base64url');
}
