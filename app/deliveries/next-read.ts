import type { Delivery, Shop } from '@prisma/client';
import { flagsOf, type Flag, type WatchedDelivery } from '../domain/tracking/promise-watch.ts';
import { nextReadAt, type ReadingSituation } from '../domain/tracking/tracking-schedule.ts';
import type { DeliveryWithShop } from './delivery-store.ts';
import type { AppContext } from '../app-context.ts';

type ReadResult = Pick<ReadingSituation, 'now' | 'group' | 'stateAt' | 'endedAt' | 'lastFoundAt' | 'notBefore'> & {
  failures?: number;
};

/** When the operator is asked again about a delivery; null when it is not. */
export function readAgainAt(
  app: AppContext,
  delivery: Pick<DeliveryWithShop, 'shop' | 'promisedUntil' | 'handedOverAt' | 'createdAt' | 'refreshedAt'>,
  { stateAt, failures = 0, ...result }: ReadResult,
): Date | null {
  const { shop, promisedUntil, refreshedAt } = delivery;
  const handedOverAt = delivery.handedOverAt ?? delivery.createdAt;
  return nextReadAt({
    ...result,
    promisedUntil,
    handedOverAt,
    refreshedAt,
    failures,
    stateAt: stateAt ?? handedOverAt,
    zone: operatorZone(app, shop),
    random: app.random(),
    baseIntervalMs: app.pace.tracking.intervalMs,
  });
}

/** The zone of the operator's wall clock. */
export function operatorZone(
  { environment }: Pick<AppContext, 'environment'>,
  { timeZone }: Pick<Shop, 'timeZone'>,
): string {
  return environment.OPERATOR_TIME_ZONE ?? timeZone ?? 'UTC';
}

/** The flags of a delivery that was just read, or could not be. */
export function flagsNow(
  { handedOverAt, createdAt, promisedUntil, resolvedAt }: Delivery,
  state: Pick<WatchedDelivery, 'now' | 'group' | 'stateAt' | 'updatedAt' | 'hasEnded'>,
): Flag[] {
  return flagsOf({ handedOverAt: handedOverAt ?? createdAt, promisedUntil, resolvedAt, ...state });
}
