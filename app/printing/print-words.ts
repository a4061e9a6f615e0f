import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Texts } from '../texts/catalogue.ts';
import type { Locale } from '../texts/locale.ts';
import type { Pickup, PrintedDelivery } from './printed-delivery.ts';

/** A text that is cut before it needs more room than a label has. The cut shows as an ellipsis. */
export function clip(text: string, limit: number): string {
  const characters = [...text.slice(0, 2 * limit)];
  return characters.length <= limit
    ? characters.join('')
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

/** Chinese, Japanese and Korean characters are as wide as they are high. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\u{20000}-\u{3FFFD}]/u;
const WIDE_COUNTS = 1.7;

/** How wide a text is, in characters of the Latin alphabet. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? WIDE_COUNTS : 1;
  return width;
}

const TEXT_SIZE_CLASSES = ['', 'long', 'longer'] as const;
type TextSize = (typeof TEXT_SIZE_CLASSES)[number];

/**
 * The class that a text's size has: none, `long` or `longer`.
 *
 * @param steps the numbers of Latin characters above which the next size is used
 */
export function sizeOf(text: string, steps: readonly number[]): TextSize {
  const width = widthOf(text);
  const above = steps.filter((step) => width > step).length;
  return TEXT_SIZE_CLASSES[above] ?? 'longer';
}

/** The promised day and its window; empty before there is one. A calendar day is the same in every zone. */
export function printedDay(
  { promisedDate, windowStart, windowEnd }: Pick<PrintedDelivery, 'promisedDate' | 'windowStart' | 'windowEnd'>,
  locale: Locale,
): string[] {
  if (!promisedDate) return [];
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const printed = day.format(new Date(`${promisedDate}T12:00:00Z`));
  return windowStart && windowEnd ? [printed, `${windowStart}–${windowEnd}`] : [printed];
}

/** A moment in the shop's zone. */
export function printedMoment(at: Date, locale: Locale, timeZone: string | null): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: timeZone ?? 'UTC' }).format(at);
}

/** The name of the pickup point, with the operator's number of a branch. */
export function printedPickup({ identity, name }: Pickup, texts: Texts['print']): string | null {
  const branch = identity !== null && !identity.startsWith('gid:') ? texts.branch({ id: identity }) : null;
  return [name, branch].filter((part) => part !== null).join(' · ') || null;
}

/** A phone number in groups, as people read and dial it. */
export function printedPhone(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}
