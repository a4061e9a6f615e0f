/**
 * Text as a person sees it: invisible characters gone (zero-width, bidi controls, soft hyphens, and the U+2060 with which
 * Shopify joins the parts of an extended address), every kind of space one plain space and none at the ends; accents
 * kept, composed. Nothing (null) becomes the empty text.
 */
export function cleanText(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** The texts that are left after cleaning, without repetitions, in their order. */
export function cleanTexts(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.map(cleanText))].filter((text) => text !== '');
}

/** Text for comparing: without case, accents and punctuation; of a text that is nothing but punctuation, without case. */
export function foldText(text: string): string {
  const lower = cleanText(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return lower.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || lower;
}
