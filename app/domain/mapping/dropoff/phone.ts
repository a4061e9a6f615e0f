import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { BOUNDS } from '../../../bounds.ts';

/** Characters that cannot be part of a number: it ends where "anexo 12", "(Juan)" or "/ 912345678" begins. */
const BETWEEN_NUMBERS = /[^\d\s+().-]+/u;
/** A hyphen between spaces is between two numbers, if the text is not one number. */
const BETWEEN_NUMBERS_TOO = /\s-\s/;

/** Ways of dialling that a country has abolished and people still write: a pattern of digits, and today's form. */
const RETIRED_FORMS: Readonly<Record<string, readonly [pattern: RegExp, today: string]>> = {
  // mobiles were 09 and eight digits until 2013
  CL: [/^(?:56)?09(\d{8})$/, '+569$1'],
  // landlines were an area digit and seven digits until 2021
  CO: [/^(?:57)?([124-8])(\d{7})$/, '+5760$1$2'],
  // mobiles were dialled with 044 or 045, and with 1 from abroad, long distance with 01, until 2019
  MX: [/^(?:52)?(?:1|01|044|045)(\d{10})$/, '+52$1'],
};

/**
 * A phone number in E.164, or null when the text contains none that the country's numbering plan knows. Spaces,
 * punctuation, extensions and remarks are dropped. A number without a country code is read as a number of `country`. Of
 * several numbers the first good one counts.
 *
 * The full metadata is used, because the smaller sets check little more than the length of a number.
 *
 * @param country ISO 3166-1 alpha-2 of the address that the number belongs to; null when it is unknown
 */
export function parsePhone(text: string, country: string | null): string | null {
  if (text.length > BOUNDS.phoneText) return null;
  const known = country !== null && isSupportedCountry(country) ? country : undefined;
  const parts = text.split(BETWEEN_NUMBERS);
  const forms = [
    text,
    ...[...parts, ...parts.flatMap((part) => part.split(BETWEEN_NUMBERS_TOO))].flatMap((part) => formsOf(part, known)),
  ];
  for (const form of forms) {
    const number = parsePhoneNumberFromString(form, known);
    if (number?.isValid()) return number.number;
  }
  return null;
}

/** The text itself, then other readings: 00 for +, a country code written twice or after a 0, an abolished form. */
function formsOf(text: string, country: CountryCode | undefined): string[] {
  const dialled = text.replace(/\D/g, '');
  const digits = dialled.replace(/^00/, '');
  const forms = digits === dialled ? [text] : [text, `+${digits}`];
  if (country === undefined) return forms;
  const callingCode = getCountryCallingCode(country);
  if (digits.startsWith(callingCode.repeat(2))) forms.push(`+${digits.slice(callingCode.length)}`);
  if (dialled.startsWith(`0${callingCode}`)) forms.push(`+${dialled.slice(1)}`);
  const retired = RETIRED_FORMS[country];
  if (retired?.[0].test(digits)) forms.push(digits.replace(...retired));
  return forms;
}
