/** The reasons that "send anyway" cannot override, because sending is impossible. */
const IMPOSSIBLE_CODES = [
  'fulfillment-gone',
  'fulfillment-cancelled',
  'fulfillment-not-successful',
  'order-cancelled',
  'nothing-to-ship',
] as const;

/** Why a fulfillment is not handed over. Like the code of a problem, a code never changes. */
export const SKIP_CODES = [
  ...IMPOSSIBLE_CODES,
  // an edit of the order
  'items-removed',
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

/** `detail` names what the rule compares with (a tag, a location), never a buyer's data. */
export interface SkipReason {
  readonly code: SkipCode;
  readonly detail?: string;
}

/** Whether the merchant can have it handed over anyway. */
export function canSendAnyway({ code }: SkipReason): boolean {
  return !IMPOSSIBLE_CODES.some((impossible) => impossible === code);
}
