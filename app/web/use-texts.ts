import { useLocation } from '@remix-run/react';
import type { Locale } from '../domain/describe-problem.ts';
import type { Texts } from './texts/en.ts';
import { localeOf, textsIn } from './texts/choose-texts.ts';

export function useLocale(): Locale {
  return localeOf(useLocation().search);
}

export function useTexts(): Texts {
  return textsIn(useLocale());
}
