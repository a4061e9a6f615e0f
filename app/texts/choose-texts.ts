import type { PageTexts, Texts } from './catalogue.ts';
import { compile, type Compiled } from './compile.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { textsFrom } from './format.ts';
import type { Locale } from './locale.ts';
import pt from './pt.json' with { type: 'json' };
import { inCountry } from './regional-words.ts';

export type Catalogue = Compiled<typeof en>;

/** Groups that no page reads: their texts reach a browser as sentences in an answer, or in an extension's own files. */
const SERVER_ONLY: ReadonlySet<string> = new Set([
  'csv',
  'extensions',
  'holds',
  'messages',
  'orderFields',
  'orderSources',
  'print',
  'problems',
  'remedies',
  'skips',
  'watchedFields',
] satisfies Exclude<keyof Texts, keyof PageTexts>[]);

const CATALOGUES: Readonly<Record<Locale, Catalogue>> = { en: compile(en), es: compile(es), pt: compile(pt) };

const TEXTS: Readonly<Record<Locale, Texts>> = {
  en: textsFrom<Texts>(CATALOGUES.en, 'en'),
  es: textsFrom<Texts>(CATALOGUES.es, 'es'),
  pt: textsFrom<Texts>(CATALOGUES.pt, 'pt'),
};

const PAGES: Readonly<Record<Locale, Compiled<PageTexts>>> = {
  en: ofPages(CATALOGUES.en),
  es: ofPages(CATALOGUES.es),
  pt: ofPages(CATALOGUES.pt),
};

const regional = new Map<string, { readonly catalogue: Catalogue; readonly texts: Texts }>();

/** Every text of one language, with the words of a country. */
export function textsIn(locale: Locale, country?: string | null): Texts {
  return regionalIn(locale, country)?.texts ?? TEXTS[locale];
}

/** Every message of one language, parsed and not yet filled in, with the words of a country. */
export function catalogueIn(locale: Locale, country?: string | null): Catalogue {
  return regionalIn(locale, country)?.catalogue ?? CATALOGUES[locale];
}

/** Null where a country has no words of its own. */
function regionalIn(locale: Locale, country: string | null = null) {
  const known = regional.get(`${locale}-${country}`);
  if (known || country === null) return known;
  const catalogue = inCountry(CATALOGUES[locale], locale, country);
  if (catalogue === CATALOGUES[locale]) return null;
  const made = { catalogue, texts: textsFrom<Texts>(catalogue, locale) };
  regional.set(`${locale}-${country}`, made);
  return made;
}

/** What a browser needs to show the pages in one language, and nothing of the other languages. */
export function pageCatalogueIn(locale: Locale): Compiled<PageTexts> {
  return PAGES[locale];
}

function ofPages(catalogue: Catalogue): Compiled<PageTexts> {
  const isOfPages = ([group]: readonly [string, unknown]) => !SERVER_ONLY.has(group);
  return Object.fromEntries(Object.entries(catalogue).filter(isOfPages)) as Compiled<PageTexts>;
}
