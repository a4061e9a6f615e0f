import type { Locale } from './locale.ts';

/**
 * What a country calls a district, where it is another word than `distrito`. In Mexico the words follow Shopify's own form
 * of an address.
 */
const WORDS: Readonly<Record<string, { readonly word: string; readonly isFeminine: boolean } | undefined>> = {
  'es-AR': { word: 'barrio', isFeminine: false },
  'es-CL': { word: 'comuna', isFeminine: true },
  'es-CO': { word: 'localidad', isFeminine: true },
  'es-MX': { word: 'colonia', isFeminine: true },
  'pt-BR': { word: 'bairro', isFeminine: false },
};

/** Spanish around a feminine word. */
const FEMININE: readonly (readonly [written: RegExp, instead: string])[] = [
  [/\b(distrito) usado\b/gi, '$1 usada'],
  [/\b(distrito) como lo\b/gi, '$1 como la'],
  [/\bdel distrito/g, 'de la distrito'],
  [/\bal distrito/g, 'a la distrito'],
  [/\bel distrito/g, 'la distrito'],
  [/\bEl distrito/g, 'La distrito'],
  [/\bun distrito/g, 'una distrito'],
  [/\beste distrito/g, 'esta distrito'],
];

/**
 * A catalogue, or a part of one, with the words of a country. It is plain data, as it was.
 *
 * @param country ISO 3166-1 alpha-2; null when it is unknown
 */
export function inCountry<Catalogue extends object>(
  catalogue: Catalogue,
  locale: Locale,
  country: string | null,
): Catalogue {
  const chosen = WORDS[`${locale}-${country}`];
  if (!chosen) return catalogue;
  const { word, isFeminine } = chosen;
  const plural = /[aeiou]$/.test(word) ? `${word}s` : `${word}es`;
  const inWords = (text: string) =>
    (isFeminine ? FEMININE : [])
      .reduce((said, [written, instead]) => said.replace(written, instead), text)
      .replace(/distrito(s?)/gi, (whole, more) => likeIn(whole, more ? plural : word));
  return JSON.parse(JSON.stringify(catalogue), (_, value: unknown) =>
    typeof value === 'string' ? inWords(value) : value,
  ) as Catalogue;
}

const likeIn = (written: string, word: string) =>
  written.startsWith('D') ? word.charAt(0).toUpperCase() + word.slice(1) : word;
