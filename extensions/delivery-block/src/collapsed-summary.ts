import type { OrderDeliveries, PlanView } from '../../../app/extension-api/extension-answers.ts';
import { byUrgency } from './urgency.ts';
import type { BlockWords } from './words.ts';

/** In characters. Shopify cuts off a longer summary. */
const LENGTH_LIMIT = 30;

/** The order in a few words: its most urgent delivery, and the number of the others. */
export function collapsedSummary({ deliveries, undelivered, ahead }: OrderDeliveries, words: BlockWords): string {
  const labels = byUrgency(deliveries).map(({ label }) => label);
  const isOpen = (undelivered ?? []).length > 0;
  if (isOpen) labels.push(...(undelivered ?? []).map(() => words.t('notHandedOver')));
  labels.push(...(ahead ?? []).flatMap(({ plan }) => aheadLabel(plan, words) ?? []));
  const [label, ...others] = labels;
  if (!label) return words.t('summary.nothing');
  const summary = others.length === 0 ? label : words.t('summary.more', { label, number: others.length });
  return summary.length > LENGTH_LIMIT ? `${summary.slice(0, LENGTH_LIMIT - 1)}…` : summary;
}

function aheadLabel({ kind }: PlanView, words: BlockWords): string | null {
  if (kind === 'problem') return words.t('ahead.wouldNotGoOut');
  return kind === 'hand-over' ? words.t('ahead.readyShort') : null;
}
