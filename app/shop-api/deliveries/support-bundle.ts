import packageJson from '../../../package.json' with { type: 'json' };
import type { StateTable } from '../../domain/tracking/operator-state.ts';
import { meaningsOf } from '../../domain/tracking/state-meaning.ts';
import type { OrderDelivery } from '../../deliveries/order-deliveries.ts';
import type { StoredAttempt } from '../../pages/delivery/delivery-page-view.ts';
import { storedDelivery } from '../../extension-api/stored-delivery.ts';

/**
 * What whoever helps needs to know of a delivery, as JSON to paste into a message. Ids, names of fields, states, times
 * and the operator's cleaned words; no secret, and of problems the codes alone, since their details name towns.
 */
export function supportBundle(
  delivery: OrderDelivery,
  attempts: readonly StoredAttempt[],
  { environment, profile }: { readonly environment: string | null; readonly profile: StateTable },
): string {
  const { problems, skipReason } = storedDelivery.parse(delivery);
  const { id, shopDomain, orderId, orderName, fulfillmentId, fulfillmentName, orderNumber, stateEntries } = delivery;
  const bundle = {
    delivery: id,
    shop: shopDomain,
    orderId,
    orderName,
    fulfillmentId,
    fulfillmentName,
    orderNumber,
    operatorEnvironment: environment,
    phase: delivery.phase,
    heldFor: delivery.heldFor,
    problems: problems.map((problem) => ({ code: problem?.code ?? 'unknown', field: problem?.field ?? null })),
    skipReason: skipReason?.code ?? null,
    service: delivery.service,
    promisedDate: delivery.promisedDate,
    pickup: delivery.pickup,
    state: delivery.state,
    lastState: delivery.lastState,
    stateGroup: delivery.stateGroup,
    /** What the shop has said that states mean: lines for the operator's profile. */
    states: Object.fromEntries(meaningsOf(delivery.operatorAccount, profile).map(({ name, group }) => [name, group])),
    createdAt: delivery.createdAt,
    sendAt: delivery.sendAt,
    handedOverAt: delivery.handedOverAt,
    recoveredAt: delivery.recoveredAt,
    cancelRequestedAt: delivery.cancelRequestedAt,
    lastReadAt: delivery.lastReadAt,
    nextReadAt: delivery.nextReadAt,
    endedAt: delivery.endedAt,
    history: stateEntries.map(({ status, date, seenAt }) => ({ status, date, seenAt })),
    attempts: attempts.map(({ verb, startedAt, outcome, httpStatus, durationMs, message }) => ({
      verb,
      startedAt,
      outcome,
      httpStatus,
      durationMs,
      message,
    })),
    versions: { handoff: packageJson.version, node: process.version },
  };
  return JSON.stringify(bundle, null, 2);
}
