import type { Percentile } from '../../domain/scorecard/times.ts';
import type { Share } from '../../domain/scorecard/scorecard.ts';
import { useLocale, useTexts } from '../shell/use-texts.ts';

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
