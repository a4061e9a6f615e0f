import { pathOf } from '../../shared/delivery-card.tsx';
import { numberOf } from '../../shared/ask-app.ts';
import type { DeliveryView, FulfillmentPreview } from '../../../app/web/extension-view/extension-answers.ts';

/** What confirming a preview asks of the app. */
export interface HandOver {
  readonly path: string;
  readonly body: object;
  readonly label: 'handOver' | 'verbs.retry' | 'verbs.send-anyway' | 'verbs.send-now';
  /** In spite of a rule: never done along with others. */
  readonly isAnyway: boolean;
}

/** @returns null when there is nothing to confirm: the operator has it, or something stands in the way */
export function handOverOf(fulfillment: {
  fulfillmentId: string;
  delivery: DeliveryView | null;
  preview: FulfillmentPreview | null;
}): HandOver | null {
  const { fulfillmentId, delivery, preview } = fulfillment;
  const isSendable = (preview?.fields ?? []).length > 0;
  if (!delivery) {
    const isAnyway = preview?.plan.kind === 'skip';
    const path = `/api/fulfillments/${numberOf(fulfillmentId)}/hand-over`;
    if (!isSendable) return null;
    return { path, body: { sendAnyway: isAnyway }, label: isAnyway ? 'verbs.send-anyway' : 'handOver', isAnyway };
  }
  const { id, phase, verbs } = delivery;
  if (verbs.includes('send-now')) {
    return { path: pathOf(id, 'send-now'), body: {}, label: 'verbs.send-now', isAnyway: false };
  }
  if (!verbs.includes('retry') || !isSendable) return null;
  const isAnyway = phase === 'skipped';
  return { path: pathOf(id, 'retry'), body: {}, label: isAnyway ? 'verbs.send-anyway' : 'verbs.retry', isAnyway };
}
