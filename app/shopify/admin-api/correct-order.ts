import type { z } from 'zod';
import { windowAttributesOf } from '../../domain/mapping/dates/date-pickers.ts';
import { parsePhone } from '../../domain/mapping/dropoff/phone.ts';
import { hasWindow } from '../../domain/planning/schedule/order-window.ts';
import type { CorrectedField } from '../../domain/problems/remedy.ts';
import type { ShopSettings } from '../../domain/settings/shop-settings.ts';
import type { AdminApi } from './admin-api.ts';
import { changeOrder, correctableOrder } from './operations.ts';
import { refuseOnUserErrors } from './publish.ts';

type Order = NonNullable<z.infer<typeof correctableOrder.data>['order']>;

/** Why an order stays as it is: there is nothing to correct, or the value is no such value. */
type Unwritten = 'no-address' | 'no-date' | 'invalid';

export interface Correction {
  readonly orderId: string;
  readonly field: CorrectedField;
  /** A date as `YYYY-MM-DD`. */
  readonly value: string;
}

/**
 * Corrects one field of an order. Everything that stands beside it is written as it stands, because Shopify replaces the
 * whole address and all attributes.
 *
 * @param mapping says in which attribute the buyer's date is
 * @throws ShopifyError
 */
export async function correctOrderField(
  adminApi: AdminApi,
  shop: string,
  { orderId, field, value }: Correction,
  mapping: ShopSettings['mapping'],
): Promise<'written' | Unwritten> {
  const { order } = await adminApi.request(shop, correctableOrder, { id: orderId });
  const change = field === 'date' ? withDate(order, value, mapping) : withAddress(order, field, value);
  if (typeof change === 'string') return change;
  refuseOnUserErrors((await adminApi.request(shop, changeOrder, { input: { id: orderId, ...change } })).orderUpdate);
  return 'written';
}

function withAddress(order: Order | null, field: Exclude<CorrectedField, 'date'>, typed: string) {
  if (!order?.shippingAddress) return 'no-address';
  const { firstName, lastName, company, phone, address1, address2, city, zip } = order.shippingAddress;
  const { province, provinceCode, countryCodeV2: countryCode } = order.shippingAddress;
  const value = field === 'phone' ? parsePhone(typed, countryCode) : typed;
  if (!value) return 'invalid';
  // a province that Shopify does not list for the country has no code, and would be lost with it
  const region = provinceCode ? { provinceCode } : { province };
  const present = { firstName, lastName, company, phone, address1, address2, city, zip, ...region, countryCode };
  const written = Object.entries({ ...present, [field]: value }).filter(([, part]) => part !== null && part !== '');
  return { shippingAddress: Object.fromEntries(written) };
}

/** Where one attribute has the date and the times, the order has to be opened: a date alone would lose the times. */
function withDate(order: Order | null, date: string, mapping: ShopSettings['mapping']) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'invalid';
  const attributes = order?.customAttributes ?? [];
  const names = windowAttributesOf(attributes, mapping);
  const isDate = ({ key }: (typeof attributes)[number]) => key === names.date;
  if (names.date === names.start || names.date === names.end || !attributes.some(isDate)) return 'no-date';
  if (attributes.some((each) => isDate(each) && hasWindow(each.value ?? ''))) return 'no-date';
  // what Shopify takes has a value, also where what it gives has none
  const written = attributes.map((each) => ({ key: each.key, value: isDate(each) ? date : (each.value ?? '') }));
  return { customAttributes: written };
}
