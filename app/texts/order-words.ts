import type { Decision } from '../domain/planning/delivery-plan.ts';
import type { Texts } from './catalogue.ts';
import { textsIn } from './choose-texts.ts';
import type { Locale } from './locale.ts';

type FieldKey = Exclude<keyof Texts['orderFields'], 'package' | 'file' | 'tag' | 'parts'>;
type SourceKey = Exclude<keyof Texts['orderSources'], 'attributes' | 'property' | 'metafield'>;

const FIELDS: readonly (readonly [path: string, key: FieldKey])[] = [
  ['order_number', 'order_number'],
  ['delivery_date', 'delivery_date'],
  ['delivery_service', 'delivery_service'],
  ['delivery_start_time', 'delivery_start_time'],
  ['delivery_end_time', 'delivery_end_time'],
  ['notes', 'notes'],
  ['pickup.location.id', 'pickup_id'],
  ['pickup.location.name', 'pickup_name'],
  ['pickup.location.address', 'pickup_address'],
  ['pickup.location.district', 'pickup_district'],
  ['pickup.location', 'pickup'],
  ['dropoff.contact.fullname', 'fullname'],
  ['dropoff.contact.email', 'email'],
  ['dropoff.contact.phone', 'phone'],
  ['dropoff.location.address', 'address'],
  ['dropoff.location.district', 'district'],
  ['dropoff.location.latitude', 'latitude'],
  ['dropoff.location.longitude', 'longitude'],
  ['url_tracking', 'url_tracking'],
];

/** A field of the delivery order in the reader's language: no path of the request reaches a screen. */
export function fieldLabel(field: string, locale: Locale, country: string | null = null): string {
  const texts = textsIn(locale, country).orderFields;
  const known = FIELDS.find(([path]) => path === field)?.[1];
  if (known) return texts[known];
  if (field.startsWith('tags.')) return texts.tag({ name: field.slice('tags.'.length) });
  const [, list, index, name = ''] = /^(packages|files)\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  const part = Object.entries(texts.parts).find(([key]) => key === name)?.[1];
  if (!part) return texts.other;
  return texts[list === 'packages' ? 'package' : 'file']({ number: String(Number(index) + 1), part });
}

const PATH = /\b[a-z_]+(?:\[\d+\])?(?:\.[a-z_]+)+\b/g;

/** The operator's words with each path of the request in the reader's, which is said once where it is said twice. */
export function fieldsInWords(text: string, locale: Locale): string {
  const { other } = textsIn(locale).orderFields;
  const named = text.replace(PATH, (path) => {
    const label = fieldLabel(path, locale);
    return label === other ? path : `“${label}”`;
  });
  return named.replace(/^(“[^”]+”): (?=\1)/, '');
}

/** Beginnings of the paths that a decision names, the longer first. */
const SOURCES: readonly (readonly [start: string, key: SourceKey])[] = [
  ['order.shippingAddress', 'shippingAddress'],
  ['order.billingAddress', 'billingAddress'],
  ['order.customer', 'customer'],
  ['order.note', 'note'],
  ['order.', 'order'],
  ['fulfillment.lines', 'items'],
  ['fulfillment.deliveryMethods', 'checkout'],
  ['fulfillment', 'fulfillment'],
  ['packages', 'items'],
  ['settings.', 'settings'],
  ['shop.name', 'store'],
  ['now', 'calendar'],
  ['always', 'always'],
  ['send-anyway', 'team'],
];

/** How a district was read, where it was not as the buyer wrote it. */
const DISTRICT_RULES = /^district-(?:short-form|part-of-name|typing-error|centre)$/;
const isDistrictRule = (rule: string): rule is keyof Texts['delivery']['why']['district'] => DISTRICT_RULES.test(rule);

/** Rules that a merchant has named; every other rule is a step of the program. */
const NAMED_BY_MERCHANT = 'settings.service.rules';

/** Where a field came from, in the reader's language, with the merchant's own rule where one decided. */
export function sourceLabel({ source, rule }: Pick<Decision, 'source' | 'rule'>, locale: Locale): string {
  const { delivery } = textsIn(locale);
  const places = [...new Set(source.split(' + ').map((place) => placeLabel(place, source, locale)))].join(' + ');
  if (rule && isDistrictRule(rule)) return `${places}, ${delivery.why.district[rule]}`;
  return rule && source.startsWith(NAMED_BY_MERCHANT) ? `${places}, ${delivery.why.rule({ rule })}` : places;
}

function placeLabel(place: string, whole: string, locale: Locale): string {
  const texts = textsIn(locale).orderSources;
  const attribute = /^order\.attributes\[(.+)\]$/.exec(place)?.[1];
  if (attribute !== undefined) return texts.attributes({ name: attribute });
  const [, from, name = ''] = /^(line-property|note-attribute|order-metafield) (.+)$/.exec(place) ?? [];
  if (from === 'line-property') return texts.property({ name });
  if (from === 'note-attribute') return texts.attributes({ name });
  if (from === 'order-metafield') return texts.metafield({ name });
  // "order.shippingAddress.address1 + address2" names the second part by itself
  const known =
    SOURCES.find(([start]) => place.startsWith(start)) ?? SOURCES.find(([start]) => whole.startsWith(start));
  return texts[known?.[1] ?? 'other'];
}
