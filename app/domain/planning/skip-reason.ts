/** What "send anyway" does not pass: it is impossible. */
const IMPOSSIBLE_CODES = [
  'fulfillment-gone',
  'fulfillment-cancelled',
  'fulfillment-not-successful',
  'order-cancelled',
  'nothing-to-ship',
] as const;

/** Why a fulfillment is not ours to hand over. A code is stable, as a problem's is. */
export const SKIP_CODES = [
  ...IMPOSSIBLE_CODES,
  // the merchant's rules
  'delivery-method',
  'country',
  'test-order',
  'other-tracking',
  'tag-missing',
  'tag-excluded',
  'high-risk',
  'location-switched-off',
  'service-rule',
  // a person's decision
  'stopped',
  'handled',
] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

/** `detail` names the rule's operand (a tag, a location), never a buyer's data. */
export interface SkipReason {
  readonly code: SkipCode;
  readonly detail?: string;
}

/** Whether the merchant can have it handed over all the same. */
export function canSendAnyway({ code }: SkipReason): boolean {
  return !IMPOSSIBLE_CODES.some((impossible) => impossible === code);
}
