import { createContext, useContext } from 'react';
import type { PageTexts } from '../../texts/catalogue.ts';
import type { Locale } from '../../texts/locale.ts';

/** The reader's language and its texts; null where the document itself could not be loaded. */
export const TextsContext = createContext<Loaded | null>(null);

interface Loaded {
  readonly locale: Locale;
  readonly texts: PageTexts;
  /** The support address; null when the deployer set none. */
  readonly supportUrl: string | null;
}

export function useLocale(): Locale {
  return useLoaded().locale;
}

export function useTexts(): PageTexts {
  return useLoaded().texts;
}

export function useSupportUrl(): string | null {
  return useLoaded().supportUrl;
}

function useLoaded() {
  const loaded = useContext(TextsContext);
  if (!loaded) throw new Error('The texts are not loaded. Show this inside TextsContext, which the root provides.');
  return loaded;
}
