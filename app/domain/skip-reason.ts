/** Why a fulfillment is not ours to hand over. A code is stable, as a problem's is. */
export const SKIP_CODES = [
  // impossible: "send anyway" does not pass these
  'fulfillment-gone',
  'fulfillment-cancelled',
  'fulfillment-not-successful',
  'order-cancelled',
  'nothing-to-ship',
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
] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

/** `detail` names the rule's operand (a tag, a location), never a buyer's data. */
export interface SkipReason {
  readonly code: SkipCode;
  readonly detail?: string;
}
