import { cleanText, foldText } from '../mapping/clean-text.ts';
import type { Decision, PlanInput } from './delivery-plan.ts';
import { shippableLines } from '../mapping/package-lines.ts';
import type { SkipReason } from './skip-reason.ts';

/** Whether a fulfillment is to be handed over. */
export type Verdict =
  | { readonly eligible: true; readonly decisions: readonly Decision[] }
  | { readonly eligible: false; readonly reason: SkipReason; readonly decisions: readonly Decision[] };

/**
 * Decides what can be decided before the mapping. "Send anyway" overrides the merchant's own rules, and names the rule
 * that it overrode. It cannot send what is cancelled, or nothing.
 *
 * @param orderNumber distinguishes our own tracking number from another carrier's; null when the order number is itself
 *   a problem
 */
export function judgeEligibility(input: PlanInput, orderNumber: string | null): Verdict {
  const impossible = whyImpossible(input);
  if (impossible !== null) return refused(impossible);
  const unwanted = whyUnwanted(input, orderNumber);
  if (unwanted === null) {
    return { eligible: true, decisions: [{ field: 'eligibility', source: 'settings.eligibility', rule: 'eligible' }] };
  }
  if (!input.sendAnyway) return refused(unwanted);
  return { eligible: true, decisions: [{ field: 'eligibility', source: 'send-anyway', rule: unwanted.code }] };
}

function refused(reason: SkipReason): Verdict {
  return { eligible: false, reason, decisions: [{ field: 'eligibility', source: 'fulfillment', rule: reason.code }] };
}

function whyImpossible({ fulfillment }: PlanInput): SkipReason | null {
  if (fulfillment.status === 'CANCELLED') return { code: 'fulfillment-cancelled' };
  if (fulfillment.status !== 'SUCCESS') return { code: 'fulfillment-not-successful', detail: fulfillment.status };
  if (fulfillment.order.cancelledAt !== null) return { code: 'order-cancelled' };
  if (shippableLines(fulfillment).length === 0) return { code: 'nothing-to-ship' };
  return null;
}

function whyUnwanted({ fulfillment, settings }: PlanInput, orderNumber: string | null): SkipReason | null {
  const { order, location, deliveryMethods, tracking } = fulfillment;
  const { eligibility, pickup } = settings;

  // a refund takes items out of the order, and leaves the fulfillment as it is
  if (shippableLines(fulfillment).every(({ currentQuantity }) => currentQuantity === 0))
    return { code: 'items-removed' };

  const wanted: readonly string[] = eligibility.deliveryMethods;
  // without a method, or with NONE, the buyer was not asked, and only the lines say whether goods are shipped
  const chosen = deliveryMethods.map(({ type }) => type).filter((type) => type !== 'NONE');
  if (chosen.length > 0 && !chosen.some((type) => wanted.includes(type))) {
    return { code: 'delivery-method', detail: chosen.join(', ') };
  }
  if (order.test && eligibility.testOrders === 'skip') return { code: 'test-order' };
  if (location !== null && pickup.locations[location.id]?.handOver === false) {
    return { code: 'location-switched-off', detail: cleanText(location.name) };
  }
  const country = order.shippingAddress?.countryCode;
  if (country && eligibility.countries.length > 0 && !eligibility.countries.includes(country)) {
    return { code: 'country' };
  }
  if (order.riskLevel === 'HIGH' && eligibility.highRisk === 'skip') return { code: 'high-risk' };
  const foreign = tracking.some(({ number, url }) => (number || url) && cleanText(number) !== orderNumber);
  if (foreign && eligibility.otherTracking === 'skip') return { code: 'other-tracking' };

  const tags = new Set(order.tags.map(foldText));
  const excluded = eligibility.excludeTags.find((tag) => tags.has(foldText(tag)));
  if (excluded !== undefined) return { code: 'tag-excluded', detail: excluded };
  if (eligibility.includeTags.length > 0 && !eligibility.includeTags.some((tag) => tags.has(foldText(tag)))) {
    return { code: 'tag-missing', detail: eligibility.includeTags.join(', ') };
  }
  return null;
}
