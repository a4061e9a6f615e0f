import type { DistrictPromise } from '../domain/scorecard/times.ts';
import type { Texts } from '../texts/catalogue.ts';
import type { Locale } from '../texts/locale.ts';

/** How often a promise is kept, and by which day 9 of 10 arrive where that is a later one. */
export function promiseInWords(
  { district, service, kept, promised, safe }: DistrictPromise,
  { scorecard, services }: Pick<Texts, 'scorecard' | 'services'>,
  locale: Locale,
): string {
  const texts = scorecard.promises;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const facts = {
    service: services[service].name,
    district: district === '' ? scorecard.none.district : district,
    kept: percent.format(kept),
  };
  if (safe === null) return texts.lineNever(facts);
  if (safe.day <= promised) return texts.lineKept(facts);
  return texts.line({ ...facts, safe: texts.day({ day: safe.day }), share: percent.format(safe.share) });
}
