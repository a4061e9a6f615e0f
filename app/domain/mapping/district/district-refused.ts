import type { Decision } from '../../planning/delivery-plan.ts';
import type { Problem } from '../../problems/problem.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { foldText } from '../clean-text.ts';
import type { DeliveryOrder } from '../delivery-order.ts';
import { districtKey, DISTRICT_LIMIT } from './district.ts';

const FIELD = 'dropoff.location.district';
/** What operators call a district in a refusal, and a pickup, whose district the merchant's settings have. */
const DISTRICT = /\b(districts?|distritos?|comunas?|bairros?)\b/;
const PICKUP = /\b(pickup|retiro|recojo|recogida|coleta)\b/;
const TOWN = ['order.shippingAddress.city', 'order.shippingAddress.province'];

/**
 * The problem of an order whose district the operator refuses, as one that its list of districts does not have. Without
 * a list, this is how a merchant learns of it. Null when the words are about something else.
 *
 * @param message the operator's words about fields of the order
 */
export function districtRefused(
  message: string,
  { order, decisions }: { readonly order: DeliveryOrder; readonly decisions: readonly Decision[] },
  { districtAliases }: Pick<ShopSettings['mapping'], 'districtAliases'>,
): Problem | null {
  const words = foldText(message);
  if (!DISTRICT.test(words) || PICKUP.test(words)) return null;
  const decision = decisions.findLast(({ field }) => field === FIELD);
  if (!decision) return null;
  // other parts of an address stay out of problems
  const sent = TOWN.includes(decision.source) ? order.dropoff.location.district : '';
  const written = decision.rule === undefined ? sent : writtenFor(sent, districtAliases);
  const district = districtKey(written);
  const isNamed = district !== '' && district.length <= DISTRICT_LIMIT;
  return {
    code: 'district-not-served',
    field: FIELD,
    details: { sources: [decision.source], nearest: [], ...(isNamed && { district, written }) },
  };
}

/** What buyers wrote for a district that was sent in its place; empty when that may be one of several texts. */
function writtenFor(sent: string, aliases: ShopSettings['mapping']['districtAliases']): string {
  const [written = '', ...others] = Object.keys(aliases).filter((text) => aliases[text] === sent);
  return others.length === 0 ? written : '';
}
