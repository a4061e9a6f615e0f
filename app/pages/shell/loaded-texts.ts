import type { PageTexts } from '../../texts/catalogue.ts';
import type { Compiled } from '../../texts/compile.ts';
import { textsFrom } from '../../texts/format.ts';
import { inCountry } from '../../texts/regional-words.ts';
import type { Locale } from '../../texts/locale.ts';

/** What the root loads: the texts of the pages in the reader's language alone. */
export interface LoadedCatalogue {
  readonly locale: Locale;
  readonly catalogue: Compiled<PageTexts>;
}

const made = new WeakMap<LoadedCatalogue['catalogue'], PageTexts>();

/**
 * The loaded texts, compiled once.
 *
 * @param country of the shop, for its words; null when it is unknown
 */
export function loadedTexts({ locale, catalogue }: LoadedCatalogue, country: string | null = null): PageTexts {
  const inWords = inCountry(catalogue, locale, country);
  if (inWords !== catalogue) return textsFrom<PageTexts>(inWords, locale);
  const known = made.get(catalogue);
  if (known) return known;
  const texts = textsFrom<PageTexts>(catalogue, locale);
  made.set(catalogue, texts);
  return texts;
}

/** The title of a page's document. The list is empty without the root's data, which contains the texts. */
export function pageTitle(
  matches: readonly { readonly id: string; readonly data?: unknown }[],
  choose: (texts: PageTexts) => string,
): { title: string }[] {
  const loaded = matches.find(({ id }) => id === 'root')?.data;
  return isCatalogue(loaded) ? [{ title: choose(loadedTexts(loaded)) }] : [];
}

/** Whether the root's data has arrived. */
export function isCatalogue(data: unknown): data is LoadedCatalogue {
  return typeof data === 'object' && data !== null && 'catalogue' in data && 'locale' in data;
}
