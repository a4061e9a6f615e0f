import type { DeliveryView, OrderHandedOver } from '../../../app/extension-api/extension-answers.ts';

/** The result of one order in a bulk hand-over. */
export type OrderResult =
  | { readonly kind: 'asking' | 'failed' | 'not-found' | 'nothing-fulfilled' }
  | { readonly kind: 'deliveries'; readonly deliveries: readonly DeliveryView[] };

export function resultOf({ deliveries }: OrderHandedOver): OrderResult {
  return deliveries.length > 0 ? { kind: 'deliveries', deliveries } : { kind: 'nothing-fulfilled' };
}

/** Whether the result will not change soon. */
export function isSettled(result: OrderResult): boolean {
  if (result.kind !== 'deliveries') return result.kind !== 'asking';
  return result.deliveries.every(
    ({ phase, hold }) => hold !== null || (phase !== 'waiting' && phase !== 'handing-over'),
  );
}

/** How many orders the operator has, how many need attention, and how many are neither. */
export function countResults(results: readonly OrderResult[]): { handedOver: number; needy: number; left: number } {
  const deliveries = results.map((result) => (result.kind === 'deliveries' ? result.deliveries : []));
  const isNeedy = ({ phase, problems }: DeliveryView) => phase === 'needs-attention' || problems.length > 0;
  const isHandedOver = ({ phase }: DeliveryView) => ['in-delivery', 'delivered', 'failed'].includes(phase);
  const needy = deliveries.filter((own) => own.some(isNeedy)).length;
  const handedOver = deliveries.filter((own) => !own.some(isNeedy) && own.some(isHandedOver)).length;
  return { handedOver, needy, left: results.length - needy - handedOver };
}
