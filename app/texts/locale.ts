export const LOCALES = ['en', 'es', 'pt'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language of a reader's locale (`es-419`, `pt-BR`). English if there are no texts in that language. */
export function chooseLocale(tag: string): Locale {
  const language = tag.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((locale) => locale === language) ?? 'en';
}

/** The merchant's language: Shopify's admin names it in every address it opens the app with. */
export function localeOf(search: string): Locale {
  return chooseLocale(new URLSearchParams(search).get('locale') ?? 'en');
}
