/** The parts of a delivery whose reasons the page explains. */
export const DECIDED_PARTS = ['eligibility', 'pickup', 'district', 'service', 'date'] as const;
export type DecidedPart = (typeof DECIDED_PARTS)[number];

/** Where such a decision can come from, as the plan names it. For a source with an index or a name, only the prefix. */
export const DECIDING_SOURCES = [
  'settings.eligibility',
  'send-anyway',
  'settings.pickup.locations',
  'settings.pickup.default',
  'settings.service.rules',
  'settings.service.methods',
  'settings.service.default',
  'settings.service.afterCutoff',
  'order.attributes',
  'order.shippingAddress.city',
  'order.shippingAddress.province',
  'order.shippingAddress.address1',
  'order.shippingAddress.address2',
  'order.shippingAddress.company',
  'order.shippingAddress.zip',
  'fulfillment.deliveryMethods',
  'fulfillment',
  'now',
] as const;
export type DecidingSource = (typeof DECIDING_SOURCES)[number];

/** How a served district was read in what the buyer wrote. */
export const READINGS = [
  'district-short-form',
  'district-part-of-name',
  'district-typing-error',
  'district-centre',
] as const;
export const DISTRICT_RULES = [...READINGS, 'settings.mapping.districtAliases'] as const;

/** The built-in rules of the calendar. Every other rule has a name from the merchant. */
export const CALENDAR_RULES = [
  'next-working-day',
  'same-day',
  'after-cutoff',
  'closed-today',
  'buyers-date',
  'buyers-date-missed',
] as const;
export type CalendarRule = (typeof CALENDAR_RULES)[number];
