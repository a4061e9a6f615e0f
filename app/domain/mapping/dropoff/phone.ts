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
/** What is between two whole numbers where nothing else is. */
const BETWEEN_WHOLE_NUMBERS = /[\s-]+/;

/**
 * Words for the number of a person, a company or a place, and that number: many a Peruvian DNI or Brazilian CPF would
 * also be a phone number.
 */
const OTHER_NUMBER =
  /(?<!\p{L})(?:dni|ruc|rut|run|cpf|cnpj|nit|cuit|cuil|rfc|c\.? ?c|c\.? ?i|r\.? ?g|c[eé]dula|documento|doc|pasaporte|c[oó]digo postal|cep)(?!\p{L})[^\p{L}\d]{0,5}(?:n[°ºro]{0,2}[^\p{L}\d]{0,3})?\d[\d.-]*/giu;
/** A whole number as a spreadsheet writes it: `51,987,654,321`, `987'654'321`, `987654321.0`. */
const GROUPED = /^\+?\d{1,4}(?:[,'’_·]\d{2,4})+$/u;
const DECIMALS = /(?<=\d{7})\.0+$/;

/** Ways of dialling that are abolished, or mixed up, and that people still write: digits, and today's form. */
const RETIRED_FORMS: Readonly<Record<string, readonly [pattern: RegExp, today: string]>> = {
  // a 0 was dialled before mobiles and area codes until 2013
  CL: [/^(?:56)?0([2-9]\d{8})$/, '+56$1'],
  // from abroad, mobiles are dialled with 9, and without the 0 and the 15 that are dialled at home
  AR: [/^5490?(?:(11)15(\d{8})|(\d{3})15(\d{7})|(\d{4})15(\d{6})|(\d{10}))$/, '+549$1$2$3$4$5$6$7'],
  // landlines were an area digit and seven digits, behind 03, 05, 07 or 09 from other areas, until 2021
  CO: [/^(?:57)?(?:0[3579])?([124-8])(\d{7})$/, '+5760$1$2'],
  // mobiles had eight digits until 2016; a landline begins with 2 to 5
  BR: [/^(?:55)?0?([1-9]{2})([6-9]\d{7})$/, '+55$19$2'],
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
  const plain = plainOf(text);
  const parts = plain.split(BETWEEN_NUMBERS);
  const forms = [
    plain,
    ...[...parts, ...parts.flatMap((part) => part.split(BETWEEN_NUMBERS_TOO))].flatMap((part) => formsOf(part, known)),
  ];
  for (const form of forms) {
    const number = validNumber(form, known);
    if (number !== null) return number;
  }
  return parts.map((part) => firstOfWhole(part, known)).find((number) => number !== null) ?? null;
}

/** Whether a text is the number of a person or a company and nothing else: "RUC 20512345678", "76.123.456-K". */
export function isOtherNumber(text: string): boolean {
  const rest = text.replace(OTHER_NUMBER, ' ');
  if (rest !== text) return !/\p{L}{2}|\d/u.test(rest);
  const digits = text.replace(/[\s.-]|[kK]$/g, '');
  return /^\d{8,14}$/.test(digits) && !/^\d{3,4} ?- ?\d{3,4}$/.test(text); // two offices: "1204-1205"
}

/** The digits of a number in E.164 without its country code. */
export function nationalNumber(number: string): string {
  return parsePhoneNumberFromString(number)?.nationalNumber ?? number;
}

/** The text without other numbers, and without the signs that a spreadsheet or a keyboard adds. */
function plainOf(text: string): string {
  const plain = text.normalize('NFKC').replace(OTHER_NUMBER, ' | ').replace(/\++/g, '+').replace(DECIMALS, '').trim();
  return GROUPED.test(plain) ? plain.replace(/[^\d+]/gu, '') : plain;
}

function validNumber(text: string, country: CountryCode | undefined): string | null {
  const number = parsePhoneNumberFromString(text, country);
  return number?.isValid() ? number.number : null;
}

/** "987654321 912345678": the first number, if each of them is a whole one. */
function firstOfWhole(text: string, country: CountryCode | undefined): string | null {
  const [first = null, ...others] = text
    .trim()
    .split(BETWEEN_WHOLE_NUMBERS)
    .map((each) => validNumber(each, country));
  return others.every((each) => each !== null) ? first : null;
}

/** The text itself, then other readings: 00 for +, a country code twice, after a 0 or before one, an abolished form. */
function formsOf(text: string, country: CountryCode | undefined): string[] {
  const dialled = text.replace(/\D/g, '');
  const digits = dialled.replace(/^00/, '');
  const forms = digits === dialled ? [text] : [text, `+${digits}`];
  if (country === undefined) return forms;
  const callingCode = getCountryCallingCode(country);
  if (digits.startsWith(callingCode.repeat(2))) forms.push(`+${digits.slice(callingCode.length)}`);
  if (dialled.startsWith(`0${callingCode}`)) forms.push(`+${dialled.slice(1)}`);
  if (digits.startsWith(`${callingCode}0`)) forms.push(`+${callingCode}${digits.slice(callingCode.length + 1)}`);
  const retired = RETIRED_FORMS[country];
  if (retired?.[0].test(digits)) forms.push(digits.replace(...retired));
  return forms;
}
