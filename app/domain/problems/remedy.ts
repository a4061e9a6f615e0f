import type { SkipCode } from '../planning/skip-reason.ts';
import type { Hold } from '../lifecycle/hold.ts';
import { foldText } from '../mapping/clean-text.ts';
import type { Problem, ProblemCode } from './problem.ts';

/** Where a person ends what keeps a delivery back, or finds somebody who does. */
export type Remedy =
  /** Opening the app asks Shopify for a token and for permissions again. */
  | 'app'
  | 'review'
  /** The deliveries that wait for an approval. */
  | 'approval'
  | 'account'
  | 'pickup'
  | 'sending'
  | 'locations'
  | 'rules'
  | 'dates'
  | 'mapping'
  | 'eligibility'
  | 'order'
  /** The shop's own settings in Shopify. */
  | 'shop'
  | 'support'
  /** The operator's own support, as its profile names it. */
  | 'operator';

const OF_PROBLEMS: Readonly<Record<ProblemCode, readonly Remedy[]>> = {
  'operator-refused': ['order', 'mapping'],
  'operator-unreachable': ['operator'],
  'order-number-taken': ['mapping', 'operator'],
  'order-number-too-long': ['mapping'],
  'outcome-unknown': ['operator'],
  'unknown-to-operator': ['operator'],
  'cancelled-after-hand-over': ['operator'],
  'edited-after-hand-over': ['order', 'operator'],
  'order-out-of-reach': ['support'],
  'other-tracking-kept': ['order'],
  'shopify-access-missing': ['app'],
  'shopify-unreachable': [],
  'shopify-write-refused': ['order'],
  'unexpected-failure': ['support'],
  'order-number-unreadable': ['mapping'],
  'pickup-missing': ['pickup', 'locations'],
  'customer-data-withheld': ['support', 'mapping'],
  'name-missing': ['order'],
  'phone-missing': ['order', 'mapping'],
  'phone-unusable': ['order'],
  'email-missing': ['order', 'mapping'],
  'email-unusable': ['order'],
  'address-missing': ['order'],
  'street-missing': ['order'],
  'district-missing': ['order', 'mapping'],
  'district-not-served': ['review', 'order', 'mapping'],
  'time-zone-unknown': ['shop', 'support'],
  'after-cutoff': ['dates'],
  'closed-today': ['dates'],
  'window-missing': ['dates'],
  'window-unreadable': ['order'],
  'window-ends-before-start': ['order'],
  'window-past': ['order'],
  'window-too-soon': ['order'],
  'window-on-closed-day': ['order', 'dates'],
  'price-unreadable': ['order', 'support'],
  'file-link-unusable': ['order', 'mapping'],
  'text-too-long': ['order'],
  'packages-too-many': ['mapping', 'order'],
  'order-invalid': ['mapping', 'support'],
  'attempt-failed': ['order', 'operator'],
  'address-wrong': ['order', 'operator'],
  'operator-asks': ['operator', 'order'],
  stored: ['operator', 'order'],
  returning: ['order', 'operator'],
  'refused-by-customer': ['order'],
  returned: ['order'],
  lost: ['operator', 'order'],
  'cancelled-by-operator': ['operator', 'order'],
  'not-delivered': ['operator', 'order'],
};

/** What a merchant corrects in the app: fields of an order's shipping address, by Shopify's names, and the buyer's date. */
export const CORRECTED_FIELDS = ['phone', 'address1', 'city', 'date'] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

const CORRECTED: Readonly<Partial<Record<ProblemCode, CorrectedField>>> = {
  'phone-missing': 'phone',
  'phone-unusable': 'phone',
  'street-missing': 'address1',
  'window-past': 'date',
  'window-too-soon': 'date',
  'window-on-closed-day': 'date',
};

/**
 * The field of the order that is the only thing to correct; null when there is another or none.
 *
 * @param sources where the shop's settings look for the district
 */
export function fieldToCorrect(code: string | null, sources: readonly unknown[]): CorrectedField | null {
  if (code === 'district-missing') return sources.includes('city') ? 'city' : null;
  return new Map<string | null, CorrectedField>(Object.entries(CORRECTED)).get(code) ?? null;
}

/** Best first. */
export function remediesOfProblem({ code, details }: Problem): readonly Remedy[] {
  if (code === 'operator-refused' && namesPickup(details.message)) return ['pickup', 'locations'];
  return OF_PROBLEMS[code];
}

/** Of what a person should look at although the delivery continues. */
export const REMEDIES_OF_FLAG: readonly Remedy[] = ['operator', 'order'];

const PICKUP = /\b(pick ?up|branch|sucursal|retiro|recojo|coleta|retirada|filial)/;

/** Whether an operator's message is about where the goods are collected, which no order of a buyer says. */
function namesPickup(message: Problem['details'][string] | undefined): boolean {
  return typeof message === 'string' && PICKUP.test(foldText(message));
}

const OF_SKIPS: Readonly<Partial<Record<SkipCode, Remedy>>> = {
  'delivery-method': 'eligibility',
  country: 'eligibility',
  'test-order': 'eligibility',
  'tag-missing': 'eligibility',
  'tag-excluded': 'eligibility',
  'location-switched-off': 'locations',
  'service-rule': 'rules',
};

export function remediesOfSkip(code: SkipCode): readonly Remedy[] {
  const remedy = OF_SKIPS[code];
  return remedy ? [remedy] : [];
}

/** What ends a hold at once. */
export const REMEDY_OF_HOLD: Readonly<Record<Hold, Remedy | null>> = {
  'no-shopify-token': 'app',
  'set-up': 'app',
  'switched-off': 'sending',
  'account-paused': 'account',
  uninstalled: null,
  release: 'approval',
};
