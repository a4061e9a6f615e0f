/** The life of a delivery in our hands. The operator's state is another thing: see operator-state. */
export const PHASES = [
  'waiting',
  'handing-over',
  'in-delivery',
  'needs-attention',
  'delivered',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type Phase = (typeof PHASES)[number];

/**
 * The one transition table. Every change of a phase names the phases it may come from, and the database changes it only
 * from those (compare and set).
 */
export const TRANSITIONS: Readonly<Record<Phase, readonly Phase[]>> = {
  waiting: ['handing-over', 'needs-attention', 'skipped', 'cancelled'],
  'handing-over': ['in-delivery', 'needs-attention', 'waiting'],
  'in-delivery': ['delivered', 'failed', 'needs-attention'],
  'needs-attention': ['waiting', 'in-delivery', 'skipped', 'cancelled'],
  delivered: ['in-delivery'],
  failed: ['in-delivery'],
  skipped: ['waiting'],
  cancelled: [],
};

/** The phases from which `to` can be reached in one step. */
export function phasesBefore(to: Phase): Phase[] {
  return PHASES.filter((from) => TRANSITIONS[from].includes(to));
}

/** The steps from one phase to another along the table, by way of in-delivery if need be; empty when there are none. */
export function stepsTo(from: Phase, to: Phase): Phase[] {
  if (from === to) return [];
  if (TRANSITIONS[from].includes(to)) return [to];
  return TRANSITIONS[from].includes('in-delivery') && TRANSITIONS['in-delivery'].includes(to)
    ? ['in-delivery', to]
    : [];
}
