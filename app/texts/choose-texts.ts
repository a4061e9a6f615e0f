import type { PageTexts, Texts } from './catalogue.ts';
import { compile, type Compiled } from './compile.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { textsFrom } from './format.ts';
import type { Locale } from './locale.ts';
import pt from './pt.json' with { type: 'json' };

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

/** Every text of one language. */
export function textsIn(locale: Locale): Texts {
  return TEXTS[locale];
}

/** Every message of one language, parsed and not yet filled in. */
export function catalogueIn(locale: Locale): Catalogue {
  return CATALOGUES[locale];
}

/** What a browser needs to show the pages in one language, and nothing of the other languages. */
export function pageCatalogueIn(locale: Locale): Compiled<PageTexts> {
  return PAGES[locale];
}

function ofPages(catalogue: Catalogue): Compiled<PageTexts> {
  const isOfPages = ([group]: readonly [string, unknown]) => !SERVER_ONLY.has(group);
  return Object.fromEntries(Object.entries(catalogue).filter(isOfPages)) as Compiled<PageTexts>;
}
