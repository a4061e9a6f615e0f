import type { DeliveryView } from '../../../app/extension-api/extension-answers.ts';

const URGENCY: Readonly<Record<DeliveryView['phase'], number>> = {
  'needs-attention': 1,
  waiting: 2,
  'handing-over': 3,
  'in-delivery': 4,
  failed: 5,
  delivered: 6,
  skipped: 7,
  cancelled: 8,
};

/** Sorts the deliveries: first those that need attention, then active ones, then those that have ended. */
export function byUrgency(deliveries: readonly DeliveryView[]): DeliveryView[] {
  const urgency = ({ phase, problems, flags }: DeliveryView) => {
    if (problems.length > 0) return 0;
    return flags.length > 0 ? 1 : URGENCY[phase];
  };
  return deliveries.toSorted((a, b) => urgency(a) - urgency(b));
}
