import { chooseLocale, type Locale } from '../../domain/describe-problem.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { pt } from './pt.ts';

const TEXTS: Readonly<Record<Locale, Texts>> = { en, es, pt };

export function textsIn(locale: Locale): Texts {
  return TEXTS[locale];
}

/** The merchant's language: Shopify's admin names it in every address it opens the app with. */
export function localeOf(search: string): Locale {
  return chooseLocale(new URLSearchParams(search).get('locale') ?? 'en');
}
