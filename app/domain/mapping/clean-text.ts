import type { Attribute } from '../fulfillment/fulfillment.ts';

/** Entities that imports leave, of Spanish and Portuguese texts too. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  'amp& lt< gt> quot" apos\' nbsp\u00A0 ntildeñ aacuteá eacuteé iacuteí oacuteó uacuteú uumlü ccedilç atildeã otildeõ acircâ ecircê ocircô'
    .split(' ')
    .map((entity) => [entity.slice(0, -1).toLowerCase(), entity.slice(-1)]),
);
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;

/** Characters of Windows-1252 at the places of control characters, which a text in UTF-8 becomes when it is misread. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const MISREAD = /[\u00C2-\u00C5\u00E2][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Undoes what imports do to texts, if the repair is certain: the whole text must be another one, misread or escaped. */
function repairText(text: string): string {
  const decoded = text.includes('&') ? decodeEntities(decodeEntities(text)) : text;
  return MISREAD.test(decoded) ? (asUtf8(decoded) ?? decoded) : decoded;
}

/** Whether a cleaned text still has what only a wrong encoding leaves: it could not be repaired with certainty. */
export function mayBeMisread(text: string): boolean {
  return MISREAD.test(text) || text.includes('\uFFFD');
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    const character = ENTITIES.get((name ?? '').toLowerCase()) ?? whole;
    return /^[A-Z]/.test(name ?? '') && character.length === 1 ? character.toUpperCase() : character;
  });
}

function asUtf8(text: string): string | null {
  const bytes = [...text].map((character) => {
    const place = WINDOWS_1252.indexOf(character);
    return place >= 0 ? 0x80 + place : (character.codePointAt(0) ?? 0);
  });
  if (bytes.some((byte) => byte > 0xff)) return null;
  try {
    return UTF_8.decode(Uint8Array.from(bytes));
  } catch {
    return null; // it is what it says
  }
}

/**
 * Text as a person sees it. HTML entities and UTF-8 that was read as Latin-1 are repaired. Invisible characters are
 * removed (zero-width, bidi controls, soft hyphens, and the U+2060 with which Shopify joins the parts of an extended
 * address). Every kind of space becomes one plain space, and none is left at the ends. Accents are kept and composed.
 * Half a surrogate pair, which is no character, becomes U+FFFD. Null becomes the empty text.
 */
export function cleanText(text: string | null | undefined): string {
  return tidyText(repairText(text ?? ''));
}

/** Text without invisible characters, but without repairs: a text may hide in an escape what must not be shown. */
export function tidyText(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
    .normalize('NFC');
}

/** JSON and addresses can contain U+0000 and half a surrogate pair, which no database stores or compares. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The texts that are not empty after cleaning, without repetitions, in their order. */
export function cleanTexts(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.map(cleanText))].filter((text) => text !== '');
}

/** Whether a text says anything. People write "." or "-" into a field that must not be empty. */
export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Text for comparisons: without case, accents and punctuation. If it is all punctuation, only without case. */
export function foldText(text: string): string {
  const lower = cleanText(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return lower.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || lower;
}

/** The values of the attributes with this name, cleaned, without empty ones. Names are compared without case. */
export function readAttributes(attributes: readonly Attribute[], name: string): string[] {
  const wanted = cleanText(name).toLowerCase();
  return cleanTexts(attributes.filter(({ key }) => cleanText(key).toLowerCase() === wanted).map(({ value }) => value));
}
