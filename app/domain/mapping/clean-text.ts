/**
 * Text as a person sees it. Invisible characters are removed (zero-width, bidi controls, soft hyphens, and the U+2060
 * with which Shopify joins the parts of an extended address). Every kind of space becomes one plain space, and none is
 * left at the ends. Accents are kept and composed. Half a surrogate pair, which is no character, becomes U+FFFD. Null
 * becomes the empty text.
 */
export function cleanText(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
    .normalize('NFC');
}

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
