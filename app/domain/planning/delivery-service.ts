import { Big } from 'big.js';
import type { DateTime } from 'luxon';
import { cleanTexts, foldText } from '../mapping/clean-text.ts';
import type { DeliveryService } from '../mapping/delivery-services.ts';
import { METHOD_WITHOUT_SERVICE, type Decision } from './delivery-plan.ts';
import { districtKey } from '../mapping/district/district.ts';
import type { Fulfillment } from '../fulfillment/fulfillment.ts';
import { parseAmount } from '../mapping/price.ts';
import type { MethodService, ServiceRule, ShopSettings } from '../settings/shop-settings.ts';

type ServiceChoice =
  | { readonly kind: 'service'; readonly service: DeliveryService; readonly decisions: readonly Decision[] }
  | { readonly kind: 'do-not-hand-over'; readonly rule: string; readonly decisions: readonly Decision[] }
  /** A rule depends on a district that could not be resolved. */
  | { readonly kind: 'undecided'; readonly decisions: readonly Decision[] };

/**
 * The delivery service that the merchant's rules choose: the first rule that fits, or else the service of the order's
 * shipping method, or else the default.
 *
 * @param district the resolved district; null when that failed
 * @param localNow the moment of the hand-over in the operator's zone
 * @param sendAnyway ignores the rules that say "do not hand over"
 */
export function chooseService(
  fulfillment: Fulfillment,
  district: string | null,
  localNow: DateTime,
  settings: Pick<ShopSettings['service'], 'default' | 'rules' | 'methods'>,
  sendAnyway: boolean,
): ServiceChoice {
  const field = 'delivery_service';
  const decisions: Decision[] = [];
  for (const { name: rule, when, use } of settings.rules) {
    if (!ruleFits(when, fulfillment, localNow)) continue;
    if (when.districts) {
      if (district === null) return { kind: 'undecided', decisions };
      if (!when.districts.some((name) => districtKey(name) === districtKey(district))) continue;
    }
    if (use === 'do-not-hand-over' && sendAnyway) {
      decisions.push({ field: 'eligibility', source: 'send-anyway', rule });
      continue;
    }
    decisions.push({ field, source: 'settings.service.rules', rule });
    return use === 'do-not-hand-over'
      ? { kind: 'do-not-hand-over', rule, decisions }
      : { kind: 'service', service: use, decisions };
  }
  const method = serviceOfMethod(fulfillment, settings.methods);
  if (method?.use === 'do-not-hand-over' && !sendAnyway) {
    decisions.push({ field, source: METHODS, rule: method.name });
    return { kind: 'do-not-hand-over', rule: method.name, decisions };
  }
  if (method?.use === 'do-not-hand-over') {
    decisions.push({ field: 'eligibility', source: 'send-anyway', rule: method.name });
  } else if (method && method.use !== 'default') {
    decisions.push({ field, source: METHODS, rule: method.name });
    return { kind: 'service', service: method.use, decisions };
  }
  const isPointedOut = method === null && Object.keys(settings.methods).length > 0 && methodsOf(fulfillment).length > 0;
  decisions.push(isPointedOut ? METHOD_WITHOUT_SERVICE : { field, source: 'settings.service.default' });
  return { kind: 'service', service: settings.default, decisions };
}

const METHODS = 'settings.service.methods';

/** The merchant's entry for the order's shipping method; null when there is none. */
function serviceOfMethod(
  fulfillment: Fulfillment,
  methods: ShopSettings['service']['methods'],
): { readonly name: string; readonly use: MethodService } | null {
  const entries = new Map(Object.entries(methods).map(([name, use]) => [foldText(name), { name, use }]));
  const present = methodsOf(fulfillment).map(foldText);
  return present.flatMap((name) => entries.get(name) ?? [])[0] ?? null;
}

/**
 * The name under which the buyer chose the shipping method of this fulfillment, then title and code of the order's: a
 * buyer can choose several for one order.
 */
function methodsOf({ order, deliveryMethods }: Fulfillment): string[] {
  const { title, code } = order.shippingLine ?? {};
  return cleanTexts([...deliveryMethods.map(({ presentedName }) => presentedName), title, code]);
}

/** Checks all conditions except the district, which may not be known yet. */
function ruleFits(when: ServiceRule['when'], fulfillment: Fulfillment, localNow: DateTime): boolean {
  const { order, location } = fulfillment;
  const total = parseAmount(order.total.amount);
  return (
    (!when.shippingMethods || sharesName(when.shippingMethods, methodsOf(fulfillment))) &&
    (!when.orderTags || sharesName(when.orderTags, order.tags)) &&
    (!when.locations || (location !== null && when.locations.includes(location.id))) &&
    (!when.weekdays || when.weekdays.includes(localNow.weekday)) &&
    (!when.totalAtLeast || (total !== null && total.gte(new Big(when.totalAtLeast)))) &&
    (!when.totalBelow || (total !== null && total.lt(new Big(when.totalBelow))))
  );
}

/** Titles, codes and tags are compared without case, accents and punctuation. */
function sharesName(wanted: readonly string[], present: readonly (string | null | undefined)[]): boolean {
  const names = new Set(cleanTexts(present).map(foldText));
  return wanted.some((name) => names.has(foldText(name)));
}
