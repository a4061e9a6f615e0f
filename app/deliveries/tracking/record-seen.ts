import { hash } from 'node:crypto';
import type { Delivery } from '@prisma/client';
import { recogniseState } from '../../domain/tracking/operator-state.ts';
import type { OperatorAnswer } from '../../operator/http.ts';
import type { OrderRecord } from '../../operator/order-record.ts';
import type { AppContext } from '../../app-context.ts';

/** What the last read of a delivery saw, as the column `recordSeen` has it. */
export interface RecordSeen {
  /** A digest of the record; null when no record counts as seen. */
  readonly record: string | null;
  /** A keyed hash of the answer as it came; null when the next one is parsed in any case. */
  readonly answer: string | null;
}

export function lastSeen({ recordSeen }: Pick<Delivery, 'recordSeen'>): RecordSeen {
  const [record = null, answer = null] = recordSeen?.split(' ') ?? [];
  return { record, answer };
}

/** No hash of what the operator says of a buyer stays once what it was told of the order is deleted. */
export function asColumn({ record, answer }: RecordSeen, { handedOverWith }: Pick<Delivery, 'handedOverWith'>) {
  return answer === null || handedOverWith === null ? record : `${record} ${answer}`;
}

/**
 * A digest of everything in a record that can bring news, and of what its states mean to us. If it is unchanged, there
 * is no news.
 */
export function digestOfRecord({ history, lastState, trackingUrl, deliveryDate }: OrderRecord, zone: string): string {
  const groups = history.map(({ status }) => recogniseState(status).group);
  return hash('sha256', JSON.stringify([history, groups, lastState, trackingUrl, deliveryDate, zone]), 'base64url');
}

/**
 * A digest of an answer and of what it is read with. It changes with the hour, so that a new release, which may read the
 * same answer in another way, does so within an hour.
 */
export function digestOfAnswer(
  { encryption }: Pick<AppContext, 'encryption'>,
  answer: OperatorAnswer['bytes'],
  { zone, now }: { zone: string; now: Date },
): string {
  return encryption.digestOf(`${zone} ${now.toISOString().slice(0, 13)}\n`, ...answer);
}
