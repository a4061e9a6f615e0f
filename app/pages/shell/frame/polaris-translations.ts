import en from '@shopify/polaris/locales/en.json';
import es from '@shopify/polaris/locales/es.json';
import pt from '@shopify/polaris/locales/pt-BR.json';
import type { Locale } from '../../../texts/locale.ts';
import type { Translations } from './polaris-corrections.ts';

const TRANSLATIONS: Readonly<Record<Locale, Translations>> = { en, es, pt };

/** The texts of Polaris' own components. */
export function polarisTranslations(locale: Locale): Translations {
  return TRANSLATIONS[locale];
}
