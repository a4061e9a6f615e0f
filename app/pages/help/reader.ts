import { chooseLocale, type Locale } from '../../texts/locale.ts';

/** The language that the address names, or else the browser. */
export function localeOfReader(request: Request): Locale {
  const named = new URL(request.url).searchParams.get('locale');
  return chooseLocale(named ?? request.headers.get('accept-language') ?? '');
}
