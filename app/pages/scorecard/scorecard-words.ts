import { DIMENSIONS, readSlice, type Dimension, type Slice } from '../../domain/scorecard/slice.ts';
import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import { pickupName } from '../deliveries/delivery-query.ts';
import { useLocale, useTexts } from '../shell/use-texts.ts';
import type { Percentile } from '../../domain/scorecard/times.ts';
import type { Share } from '../../domain/scorecard/scorecard.ts';

/** The name of a value of a dimension. */
export function useKeyName(accounts: Readonly<Record<string, string>> = {}): (by: Dimension, key: string) => string {
  const { scorecard: texts, deliveryList, services } = useTexts();
  const weekday = new Intl.DateTimeFormat(useLocale(), { weekday: 'long', timeZone: 'UTC' });
  return (by, key) => {
    if (key === '') return texts.none[by];
    if (by === 'weekday') return weekday.format(new Date(Date.UTC(2024, 0, Number(key)))); // January 2024 begins on a Monday
    if (by === 'pickup') return pickupName(deliveryList, key);
    if (by === 'account') return texts.account({ ending: accounts[key] ?? key.slice(0, 4) });
    const service = DELIVERY_SERVICES.find((each) => each === key);
    return by === 'service' && service ? services[service].name : key;
  };
}

/** What the deliveries behind a figure have in common, in words. */
export function useSliceWords(): (text: string) => string {
  const { counted } = useTexts().scorecard;
  const keyName = useKeyName();
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (text) => {
    const slice = readSlice(text);
    if (!slice) return '';
    return [
      printRange(day, slice),
      ...wordsOfDimensions(slice, keyName),
      ...(slice.counted === null ? [] : [counted[slice.counted]]),
    ].join(' · ');
  };
}

/** Not by `formatRange`, whose spaces differ between the server and a browser. */
export function printRange(day: Intl.DateTimeFormat, { from, to }: Pick<Slice, 'from' | 'to'>): string {
  return `${day.format(new Date(from))} – ${day.format(new Date(to))}`;
}

export function wordsOfDimensions(
  only: Pick<Slice, Dimension>,
  keyName: (by: Dimension, key: string) => string,
): string[] {
  return DIMENSIONS.flatMap((by) => (only[by] === null ? [] : [keyName(by, only[by])]));
}

/** How figures are printed. */
export function useFigureWords() {
  const texts = useTexts().scorecard;
  const locale = useLocale();
  const whole = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const hours = (percentile: Percentile | null) => {
    if (percentile === null) return '–';
    const printed = number.format(percentile.hours);
    return percentile.isMore ? texts.moreHours({ hours: printed }) : texts.hours({ hours: printed });
  };
  return {
    percent: (share: number) => whole.format(share),
    number: (count: number) => number.format(count),
    interval: ({ interval }: Share) =>
      texts.interval({ low: whole.format(interval.low), high: whole.format(interval.high) }),
    hours,
  };
}
