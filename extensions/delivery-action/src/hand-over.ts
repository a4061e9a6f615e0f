import { pathOf } from '../../shared/delivery-card/delivery-card.tsx';
import { numberOf } from '../../shared/ask-app.ts';
import type { DeliveryView, FulfillmentDryRun } from '../../../app/extension-api/extension-answers.ts';

/** The call to the app that confirms a dry run. */
export interface HandOver {
  readonly path: string;
  readonly body: object;
  readonly label: 'send' | 'actions.retry' | 'actions.send-anyway' | 'actions.send-now';
  /** Whether it overrides a rule. Such a hand-over is never combined with others. */
  readonly isAnyway: boolean;
}

/** @returns null when there is nothing to confirm, because the operator has it or something prevents the hand-over */
export function handOverOf(fulfillment: {
  fulfillmentId: string;
  delivery: DeliveryView | null;
  dryRun: FulfillmentDryRun | null;
}): HandOver | null {
  const { fulfillmentId, delivery, dryRun } = fulfillment;
  const isSendable = (dryRun?.fields ?? []).length > 0;
  if (!delivery) {
    const isAnyway = dryRun?.plan.kind === 'skip';
    const path = `/api/fulfillments/${numberOf(fulfillmentId)}/hand-over`;
    if (!isSendable) return null;
    return {
      path,
      body: { sendAnyway: isAnyway },
      label: isAnyway ? 'actions.send-anyway' : 'send',
      isAnyway,
    };
  }
  const { id, phase, seen, actions } = delivery;
  const body = { seen };
  if (actions.includes('send-now')) {
    return { path: pathOf(id, 'send-now'), body, label: 'actions.send-now', isAnyway: false };
  }
  if (!actions.includes('retry') || !isSendable) return null;
  const isAnyway = phase === 'skipped';
  return { path: pathOf(id, 'retry'), body, label: isAnyway ? 'actions.send-anyway' : 'actions.retry', isAnyway };
}
