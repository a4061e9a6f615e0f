/** What a merchant asks the reason of. */
export const DECIDED_PARTS = ['eligibility', 'pickup', 'service', 'date'] as const;
export type DecidedPart = (typeof DECIDED_PARTS)[number];

/** Where such a decision can come from, as the plan names it; of an indexed or named place only its beginning. */
export const DECIDING_SOURCES = [
  'settings.eligibility',
  'send-anyway',
  'settings.pickup.locations',
  'settings.pickup.default',
  'settings.service.rules',
  'settings.service.default',
  'settings.service.afterCutoff',
  'order.attributes',
  'fulfillment.deliveryMethods',
  'fulfillment',
  'now',
] as const;
export type DecidingSource = (typeof DECIDING_SOURCES)[number];

/** The built-in rules of the calendar; any other rule is named by the merchant. */
export const CALENDAR_RULES = ['next-working-day', 'same-day', 'after-cutoff', 'closed-today', 'buyers-date'] as const;
export type CalendarRule = (typeof CALENDAR_RULES)[number];
