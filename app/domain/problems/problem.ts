/** Problems that the operator's present state is the reason of. Another state ends them. */
export const STATE_PROBLEMS = [
  'attempt-failed',
  'address-wrong',
  'operator-asks',
  'stored',
  'returning',
  'refused-by-customer',
  'returned',
  'lost',
  'cancelled-by-operator',
  'not-delivered',
] as const;
export type StateProblem = (typeof STATE_PROBLEMS)[number];

/**
 * Why a delivery does not continue by itself, or goes wrong at the operator. A code never changes: screens, translations,
 * the runbook and support refer to it.
 */
export const PROBLEM_CODES = [
  // the hand-over
  'operator-refused',
  'operator-unreachable',
  'order-number-taken',
  'order-number-too-long',
  'outcome-unknown',
  'unknown-to-operator',
  'cancelled-after-hand-over',
  'edited-after-hand-over',
  'order-out-of-reach',
  'other-tracking-kept',
  'shopify-access-missing',
  'shopify-unreachable',
  'shopify-write-refused',
  'unexpected-failure',
  // the mapping
  'order-number-unreadable',
  'pickup-missing',
  'customer-data-withheld',
  'name-missing',
  'phone-missing',
  'phone-unusable',
  'email-missing',
  'email-unusable',
  'address-missing',
  'street-missing',
  'district-missing',
  'district-not-served',
  'time-zone-unknown',
  'after-cutoff',
  'closed-today',
  'window-missing',
  'window-unreadable',
  'window-ends-before-start',
  'window-past',
  'window-too-soon',
  'window-on-closed-day',
  'price-unreadable',
  'file-link-unusable',
  'text-too-long',
  'packages-too-many',
  'order-invalid',
  // what the operator reports of a delivery that it has
  ...STATE_PROBLEMS,
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/**
 * Problems whose reason can pass without a person. The step that met one is tried again by itself, and the problem is
 * removed when a step gets further.
 */
export const PASSING_PROBLEMS = [
  'operator-unreachable',
  'outcome-unknown',
  'shopify-access-missing',
  'shopify-unreachable',
  'unexpected-failure',
] as const satisfies ProblemCode[];
export type PassingProblem = (typeof PASSING_PROBLEMS)[number];

export interface Problem {
  readonly code: ProblemCode;
  /** Path in the delivery order or in the settings; null when the problem concerns the whole delivery. */
  readonly field: string | null;
  /** What the text of the problem needs: names, counts, suggestions. Never a buyer's data. */
  readonly details: Readonly<Record<string, string | number | readonly string[]>>;
}

/** The fulfillment was cancelled after the hand-over: the interface has no cancel, so somebody must call the operator. */
export const CALL_THE_OPERATOR: Problem = { code: 'cancelled-after-hand-over', field: null, details: {} };
