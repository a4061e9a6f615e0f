import { flatten, parseMessage, placeholdersOf, type Language, type TextTree } from './text-files.ts';

/** Words that `docs/texts.md` replaces, by language. */
const FORBIDDEN: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /\bmend/i,
    /\b(go|goes|going|went) on\b/i,
    /\bfor your yes\b/i,
    /\bend(s|ed)? (badly|well)\b/i,
    /\bneeds? a person\b/i,
    /\bbecomes? of\b/i,
    /\bis the matter\b/i,
    /\border numbers?\b/i,
    /\bby (itself|themselves)\b/i,
    /\ball the same\b/i,
    /\bmaker of the app\b/i,
    /\bhand(s|ed|ing)?[ -]over\b/i,
    /\be-mail/i,
    /\b(please|oops)\b/i,
    /!/,
  ],
  es: [
    /\bhoras? l[ií]mite\b/i,
    // the informal "tú"
    /\b(tu|tus|tú|ti|contigo|tienes|puedes|debes|quieres|necesitas|ábrel[ao]|ciérral[ao])\b/i,
    /\bpor defecto\b/i,
    /\btermin(a|an|ó|aron|ad[oa]s?) mal\b/i,
    /\bnúmeros? de orden\b/i,
    /\bpor sí sol[oa]s?\b/i,
    /\bcomprador(es)?\b/i,
    /[!¡]/,
  ],
  pt: [
    /\bpass(ar|ad[oa]s?|ando|agem|e)\b/i,
    /\bhorários? limite\b/i,
    /\b(o|os|do|da|últimos?) estados?\b/i,
    /\betiquetas?\b(?! de envio)/i,
    /\btermin(a|ou|aram) mal\b/i,
    /\bnúmeros? de ordem\b/i,
    /\bsozinh[oa]s?\b/i,
    /\bcomprador(es)?\b/i,
    /!/,
  ],
};

/** The name of a field or of one of Shopify's constants. It may appear in the raw request only. */
const TECHNICAL = /\b(dropoff|pickup|packages)\.\w+|\b[A-Z]{2,}_[A-Z]{2,}\b|\bgid:/;

/**
 * What is wrong with the catalogue: keys that a language lacks or has in excess, texts that are empty or cannot be
 * parsed, placeholders that differ from the English ones, and words that the glossary replaces.
 */
export function catalogueProblems(catalogues: Readonly<Record<Language, TextTree>>): string[] {
  const english = flatten(catalogues.en);
  return (['en', 'es', 'pt'] as const).flatMap((language) => {
    const own = flatten(catalogues[language]);
    const missing = [...english.keys()].filter((key) => !own.has(key)).map((key) => `lacks ${key}`);
    const extra = [...own.keys()].filter((key) => !english.has(key)).map((key) => `has ${key}, which en.json has not`);
    const wrong = [...own].flatMap(([key, text]) =>
      textProblems(text, english.get(key) ?? text, language).map((problem) => `${key}: ${problem}`),
    );
    return [...missing, ...extra, ...wrong].map((problem) => `app/texts/${language}.json: ${problem}`);
  });
}

function textProblems(text: string, english: string, language: Language): string[] {
  if (text.trim() === '') return ['is empty'];
  try {
    parseMessage(text);
  } catch (error) {
    return [`is not ICU MessageFormat: ${error instanceof Error ? error.message : String(error)}`];
  }
  const [own, expected] = [text, english].map((each) => [...placeholdersOf(each)].map((part) => part.join(' ')).sort());
  return [
    ...(String(own) === String(expected)
      ? []
      : [`has the placeholders ${own?.join()}, en.json has ${expected?.join()}`]),
    ...FORBIDDEN[language].flatMap((word) => word.exec(text)?.[0] ?? []).map((word) => `“${word}” is not used here`),
    ...(TECHNICAL.test(text) ? [`“${TECHNICAL.exec(text)?.[0]}” is a technical name`] : []),
  ];
}
