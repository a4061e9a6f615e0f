import type { Fulfillment } from './fulfillment.ts';
import { cleanText, saysSomething } from '../mapping/clean-text.ts';
import { type MappingResult, found, lacking } from './mapping-result.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';

/**
 * The interface states no limit. This one has room for the longest shop handle; longer numbers are refused before an
 * operator can cut them.
 */
export const ORDER_NUMBER_LIMIT = 100;

/**
 * Characters that fit into one path segment of `GET /order/{order_number}` once encoded, and can be read out on the
 * telephone. Order names have all kinds of prefixes, such as `N°` and `[WEB]`.
 */
const READABLE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._/#:+()°№&*@!$=,'[\]-]*$/u;
/** Signs of a shop's order names that nobody can read out and no number needs: `#`, and emoji. */
const ORNAMENT = /[#\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\uFE0F\u20E3]/gu;

/**
 * The order number of a fulfillment: by default `{shop's handle}-{fulfillment's name without # and emoji}`. No retry, edit
 * of the order or reinstall changes it, so sending again always repeats the same number.
 */
export function mapOrderNumber(
  fulfillment: Pick<Fulfillment, 'name'>,
  shop: { readonly domain: string },
  settings: ShopSettings['orderNumber'],
): MappingResult<string> {
  const prefix = settings.prefix ?? shop.domain.replace(/\.myshopify\.com$/, '');
  const values = {
    prefix,
    fulfillment: cleanText(
      cleanText(fulfillment.name)
        .replace(ORNAMENT, '')
        .replace(/\p{Pd}/gu, '-'),
    ),
  };
  const orderNumber = settings.template.replace(
    /\{(prefix|fulfillment)\}/g,
    (_, placeholder: keyof typeof values) => values[placeholder],
  );

  if (orderNumber.length > ORDER_NUMBER_LIMIT) {
    return lacking([
      {
        code: 'order-number-too-long',
        field: 'order_number',
        details: { length: orderNumber.length, limit: ORDER_NUMBER_LIMIT },
      },
    ]);
  }
  if (!READABLE.test(orderNumber) || !saysSomething(values.fulfillment)) {
    return lacking([{ code: 'order-number-unreadable', field: 'order_number', details: {} }]);
  }
  return found(orderNumber, [{ field: 'order_number', source: `fulfillment.name`, rule: settings.template }]);
}
