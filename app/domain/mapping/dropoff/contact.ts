import { cleanText, foldText, saysSomething } from '../clean-text.ts';
import { parseEmail, type DeliveryOrder } from '../delivery-order.ts';
import { type MappingResult, found, lacking, problemsOf } from '../../fulfillment/mapping-result.ts';
import type { Fulfillment, MailingAddress, Order, Person } from '../../fulfillment/fulfillment.ts';
import { isOtherNumber, parsePhone } from './phone.ts';
import { leadsSomewhere } from './street.ts';
import type { ProblemCode } from '../../problems/problem.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';

type Contact = DeliveryOrder['dropoff']['contact'];

type PlacesOfContact = Pick<Order, 'shippingAddress' | 'billingAddress' | 'customer' | 'email' | 'phone'>;

/** One place where a value can be found. */
interface Candidate {
  readonly source: string;
  readonly text: string;
  /** For phones: the country of the address that the number belongs to. */
  readonly country?: string | null;
}

/**
 * The recipient (§2.3). Each field has several places where buyers leave it: the shipping address, the billing address,
 * the customer, the order, and last the merchant's fallback. The first usable value counts, so a bad value does no harm
 * when a later place has a good one.
 */
export function mapContact(
  { order, deliveryMethods }: Pick<Fulfillment, 'deliveryMethods'> & { readonly order: PlacesOfContact },
  settings: Pick<ShopSettings['mapping'], 'phoneFallback' | 'emailFallback'>,
): MappingResult<Contact> {
  const fullname = firstUsable('dropoff.contact.fullname', nameCandidates(order), ({ text }) => text, 'name-missing');
  const email = firstUsable(
    'dropoff.contact.email',
    [
      { source: 'order.email', text: cleanText(order.email) },
      { source: 'order.customer.email', text: cleanText(order.customer?.email) },
      { source: 'settings.mapping.emailFallback', text: settings.emailFallback ?? '' },
    ],
    ({ text }) => parseEmail(text),
    'email-missing',
    'email-unusable',
  );
  const phone = firstUsable(
    'dropoff.contact.phone',
    phoneCandidates(order, deliveryMethods, settings.phoneFallback),
    ({ text, country }) => parsePhone(text, country ?? null),
    'phone-missing',
    'phone-unusable',
  );

  const parts = [fullname, email, phone];
  const decisions = parts.flatMap((part) => part.decisions);
  if (fullname.ok && email.ok && phone.ok) {
    return found({ fullname: fullname.value, email: email.value, phone: phone.value }, decisions);
  }
  return lacking(problemsOf(parts), decisions);
}

function nameCandidates({ shippingAddress, billingAddress, customer }: PlacesOfContact): Candidate[] {
  const company = companyBesideName(shippingAddress);
  const name = nameOf(shippingAddress);
  return [
    ...(name && company
      ? [{ source: 'order.shippingAddress.name + order.shippingAddress.company', text: `${name} (${company})` }]
      : []),
    { source: 'order.shippingAddress.name', text: name },
    { source: 'order.shippingAddress.company', text: companyOf(shippingAddress) },
    { source: 'order.customer.name', text: nameOf(customer) },
    { source: 'order.billingAddress.name', text: nameOf(billingAddress) },
    { source: 'order.billingAddress.company', text: companyOf(billingAddress) },
  ];
}

/** First and last name. Imports put the whole name into both, or the first one into the last as well. */
export function nameOf(person: Pick<Person, 'firstName' | 'lastName'> | null): string {
  const [first = '', last = ''] = [person?.firstName, person?.lastName].map((part) => {
    const text = cleanText(part);
    return saysSomething(text) ? text : '';
  });
  const [given, family] = [foldText(first), foldText(last)];
  if (family === given || family.startsWith(`${given} `)) return last;
  if (given.endsWith(` ${family}`)) return first;
  return [first, last].filter(Boolean).join(' ');
}

/** Empty where it is only a part of the building, which belongs to the address, or the number of a person or company. */
function companyOf(address: MailingAddress | null): string {
  const company = cleanText(address?.company);
  return saysSomething(company) && leadsSomewhere(company) && !isOtherNumber(company) ? company : '';
}

/**
 * The company of an address, which a courier asks for at the door; empty where it repeats the name or the address.
 */
function companyBesideName(address: MailingAddress | null): string {
  const company = companyOf(address);
  if (!address) return '';
  const others = [nameOf(address), address.address1, address.address2, address.city, address.province];
  return others.some((other) => ` ${foldText(other ?? '')} `.includes(` ${foldText(company)} `)) ? '' : company;
}

function phoneCandidates(
  { shippingAddress, billingAddress, customer, phone }: PlacesOfContact,
  deliveryMethods: Fulfillment['deliveryMethods'],
  fallback: string | null,
): Candidate[] {
  const country = shippingAddress?.countryCode ?? billingAddress?.countryCode ?? null;
  return [
    { source: 'order.shippingAddress.phone', text: cleanText(shippingAddress?.phone), country },
    ...deliveryMethods.map((method, index) => ({
      source: `fulfillment.deliveryMethods[${index}].phone`,
      text: cleanText(method.phone),
      country,
    })),
    {
      source: 'order.billingAddress.phone',
      text: cleanText(billingAddress?.phone),
      country: billingAddress?.countryCode ?? country,
    },
    { source: 'order.customer.phone', text: cleanText(customer?.phone), country },
    { source: 'order.phone', text: cleanText(phone), country },
    { source: 'settings.mapping.phoneFallback', text: fallback ?? '' },
  ];
}

/**
 * @param read returns the value in the form of the interface, or null when the text cannot be converted
 * @param missing the problem when every place is empty
 * @param unusable the problem when there is text, but none of it can be used
 */
function firstUsable(
  field: string,
  candidates: readonly Candidate[],
  read: (candidate: Candidate) => string | null,
  missing: ProblemCode,
  unusable: ProblemCode = missing,
): MappingResult<string> {
  const written = candidates.filter(({ text }) => text !== '');
  for (const candidate of written) {
    const value = read(candidate);
    if (value === null) continue;
    const rule = candidate === written[0] ? {} : { rule: 'earlier-unusable' };
    return found(value, [{ field, source: candidate.source, ...rule }]);
  }
  return lacking([
    {
      code: written.length > 0 ? unusable : missing,
      field,
      details: written.length > 0 ? { sources: written.map(({ source }) => source) } : {},
    },
  ]);
}
