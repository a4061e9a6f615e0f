import { cleanText } from '../../domain/mapping/clean-text.ts';
import { findOrder } from '../../operator/client.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { RecordPackage } from '../../operator/order-record.ts';
import { CallsPausedError } from '../../scheduling/call-limits.ts';
import { findDeliveryWithShop } from '../delivery-store.ts';
import { accessOf } from '../../operator-accounts/operator-access.ts';
import type { AppContext } from '../../app-context.ts';

/** What the operator's record contains beyond what is tracked. It may name the buyer: show it, never store it. */
export interface RecordNow {
  /** The operator's notes in one line; null when there are none. */
  readonly notes: string | null;
  readonly packages: readonly RecordPackage[];
}

/**
 * Asks the operator for its record of a delivery.
 *
 * @returns null when the delivery belongs to another shop or was not handed over; `not-read` when the operator cannot
 *   be asked now, or does not have the order
 */
export async function readRecord(
  app: AppContext,
  { shop, deliveryId }: { shop: string; deliveryId: string },
): Promise<RecordNow | 'not-read' | null> {
  const delivery = await findDeliveryWithShop(app.database, deliveryId);
  if (delivery?.shopDomain !== shop) return null;
  const { operatorAccount, orderNumber, handedOverAt } = delivery;
  if (!operatorAccount || !orderNumber || !handedOverAt) return null;
  if (operatorAccount.pausedAt) return 'not-read';
  const access = accessOf(app, operatorAccount);
  try {
    const found = await app.operatorLimits.call(operatorAccount.id, () =>
      app.metrics.operatorCall('read', () => findOrder(access, orderNumber)),
    );
    if (found.kind === 'not-found') return 'not-read';
    const { notes, packages } = found.record;
    return { notes: cleanText(notes) || null, packages: packages ?? [] };
  } catch (error) {
    if (error instanceof CallsPausedError || error instanceof OperatorError) return 'not-read';
    throw error;
  }
}
