import type { Fulfillment } from '../fulfillment/fulfillment.ts';
import { cleanText, saysSomething } from '../mapping/clean-text.ts';
import { type MappingResult, found, lacking } from '../fulfillment/mapping-result.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';

/**
 * The interface states no limit. This one has room for the longest shop handle; longer numbers are refused before an
 * operator can cut them.
 */
export const ORDER_NUMBER_LIMIT = 100;

/** What every path, gateway and telephone carries. `%2F` and its like are refused by many web servers. */
const PLAIN = /^[A-Za-z0-9][\w.-]*$/;
const NOT_PLAIN = /[^\w.-]+/g;

/**
 * The order number of a fulfillment: by default `{shop's handle}-{fulfillment's name without its first #}`. In a name
 * with other characters than letters, digits, `-`, `_` and `.`, they become `-`, and a check of the whole name follows, so
 * that `1001/A` and `1001-A` stay two numbers. No retry, edit of the order or reinstall changes it, so sending again always
 * repeats the same number.
 */
export function mapOrderNumber(
  fulfillment: Pick<Fulfillment, 'name'>,
  shop: { readonly domain: string },
  settings: ShopSettings['orderNumber'],
): MappingResult<string> {
  const prefix = settings.prefix ?? shop.domain.replace(/\.myshopify\.com$/, '');
  const name = cleanText(fulfillment.name);
  const values = { prefix, fulfillment: plainName(name) };
  const written = settings.template.replace(
    /\{(prefix|fulfillment)\}/g,
    (_, placeholder: keyof typeof values) => values[placeholder],
  );
  const orderNumber = inPlain(written);

  if (orderNumber.length > ORDER_NUMBER_LIMIT) {
    return lacking([
      {
        code: 'order-number-too-long',
        field: 'order_number',
        details: { length: orderNumber.length, limit: ORDER_NUMBER_LIMIT },
      },
    ]);
  }
  if (!PLAIN.test(orderNumber) || !saysSomething(name)) {
    return lacking([{ code: 'order-number-unreadable', field: 'order_number', details: {} }]);
  }
  return found(orderNumber, [{ field: 'order_number', source: `fulfillment.name`, rule: settings.template }]);
}

function plainName(name: string): string {
  const plain = name.replace(/^#/, '');
  if (PLAIN.test(plain)) return plain;
  const replaced = inPlain(plain).replace(/^[-._]+/, '');
  return [replaced, checkOf(name)].filter(Boolean).join('-');
}

/** Accents go, and other characters become a dash. */
function inPlain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(NOT_PLAIN, '-').replace(/-\./g, '.');
}

/** A short text that differs between names (FNV-1a, 32 bits), the same in every process and for ever. */
function checkOf(name: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}
